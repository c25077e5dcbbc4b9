import { afterEach, beforeEach, expect, it } from 'vitest';
import { parsePath } from '../paths/namespace-path.js';
import { openTestFiles, type TestFiles } from '../testing/open-test-files.js';
import type { FileRow } from '../types.js';
import { watchFolder } from './watch.js';

let files: TestFiles;
let file: FileRow;
beforeEach(async () => {
  files = await openTestFiles();
  file = await files.put('/a.txt', 'a');
});
afterEach(() => files.close());

const watch = (signal: AbortSignal, admit = async () => files.access()) =>
  watchFolder(files.vfs, parsePath('/'), admit, signal);
const change = (times = 1) => {
  const trx = {} as Parameters<typeof files.vfs.changes.note>[0];
  for (let n = 0; n < times; n++) files.vfs.changes.note(trx, { kind: 'changed', item: file });
  return { commit: () => files.vfs.changes.committed(trx) };
};

it('tells nothing before it is stored', async () => {
  const changes = (await watch(new AbortController().signal))[Symbol.asyncIterator]();
  change();
  const pending = changes.next();
  let told = false;
  void pending.then(() => {
    told = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toBe(false);
  change().commit();
  expect((await pending).value).toMatchObject({ kind: 'changed', path: '/a.txt', version: 1 });
});

it('ends when it is told to, before and while it waits', async () => {
  const early = (await watch(AbortSignal.abort()))[Symbol.asyncIterator]();
  expect((await early.next()).done).toBe(true);
  const stop = new AbortController();
  const waiting = (await watch(stop.signal))[Symbol.asyncIterator]().next();
  stop.abort();
  expect((await waiting).done).toBe(true);
});

it('keeps 1,000 changes for a slow reader, and says that later ones are lost', async () => {
  const changes = (await watch(new AbortController().signal))[Symbol.asyncIterator]();
  change(1_001).commit();
  for (let n = 0; n < 1_000; n++) expect((await changes.next()).done).toBe(false);
  await expect(changes.next()).rejects.toMatchObject({ code: 'unavailable' });
});

it('tells nothing more to whom it is no longer granted', async () => {
  let scopes = ['fs/list'];
  const admit = async () => files.access(undefined, { scopes });
  const changes = (await watch(new AbortController().signal, admit))[Symbol.asyncIterator]();
  scopes = [];
  change().commit();
  expect((await changes.next()).done).toBe(false);
  files.advance(60_000);
  change().commit();
  await expect(changes.next()).rejects.toMatchObject({ code: 'forbidden' });
  await expect(watch(new AbortController().signal, admit)).rejects.toMatchObject({ code: 'forbidden' });
});
