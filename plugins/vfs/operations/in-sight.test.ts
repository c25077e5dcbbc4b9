import type { AnyOperation, Caller, Principal, Share } from 'oracle-runtime/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileService } from '../files-service.js';
import { parsePath } from '../paths/namespace-path.js';
import { openTestFiles, type TestFiles } from '../testing/open-test-files.js';
import { fileOperations } from './index.js';

/**
 * What changes what others read: in a public folder `/open`, in a folder `/given` that was shared, and over a public file.
 * Calls of tools that show something to others, on a place where they read: `{at}` is the place.
 */
const SHOWING: Readonly<Record<string, (at: string) => object>> = {
  vfs_write: (at) => ({ path: `${at}/new.txt`, content: 'secret' }),
  vfs_edit: (at) => ({ path: `${at}/there.txt`, oldString: 'second', newString: 'secret' }),
  vfs_restore_version: (at) => ({ path: `${at}/there.txt`, version: 1 }),
  vfs_copy: (at) => ({ from: '/private.txt', to: `${at}/copied.txt` }),
  vfs_move: (at) => ({ from: '/moving.txt', to: `${at}/moved.txt` }),
  vfs_create_folder: (at) => ({ path: `${at}/secret` }),
  vfs_restore: (at) => ({ paths: [`${at}/trashed.txt`] }),
};
/** Those that show nothing new, or always ask by a rule of their own. */
const OTHERS = ['vfs_delete', 'vfs_set_public'];
const PLACES = ['/open', '/given', '/theirs'] as const;
/** What is done in a folder of somebody else's. */
const AT_THEIRS = ['vfs_write', 'vfs_edit', 'vfs_restore_version', 'vfs_create_folder'];

const principal = { id: 'did:key:zAlice', did: 'did:key:zAlice' } as Principal;
const caller = (via: Caller['via'], shared: boolean) =>
  ({ via, principal, isShared: shared, signal: new AbortController().signal }) as unknown as Caller;

let files: TestFiles;
let operations: ReadonlyMap<string, AnyOperation>;
beforeAll(async () => {
  files = await openTestFiles();
  const given = { id: `${files.access().namespace}/given` } as Share;
  const vfs = { ...files.vfs, shares: { ...files.vfs.shares, byMe: async () => [given] } };
  const access = async (who: unknown) =>
    (who as { isShared?: boolean }).isShared === true
      ? { ...files.access(), isShared: true as const }
      : files.access();
  operations = new Map(fileOperations({ vfs, access }).map((operation) => [operation.name, operation]));
  for (const at of PLACES) {
    await files.put(`${at}/there.txt`, 'first');
    await call('vfs_edit', { path: `${at}/there.txt`, oldString: 'first', newString: 'second' }, 'route');
    await files.put(`${at}/trashed.txt`, 'secret');
    await call('vfs_delete', { paths: [`${at}/trashed.txt`] }, 'route');
  }
  await call('vfs_set_public', { path: '/open', public: true }, 'route');
  await files.put('/private.txt', 'secret');
  await files.put('/moving.txt', 'secret');
});
afterAll(() => files.close());

async function call(name: string, given: object, via: Caller['via'], shared = false): Promise<unknown> {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const answer = await operation.run(operation.input.parse(given), caller(via, shared));
  const none = operation.nothingDone?.(answer as never);
  if (none !== undefined) throw new Error(none);
  return answer;
}

/** What the person is asked before an agent makes a call; undefined when it just makes it. */
async function askedOf(name: string, input: object, shared = false): Promise<string | undefined> {
  const operation = operations.get(name);
  const [args, asker] = [operation?.input.parse(input) as never, caller('agent', shared)];
  const rule = operation?.approval;
  const asks = typeof rule === 'object' ? await rule.look(args, asker) : (rule as CallableFunction)(args);
  if (!asks) return undefined;
  const seen = await operation?.foresee?.(args, asker);
  return typeof seen === 'object' ? seen.words : seen;
}

async function ensure(path: string): Promise<void> {
  if ((await files.vfs.files.findFileAt(files.access().namespace, parsePath(path))) === undefined)
    await files.put(path, 'secret');
}

const listed = async () =>
  (await files.db.selectFrom('vfs_files').select(['path', 'version', 'trashed_at']).orderBy('id').execute())
    .map((row) => JSON.stringify(row))
    .join('\n');

describe('what an agent does where others read it', () => {
  it('is known of every tool that changes something', () => {
    const changing = [...operations.values()].filter(({ effect }) => effect !== 'read');
    expect(changing.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(SHOWING), ...OTHERS].toSorted(),
    );
  });

  it('is asked about with all of an edit', async () => {
    const [oldString, newString] = ['second', `${'third, '.repeat(40)}and pay Eve`];
    const input = { path: '/open/there.txt', oldString, newString, publish: true };
    expect(await askedOf('vfs_edit', input)).toContain(`Change "second" to ${JSON.stringify(newString)} in`);
  });

  it.each(
    Object.keys(SHOWING).flatMap((name) =>
      PLACES.filter((at) => at !== '/theirs' || AT_THEIRS.includes(name)).map((at) => [name, at] as const),
    ),
  )('%s in %s changes nothing unasked, and asks with publish', async (name, at) => {
    const input = SHOWING[name]?.(at) ?? {};
    const before = await listed();
    const isTheirs = at === '/theirs';
    await expect(call(name, input, 'agent', isTheirs)).rejects.toThrow(
      /is public|was public|is shared|somebody else’s/,
    );
    expect(await listed()).toBe(before);
    const asked = await askedOf(name, { ...input, publish: true }, isTheirs);
    expect(asked).toMatch(/where others read it\. .*( is public| is shared|somebody else’s)/);
    expect(operations.get(name)?.describe?.({ ...input, publish: true } as never)).toContain(
      'others read it',
    );
  });

  it.each([
    ['in a public folder', '/seen', '/seen/a.txt', '/seen/b.txt', 'The folder /seen is public'],
    [
      'into a folder of a public one',
      '/seen',
      '/seen/b.txt',
      '/seen/deep/c.txt',
      'The folder /seen is public',
    ],
    ['in a shared folder', undefined, '/given/there.txt', '/given/new.txt', 'The folder /given is shared'],
    [
      'of a published file',
      '/own/p.txt',
      '/own/p.txt',
      '/own/q.txt',
      '/own/p.txt is public: anybody can read its new',
    ],
    [
      'of a folder with a published file',
      '/f/p.txt',
      '/f',
      '/g',
      '/f/p.txt is public: anybody can read its new',
    ],
    ['of a published folder', '/pf', '/pf', '/pg', '/pf is public: anybody can read its new path'],
  ])('asks before a new name %s is told to who reads it', async (_what, published, from, to, why) => {
    if (published === '/seen' || published === '/pf') await ensure(`${published}/a.txt`);
    else if (published !== undefined) await ensure(published);
    if (published !== undefined) await call('vfs_set_public', { path: published, public: true }, 'route');
    if (from === '/seen/b.txt') await ensure(from);
    expect(await askedOf('vfs_move', { from, to, publish: false })).toContain(why);
  });

  it('is refused without a question, where it would be after the yes', async () => {
    await ensure('/private/folder/a.txt');
    for (const from of ['/private.txt', '/private/folder'])
      expect(await askedOf('vfs_move', { from, to: '/open/moved', publish: false })).toBeUndefined();
  });

  it('asks about no new name that nobody else reads', async () => {
    await ensure('/seen/out.txt');
    await ensure('/quiet/a.txt');
    await call('vfs_set_public', { path: '/seen', public: true }, 'route');
    for (const [from, to] of [
      ['/quiet/a.txt', '/quiet/b.txt'],
      ['/seen/out.txt', '/quiet/out.txt'],
    ])
      expect(await askedOf('vfs_move', { from, to, publish: false })).toBeUndefined();
  });

  it('says who reads it, and whole paths, however long they are', async () => {
    const long = `${'n'.repeat(240)}/${'m'.repeat(240)}.txt`;
    await call('vfs_write', { path: `/quiet/${long}`, content: 'x' }, 'route');
    for (const [name, input] of [
      ['vfs_write', { path: `/open/${long}`, content: 'x', overwrite: true }],
      ['vfs_move', { from: `/quiet/${long}`, to: `/open/${long}`, publish: true }],
      ['vfs_copy', { from: `/quiet/${long}`, to: `/open/${long}`, publish: true }],
    ] as const)
      expect(await askedOf(name, input), name).toMatch(
        new RegExp(`/open/${long}.*The folder /open is public`),
      );
  });

  it('leaves alone what is its own, and who acts by another door', async () => {
    for (const [name, input] of [
      ['vfs_write', { path: '/own.txt', content: 'first' }],
      ['vfs_edit', { path: '/own.txt', oldString: 'first', newString: 'second' }],
      ['vfs_restore_version', { path: '/own.txt', version: 1 }],
      ['vfs_copy', { from: '/own.txt', to: '/copy.txt' }],
      ['vfs_move', { from: '/copy.txt', to: '/opening/copy.txt' }],
      ['vfs_move', { from: '/given/there.txt', to: '/given/renamed.txt' }],
      ['vfs_move', { from: '/given/renamed.txt', to: '/given/there.txt' }],
    ] as const)
      await expect(call(name, input, 'agent'), name).resolves.toBeDefined();
    await call('vfs_write', { path: '/open/by-hand.txt', content: 'meant' }, 'route');
  });

  it('says who reads what it overwrites, and can take that back', async () => {
    await call('vfs_write', { path: '/open/over.txt', content: 'old' }, 'route');
    const write = operations.get('vfs_write');
    const input = { path: '/open/over.txt', content: 'new', overwrite: true };
    expect(await write?.foresee?.({ ...input, publish: false } as never, caller('agent', false))).toEqual({
      words:
        'Overwrite /open/over.txt. The folder /open is public: what comes into it can be downloaded by anybody.',
      state: expect.any(String),
    });
    const answer = await call('vfs_write', input, 'agent');
    expect(write?.undo?.(input as never, answer as never)).toEqual({
      operation: 'vfs_restore_version',
      input: { path: '/open/over.txt', version: 1, publish: true },
    });
  });

  it('holds for what other plugins write', async () => {
    const service = createFileService(files.vfs, async () => files.access());
    const write = (path: string, options?: object) =>
      service.write(principal, path, Buffer.from('x'), options);
    await expect(write('/open/chart.svg')).rejects.toMatchObject({ code: 'conflict' });
    await files.put('/shown.svg', 'x', { public: true });
    await expect(write('/shown.svg', { overwrite: true })).rejects.toMatchObject({ code: 'conflict' });
    await expect(write('/open/chart.svg', { inSight: true })).resolves.toMatchObject({ public: true });
    await expect(write('/charts/chart.svg')).resolves.toMatchObject({ public: false });
  });

  it('tells nobody what they may not see, by what it would ask', async () => {
    const nothing = fileOperations({
      vfs: files.vfs,
      access: async () => files.access(undefined, { scopes: [] }),
    });
    for (const [name, input] of [
      ['vfs_delete', { paths: ['/open'] }],
      ['vfs_set_public', { path: '/open', public: true }],
      ['vfs_move', { from: '/open', to: '/elsewhere', publish: false }],
      ['vfs_copy', { from: '/open', to: '/elsewhere', publish: true }],
      ['vfs_write', { path: '/open/a.txt', overwrite: true, publish: false }],
    ] as const) {
      const operation = nothing.find((each) => each.name === name);
      const foreseen = async () => operation?.foresee?.(input as never, caller('agent', false));
      await expect(foreseen(), name).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await files.vfs.files.findFolderAt(files.access().namespace, parsePath('/open'))).toBeDefined();
  });
});

it('nobody is asked to publish a folder that would be refused for what is hidden in it', async () => {
  await ensure('/dots/a.txt');
  await ensure('/dots/.env');
  const publish = askedOf('vfs_set_public', { path: '/dots', public: true });
  await expect(publish).rejects.toMatchObject({ code: 'conflict' });
  expect(await askedOf('vfs_set_public', { path: '/dots/a.txt', public: true })).toContain(
    'Publish /dots/a.txt',
  );
});
