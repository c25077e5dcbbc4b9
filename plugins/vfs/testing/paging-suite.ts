import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { expect, it } from 'vitest';
import { moveFile } from '../drive/move.js';
import { trashFile } from '../drive/trash.js';
import { createFile } from '../drive/write.js';
import { parentOf, parsePath, ROOT } from '../paths/namespace-path.js';
import type { FileTable } from '../store/tables.js';
import { openTestFiles, source, type TestFiles } from './open-test-files.js';

const BATCH = 50;

/** Rows of files without bytes, quickly. */
async function insertRows(files: TestFiles, paths: readonly string[]): Promise<void> {
  const { namespace } = files.access();
  const rows = paths.map((text): Selectable<FileTable> => {
    const path = parsePath(text);
    return {
      id: randomUUID(),
      namespace,
      path,
      parent: parentOf(path),
      own_public: 1,
      own_hidden: 0,
      public: 1,
      hidden: 0,
      version: 1,
      size: 0,
      mime_type: 'text/plain',
      content_hash: '',
      cid: '',
      crc32: 0,
      blob: randomUUID(),
      wrapped_key: '',
      created_at: 0,
      updated_at: 0,
      created_by: '',
      updated_by: '',
      trashed_at: null,
    };
  });
  await files.db.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += BATCH)
      await trx
        .insertInto('vfs_files')
        .values(rows.slice(at, at + BATCH))
        .execute();
  });
}

/** Walks all pages of many files while others come, go and are renamed. */
export function pagesExactlyOnce(count: number): void {
  it(`shows each of ${count} files that stay exactly once while others come, go and move`, async () => {
    const files = await openTestFiles();
    try {
      const access = files.access();
      const { namespace } = access;
      // In no order, over folders, with names whose order in UTF-8 is not that of UTF-16.
      const letters = ['a', 'z', 'é', '文', '\u{1f600}', '\uffee', '-', '.x', '_'];
      const stable = Array.from(
        { length: count },
        (_, n) => `/d${n % 7}/${letters[n % letters.length]}${randomBytes(3).toString('hex')}-${n}`,
      );
      await insertRows(files, stable);
      const moving: string[] = [];
      for (let n = 0; n < 40; n++) {
        const path = parsePath(`/d${n % 7}/moving-${randomBytes(4).toString('hex')}`);
        moving.push((await createFile(files.vfs, access, { path, source: source('x') })).id);
      }
      const seen = new Map<string, number>();
      const page = { namespace, path: ROOT, view: 'flat', limit: 500, revealed: [ROOT] } as const;
      let after: string | undefined;
      let pages = 0;
      for (;;) {
        const rows = await files.vfs.files.listFiles({ ...page, ...(after === undefined ? {} : { after }) });
        for (const { path } of rows) seen.set(path, (seen.get(path) ?? 0) + 1);
        const last = rows.at(-1)?.path;
        if (last === undefined) break;
        if (after !== undefined) expect(Buffer.compare(Buffer.from(last), Buffer.from(after))).toBe(1);
        after = last;
        pages += 1;
        await change(files, moving, pages);
      }
      expect(pages).toBeGreaterThanOrEqual(Math.floor(count / 500));
      expect(stable.filter((path) => seen.get(path) !== 1)).toEqual([]);
    } finally {
      await files.close();
    }
  }, 120_000);
}

/** A file comes, one goes, one moves, all to anywhere. */
async function change(files: TestFiles, moving: string[], round: number): Promise<void> {
  const access = files.access();
  const somewhere = () => parsePath(`/d${randomInt(8)}/moving-${randomBytes(4).toString('hex')}`);
  const id = moving[round % moving.length];
  if (id !== undefined) await moveFile(files.vfs, access, id, { to: somewhere() });
  const gone = moving.length > 5 ? moving.shift() : undefined;
  if (gone !== undefined) await trashFile(files.vfs, access, gone);
  moving.push((await createFile(files.vfs, access, { path: somewhere(), source: source('x') })).id);
}
