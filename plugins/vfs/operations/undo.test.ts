import type { AnyOperation, Caller } from 'oracle-runtime/plugin';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { parsePath } from '../paths/namespace-path.js';
import { openTestFiles, type TestFiles } from '../testing/open-test-files.js';
import { fileOperations } from './index.js';

let files: TestFiles;
let operations: ReadonlyMap<string, AnyOperation>;
beforeAll(async () => {
  files = await openTestFiles();
  const all = fileOperations({ vfs: files.vfs, access: async () => files.access() });
  operations = new Map(all.map((operation) => [operation.name, operation]));
});
// The next begins with nothing.
afterEach(async () => {
  for (const table of ['vfs_files', 'vfs_folders', 'vfs_audit'] as const)
    await files.db.deleteFrom(table).execute();
});
afterAll(() => files.close());

/** Calls an operation; gives what takes the call back, and does so when told to. */
async function call(name: string, given: object, via: Caller['via'] = 'agent') {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  const caller = { via, signal: new AbortController().signal } as Caller;
  const input = operation.input.parse(given);
  const answer = await operation.run(input, caller);
  files.advance(1_000);
  const inverse = operation.undo?.(input as never, answer as never);
  return {
    answer,
    inverse,
    undo: inverse !== undefined && 'operation' in inverse ? inverse : undefined,
    nothingDone: operation.nothingDone?.(answer as never),
    leftUndone: operation.leftUndone?.(input as never, answer as never),
  };
}
const at = (path: string) => files.vfs.files.findFileAt(files.access().namespace, parsePath(path));

it('takes a move back, to a public place only where it was public', async () => {
  await files.put('/a.txt', 'a');
  const { undo } = await call('vfs_move', { from: '/a.txt', to: '/b/c.txt' });
  expect(undo).toEqual({
    operation: 'vfs_move',
    input: { from: '/b/c.txt', to: '/a.txt', publish: false },
  });
  await call('vfs_move', undo?.input ?? {});
  expect(await at('/a.txt')).toBeDefined();

  await files.put('/shown.txt', 'a', { public: true });
  const moved = await call('vfs_move', { from: '/shown.txt', to: '/there.txt' });
  expect(moved.undo?.input).toMatchObject({ publish: true });
});

it('takes publishing back, and only what it changed', async () => {
  await files.put('/a.txt', 'a');
  const { undo } = await call('vfs_set_public', { path: '/a.txt', public: true });
  expect(undo).toEqual({ operation: 'vfs_set_public', input: { path: '/a.txt', public: false } });
  expect((await call('vfs_set_public', { path: '/a.txt', public: true })).inverse).toEqual({
    unchanged: true,
  });
  await call('vfs_set_public', undo?.input ?? {});
  expect(await at('/a.txt')).toMatchObject({ public: false });
});

it('takes a copy and a new folder back, and leaves what was copied', async () => {
  await files.put('/f/a.txt', 'a');
  await files.put('/f/in/b.txt', 'b');
  const { answer, undo } = await call('vfs_copy', { from: '/f', to: '/g' });
  expect(answer).toMatchObject({ type: 'folder', files: 2 });
  expect(await at('/g/in/b.txt')).toMatchObject({ size: 1, version: 1 });
  await expect(call('vfs_copy', { from: '/f/a.txt', to: '/g/a.txt' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await call('vfs_delete', undo?.input ?? {});
  expect([await at('/g/a.txt'), (await at('/f/a.txt'))?.size]).toEqual([undefined, 1]);

  const made = await call('vfs_create_folder', { path: '/new/empty' });
  const { namespace } = files.access();
  const folder = () => files.vfs.files.findFolderAt(namespace, parsePath('/new/empty'));
  await files.put('/new/empty/x.txt', 'x');
  await call('vfs_delete', { paths: ['/new/empty/x.txt'] });
  expect(await folder(), 'it stays when it is empty again').toBeDefined();
  await expect(call('vfs_create_folder', { path: '/new/empty' })).rejects.toMatchObject({ code: 'conflict' });
  await call('vfs_delete', made.undo?.input ?? {});
  expect(await folder()).toBeUndefined();
});

it('publishes nothing by copying it, unless the person said so', async () => {
  await files.put('/open/a.txt', 'a');
  await call('vfs_set_public', { path: '/open', public: true });
  await files.put('/b.txt', 'b');
  await expect(call('vfs_copy', { from: '/b.txt', to: '/open/b.txt' })).rejects.toMatchObject({
    code: 'conflict',
  });
  const copy = operations.get('vfs_copy');
  expect(typeof copy?.approval === 'function' && copy.approval({ publish: true } as never)).toBe(true);
  await call('vfs_copy', { from: '/b.txt', to: '/open/b.txt', publish: true });
  expect(await at('/open/b.txt')).toMatchObject({ public: true });
});

it('takes a deletion back: these very files, to where they were', async () => {
  await files.put('/docs/a.txt', 'first');
  await files.put('/docs/in/b.txt', 'b');
  await files.put('/c.txt', 'c');
  const { answer, undo, nothingDone } = await call('vfs_delete', { paths: ['/docs', '/c.txt', '/none'] });
  expect(nothingDone).toBeUndefined();
  expect(answer).toMatchObject({
    results: [
      { path: '/docs', ok: true, files: 2 },
      { path: '/c.txt', ok: true },
      { path: '/none', ok: false },
    ],
  });
  expect(undo).toMatchObject({ operation: 'vfs_restore', input: { paths: ['/docs', '/c.txt'] } });
  // What came and went there since is not meant.
  await files.put('/docs/a.txt', 'second');
  await call('vfs_delete', { paths: ['/docs/a.txt'] });
  expect((await call('vfs_restore', undo?.input ?? {})).answer).toEqual({
    results: [
      { path: '/docs', ok: true, files: 2 },
      { path: '/c.txt', ok: true },
    ],
  });
  const back = await at('/docs/a.txt');
  expect(back?.size).toBe('first'.length);
  expect(await at('/docs/in/b.txt')).toBeDefined();
  const none = await call('vfs_delete', { paths: ['/none'] });
  expect(none.undo).toBeUndefined();
  expect(none.nothingDone).toMatch(/^Nothing was put into the trash\. \/none: /);
});

it('restores the last of several, all of a folder or nothing, and never onto something', async () => {
  await files.put('/a.txt', 'old');
  await call('vfs_delete', { paths: ['/a.txt'] });
  await files.put('/a.txt', 'newer');
  await call('vfs_delete', { paths: ['/a.txt'] });
  const { undo } = await call('vfs_restore', { paths: ['/a.txt'] });
  expect((await at('/a.txt'))?.size).toBe('newer'.length);
  expect((await call('vfs_restore', { paths: ['/a.txt', '/*'] })).answer).toMatchObject({
    results: [{ ok: false }, { ok: false }],
  });
  await call('vfs_delete', undo?.input ?? {});
  expect(await at('/a.txt')).toBeUndefined();

  await files.put('/f/one', '1');
  await files.put('/f/two', '2');
  await call('vfs_delete', { paths: ['/f'] });
  await files.put('/f/two', 'taken');
  const { answer, nothingDone } = await call('vfs_restore', { paths: ['/f'] });
  expect(answer).toMatchObject({ results: [{ ok: false }] });
  expect(nothingDone).toMatch(/^Nothing was restored\. \/f: .*already/);
  expect(await at('/f/one')).toBeUndefined();
});

it('publishes nothing by restoring it, unless the person said so', async () => {
  await files.put('/own.txt', 'x', { public: true });
  await files.put('/open/in.txt', 'x');
  await call('vfs_set_public', { path: '/open', public: true });
  const { undo } = await call('vfs_delete', { paths: ['/own.txt', '/open/in.txt'] });
  expect(undo?.input).toMatchObject({ publish: true });
  await call('vfs_set_public', { path: '/open', public: true }).catch(() => undefined);
  await files.put('/open/other.txt', 'x');
  await call('vfs_set_public', { path: '/open', public: true });
  const paths = ['/own.txt', '/open/in.txt'];
  expect((await call('vfs_restore', { paths })).answer).toMatchObject({
    results: [{ ok: false }, { ok: false }],
  });
  const restore = operations.get('vfs_restore');
  expect(typeof restore?.approval === 'function' && restore.approval({ paths, publish: true } as never)).toBe(
    true,
  );
  await call('vfs_restore', undo?.input ?? {});
  expect(await at('/own.txt')).toMatchObject({ public: true });
  expect(await at('/open/in.txt')).toMatchObject({ public: true });
});

it('takes the return to an older version back', async () => {
  await files.put('/a.txt', 'first');
  await call('vfs_write', { path: '/a.txt', content: 'second', overwrite: true });
  const { answer, undo } = await call('vfs_restore_version', { path: '/a.txt', version: 1 });
  expect(answer).toMatchObject({ file: { version: 3, size: 5 }, before: 2 });
  expect(undo).toEqual({ operation: 'vfs_restore_version', input: { path: '/a.txt', version: 2 } });
  await call('vfs_restore_version', undo?.input ?? {});
  const { answer: listed } = await call('vfs_versions', { path: '/a.txt' });
  expect(listed).toMatchObject({
    versions: [{ version: 4, size: 6 }, { size: 5 }, { size: 6 }, { size: 5 }],
  });
});

it('takes a new file back into the trash, and brings back what an overwritten or edited one was', async () => {
  const made = await call('vfs_write', { path: '/a.txt', content: 'first' });
  expect(made.undo).toEqual({ operation: 'vfs_delete', input: { paths: ['/a.txt'] } });
  const over = await call('vfs_write', { path: '/a.txt', content: 'second', overwrite: true });
  expect(over.undo).toEqual({ operation: 'vfs_restore_version', input: { path: '/a.txt', version: 1 } });
  await call('vfs_restore_version', over.undo?.input ?? {});
  expect(await at('/a.txt')).toMatchObject({ version: 3, size: 'first'.length });
  const edited = await call('vfs_edit', { path: '/a.txt', oldString: 'first', newString: 'third one' });
  await call('vfs_restore_version', edited.undo?.input ?? {});
  expect(await at('/a.txt')).toMatchObject({ version: 5, size: 'first'.length });
  await call('vfs_delete', made.undo?.input ?? {});
  expect(await at('/a.txt')).toBeUndefined();
});

it('says what of several a call left undone, so that it can be tried again for that', async () => {
  await files.put('/a.txt', 'a');
  await files.put('/b.txt', 'b');
  const { undo } = await call('vfs_delete', { paths: ['/a.txt', '/b.txt'] });
  await files.put('/b.txt', 'taken');
  const part = await call('vfs_restore', undo?.input ?? {});
  expect(part.nothingDone).toBeUndefined();
  expect(part.leftUndone).toEqual({
    why: expect.stringMatching(/^\/b\.txt: .*already/),
    input: { ...undo?.input, paths: ['/b.txt'] },
  });
  await call('vfs_move', { from: '/b.txt', to: '/other.txt' });
  expect(await call('vfs_restore', part.leftUndone?.input ?? {})).toMatchObject({ leftUndone: undefined });
  expect((await at('/b.txt'))?.size).toBe(1);
});
