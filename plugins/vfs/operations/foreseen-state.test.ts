import type { AnyOperation, Asker, Foreseen, Principal } from 'oracle-runtime/plugin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trashFile } from '../drive/trash.js';
import { openTestFiles, type TestFiles } from '../testing/open-test-files.js';
import { fileOperations } from './index.js';

/** What asks about a file at a path, or a folder of files. */
const ASKING: Readonly<Record<string, (path: string) => object>> = {
  vfs_delete: (path) => ({ paths: [path] }),
  vfs_set_public: (path) => ({ path, public: true }),
  vfs_move: (from) => ({ from, to: '/elsewhere', publish: true }),
  vfs_copy: (from) => ({ from, to: '/elsewhere', publish: true }),
};
/** What asks about files alone. */
const ASKING_OF_FILES: typeof ASKING = {
  vfs_edit: (path) => ({ path, oldString: 'mine', newString: 'new', publish: true }),
  vfs_write: (path) => ({ path, content: 'new', overwrite: true }),
  vfs_restore_version: (path) => ({ path, version: 1, publish: true }),
};

const asker: Asker = {
  principal: { id: 'did:key:zAlice', did: 'did:key:zAlice' } as Principal,
  signal: new AbortController().signal,
};
let files: TestFiles;
let operations: ReadonlyMap<string, AnyOperation>;
beforeAll(async () => {
  files = await openTestFiles();
  const all = fileOperations({ vfs: files.vfs, access: async () => files.access() });
  operations = new Map(all.map((operation) => [operation.name, operation]));
});
afterAll(() => files.close());

async function foreseen(name: string, input: object): Promise<Foreseen> {
  const operation = operations.get(name);
  const seen = await operation?.foresee?.(operation.input.parse(input) as never, asker);
  if (typeof seen !== 'object') throw new Error(`${name} foresees no state`);
  return seen;
}

/** Another file comes to lie where one is. */
async function swap(path: string, content: string): Promise<void> {
  await trashFile(files.vfs, files.access(), (await findAt(path)).id, 1);
  await files.put(path, content);
}

async function findAt(path: string): Promise<{ readonly id: string }> {
  const row = files.db
    .selectFrom('vfs_files')
    .select('id')
    .where('path', '=', path)
    .where('trashed_at', 'is', null);
  return row.executeTakeFirstOrThrow();
}

it.each(Object.entries({ ...ASKING, ...ASKING_OF_FILES }))(
  '%s is of another state, in the same words, once another file is there',
  async (name, inputAt) => {
    const path = `/of-${name}.txt`;
    await files.put(path, 'mine');
    const before = await foreseen(name, inputAt(path));
    expect(await foreseen(name, inputAt(path))).toEqual(before);
    await swap(path, 'mine');
    const after = await foreseen(name, inputAt(path));
    expect(after.words).toBe(before.words);
    expect(after.state).not.toBe(before.state);
  },
);

it.each(Object.entries(ASKING))(
  '%s is of another state once a file of the folder is another, of as many bytes',
  async (name, inputAt) => {
    const folder = `/all-${name}`;
    for (const each of ['a', 'b', 'c']) await files.put(`${folder}/${each}.txt`, 'mine');
    const before = await foreseen(name, inputAt(folder));
    expect(before.words).toContain('with 3 files');
    expect(await foreseen(name, inputAt(folder))).toEqual(before);
    await swap(`${folder}/b.txt`, 'his.');
    const after = await foreseen(name, inputAt(folder));
    expect(after.words).toBe(before.words);
    expect(after.state).not.toBe(before.state);
  },
);

it.each(Object.entries(ASKING))('%s asks nobody about what is not there', async (name, inputAt) => {
  await expect(foreseen(name, inputAt('/nope/x'))).rejects.toMatchObject({ code: 'not_found' });
});

it.each(['/x/../b.txt', '/./a'])('asks nobody about %s, which can be no path', async (path) => {
  await expect(foreseen('vfs_delete', { paths: ['/there.txt', path] })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

it('asks about those of several that are there', async () => {
  await files.put('/there.txt', 'mine');
  const { words } = await foreseen('vfs_delete', { paths: ['/nope/x', '/there.txt'] });
  expect(words).toBe('Put /nope/x and /there.txt into the trash');
});

it('vfs_restore is of another state, in the same words, once something else was deleted there', async () => {
  const input = { paths: ['/gone', '/gone.txt'], publish: true };
  for (const path of ['/gone/a.txt', '/gone.txt']) {
    await files.put(path, 'mine');
    await trashFile(files.vfs, files.access(), (await findAt(path)).id, 1);
  }
  const before = await foreseen('vfs_restore', input);
  expect(before.words).toBe('Restore the folder /gone with 1 file and /gone.txt, also where others read it');
  expect(await foreseen('vfs_restore', input)).toEqual(before);
  for (const path of ['/gone/a.txt', '/gone.txt']) {
    await files.put(path, 'his.');
    await trashFile(files.vfs, files.access(), (await findAt(path)).id, 2);
    const after = await foreseen('vfs_restore', input);
    expect(after.words).toBe(before.words);
    expect(after.state).not.toBe(before.state);
  }
});

it('names all that a yes is for, each exactly', async () => {
  const paths = ['/t1', '/t2', '/t3', '/t4', '/t5', '/plan  A', `/l${'a'.repeat(90)}SECRET${'b'.repeat(90)}`];
  for (const path of paths) await files.put(path, 'mine');
  const { words } = await foreseen('vfs_delete', { paths });
  expect(words).toBe(`Put /t1, /t2, /t3, /t4, /t5, \`/plan \\u{20}A\` and ${paths.at(-1)} into the trash`);
  for (const path of paths) await trashFile(files.vfs, files.access(), (await findAt(path)).id, 1);
  const restored = await foreseen('vfs_restore', { paths, publish: true });
  expect(restored.words).toContain(`/t5, \`/plan \\u{20}A\` and ${paths.at(-1)}, also where others read it`);
});
