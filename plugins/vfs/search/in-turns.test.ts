import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveFolder } from '../drive/move.js';
import { linesOf } from '../drive/read.js';
import { parsePath } from '../paths/namespace-path.js';
import { openTestFiles, type TestFiles } from '../testing/open-test-files.js';
import type { Vfs } from '../vfs.js';
import { globFiles, grepFiles } from './find-text.js';
import { searchFiles } from './search-files.js';

let files: TestFiles;
beforeAll(async () => {
  files = await openTestFiles();
  const row = await files.db
    .selectFrom('vfs_files')
    .selectAll()
    .where('id', '=', (await files.put('/many/first.txt', 'a few words')).id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 3_000 }, (_, n) => {
    const path = `/many/${String(n).padStart(5, '0')}.txt`;
    return { ...row, id: `copy-${n}`, path, mime_type: 'image/png' };
  });
  for (let at = 0; at < rows.length; at += 500)
    await files.db
      .insertInto('vfs_files')
      .values(rows.slice(at, at + 500))
      .execute();
});
afterAll(() => files.close());

/** Turns that others had while `work` went on. */
async function turnsWithin(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let turns = 0;
  for (; !isOver; turns++) await setImmediate();
  await over;
  return turns;
}

/** Files whose pages each take longer than one piece of work may, on a machine of any speed. */
function slowPages(): Vfs {
  const longer = (): void => {
    for (const until = performance.now() + 10; performance.now() < until; );
  };
  const { files: stored } = files.vfs;
  const listFiles: typeof stored.listFiles = (page) => {
    longer();
    return stored.listFiles(page);
  };
  const listEntries: typeof stored.listEntries = (page) => {
    longer();
    return stored.listEntries(page);
  };
  return { ...files.vfs, files: { ...stored, listFiles, listEntries } };
}

it('others have their turns while many files are looked through', async () => {
  const vfs = slowPages();
  const access = files.access();
  const path = parsePath('/many');
  const found = [
    () => globFiles(vfs, access, { pattern: '/many/**/none*', limit: 10 }),
    () => grepFiles(vfs, access, { q: 'no such words', path, limit: 10 }),
    () => searchFiles(vfs, access, { q: 'nothing such', path, limit: 10 }),
  ];
  for (const work of found) expect(await turnsWithin(work())).toBeGreaterThan(2);
});

it('finds what stands in a line of any length, once a line, and by its number', async () => {
  const filler = 'x'.repeat(700_000);
  const text = `first needle\n${filler}needle${filler}needle${filler}\nlast needle`;
  await files.put('/long/a.txt', text, { mimeType: 'text/plain' });
  const grep = (q: string) =>
    grepFiles(files.vfs, files.access(), { q, path: parsePath('/long'), limit: 10 });
  expect((await grep('needle')).matches.map(({ line }) => line)).toEqual([1, 2, 3]);
  // Where one part ends and the next begins.
  for (const at of [0, 10, 17, 20]) {
    const path = `/edge/${at}.txt`;
    await files.put(path, `${'y'.repeat(256 * 1024 - at)}needle${filler}`, { mimeType: 'text/plain' });
    const request = { q: 'needle', path: parsePath(path), limit: 10 };
    expect((await grepFiles(files.vfs, files.access(), request)).matches).toHaveLength(1);
  }
});

it('tells of names that more files have than are shown', async () => {
  const hits = await searchFiles(files.vfs, files.access(), {
    q: 'many',
    path: parsePath('/many'),
    limit: 101,
  });
  expect(hits).toHaveLength(101);
});

it.each([
  ['', 0],
  ['one', 1],
  ['one\n', 1],
  ['one\r\ntwo\rthree\n\nfive', 5],
  ['\n\n', 2],
])('counts the lines of %j', (text, count) => {
  const { totalLines, text: shown, hasMore } = linesOf(text, 1, 2);
  expect([totalLines, shown.split('\n').filter((line) => line !== '').length, hasMore]).toEqual([
    count,
    Math.min(count, 2),
    count > 2,
  ]);
});

it('takes no half of a folder that moves meanwhile for the whole', async () => {
  const path = parsePath('/many');
  const access = files.access();
  const [there, elsewhere] = [path, parsePath('/elsewhere')];
  /** Moves the folder away after the first page of it, once. */
  function movedAway(): Vfs {
    let isThere = true;
    const listFiles: Vfs['files']['listFiles'] = async (page) => {
      if (page.after !== undefined && isThere) {
        isThere = false;
        await moveFolder(files.vfs, access, there, elsewhere);
      }
      return files.vfs.files.listFiles(page);
    };
    return { ...files.vfs, files: { ...files.vfs.files, listFiles } };
  }
  const back = () => moveFolder(files.vfs, access, elsewhere, there);
  expect(await grepFiles(movedAway(), access, { q: 'no such words', path, limit: 10 })).toEqual({
    matches: [],
    truncated: true,
  });
  await back();
  const request = { pattern: '/many/*0.txt', limit: 1_000 };
  expect((await globFiles(movedAway(), access, request)).items).toEqual([]);
  await back();
  expect((await globFiles(files.vfs, access, request)).items).toHaveLength(300);
});

it('misses no file that moves meanwhile from ahead to behind, or says that it may have', async () => {
  const access = files.access();
  const { id } = await files.put('/many/zz/needle.txt', 'x');
  /** Moves one folder of one file, after the first page, to where was looked already; back for the next look. */
  function movedBehind(): Vfs {
    let isMoved = false;
    const listFiles: Vfs['files']['listFiles'] = async (page) => {
      if (page.after !== undefined && !isMoved) {
        isMoved = true;
        await moveFolder(files.vfs, access, parsePath('/many/zz'), parsePath('/many/!a'));
      }
      return files.vfs.files.listFiles(page);
    };
    return { ...files.vfs, files: { ...files.vfs.files, listFiles } };
  }
  const request = { pattern: '/many/**/needle.txt', limit: 10 };
  expect((await globFiles(movedBehind(), access, request)).items.map((file) => file.id)).toEqual([id]);
  await moveFolder(files.vfs, access, parsePath('/many/!a'), parsePath('/many/zz'));
  const path = parsePath('/many');
  expect((await grepFiles(movedBehind(), access, { q: 'nowhere', path, limit: 10 })).truncated).toBe(true);
  // What moves elsewhere is nothing to it.
  await files.put('/other/b.txt', 'x');
  const since = files.vfs.changes.cursorOf();
  await moveFolder(files.vfs, access, parsePath('/other'), parsePath('/others'));
  expect(files.vfs.changes.movedWithin(since, access.namespace, path)).toBe(false);
});
