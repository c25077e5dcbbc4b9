import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sha256Hex } from 'oracle-runtime/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileOf } from '../store/rows.js';
import type { FileRow } from '../types.js';
import { dropExpiredUploads } from '../uploads/upload-store.js';
import { checkFlags } from './check-flags.js';
import { buildKilled, type KilledProcess } from './killed-process.js';
import { collect, openTestFiles, type TestFiles } from './open-test-files.js';

/** Kills a process that changes files, again and again, and looks each time at what it left. */
export function survivesKills(rounds: number): void {
  let dataDir: string;
  let killed: KilledProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vfs-crash-'));
    killed = await buildKilled('busy-writer');
  });
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true });
    await killed.remove();
  });

  it(
    `${rounds} kills in the middle of changes leave every file whole and nothing public that was not published`,
    async () => {
      let seen = 0;
      // Bytes never change, so what was found whole once need not be read again.
      const whole = new Set<string>();
      // On a busy machine a process may be killed before it has done much: then it takes more rounds.
      for (let round = 0; round < rounds || (seen <= rounds && round < 4 * rounds); round++) {
        await killed.runAndKill(dataDir, randomInt(5, 200));
        const files = await openTestFiles({ dataDir });
        try {
          seen = await checkEverything(files, whole);
        } finally {
          await files.close();
        }
      }
      expect(seen).toBeGreaterThan(rounds);
      await checkNothingIsLeftOver(dataDir);
    },
    30_000 + rounds * 10_000,
  );
}

/** @returns how many active files there are */
async function checkEverything(files: TestFiles, whole: Set<string>): Promise<number> {
  const rows = (await files.db.selectFrom('vfs_files').selectAll().execute()).map(fileOf);
  const active = rows.filter(({ trashedAt }) => trashedAt === undefined);
  for (const file of rows) {
    if (!whole.has(file.blob)) await checkContent(files, file);
    whole.add(file.blob);
  }
  for (const file of active) {
    const mayBePublic = file.name.startsWith('open-') || file.path.startsWith('/open/');
    if (file.public) expect(mayBePublic, file.path).toBe(true);
    if (file.ownPublic) expect(file.name, file.path).toMatch(/^open-/);
  }
  await files.vfs.pending.settleAll();
  await checkFlags(files.db);
  await checkUsage(files);
  await checkUploads(files);
  return active.length;
}

/** Every version that a row names is there to its last byte. */
async function checkContent(files: TestFiles, file: FileRow): Promise<void> {
  const bytes = await collect(files.vfs.files.open(file).read());
  expect(sha256Hex(bytes), file.path).toBe(file.contentHash);
  const { versions } = await files.db
    .selectFrom('vfs_versions')
    .select((eb) => eb.fn.countAll<number>().as('versions'))
    .where('file_id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(versions, file.path).toBe(file.version);
}

async function checkUsage(files: TestFiles): Promise<void> {
  const { bytes } = await files.db
    .selectFrom('vfs_versions')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  const rows = await files.db.selectFrom('vfs_namespaces').select('used_bytes').execute();
  expect(rows.reduce((sum, row) => sum + row.used_bytes, 0)).toBe(bytes ?? 0);
}

/** No upload has all its bytes and no file. */
async function checkUploads({ db }: TestFiles): Promise<void> {
  const whole = await db
    .selectFrom('vfs_uploads')
    .select('id')
    .whereRef('received', '=', 'size')
    .where('file_id', 'is', null)
    .execute();
  expect(whole).toEqual([]);
}

/** Blobs on disk that versions and uploads under way are made of. */
async function wantedBlobs({ db, vfs }: TestFiles): Promise<string[]> {
  const versions = await db.selectFrom('vfs_versions').select(['blob', 'size']).execute();
  const joined = await db.selectFrom('vfs_blob_parts').select(['part as blob', 'size']).execute();
  const wanted = [...versions.filter(({ blob }) => !blob.startsWith('joined-')), ...joined];
  return wanted.filter(({ size }) => size > vfs.files.smallBytes).map(({ blob }) => blob);
}

/** A day later, when nobody can be uploading or reading any more, only bytes of versions are there. */
async function checkNothingIsLeftOver(dataDir: string): Promise<void> {
  const files = await openTestFiles({ dataDir });
  try {
    files.advance(2 * 24 * 60 * 60 * 1_000);
    await dropExpiredUploads(files.vfs);
    files.advance(10 * 60 * 1_000);
    await files.vfs.sweep();
    const wanted = await wantedBlobs(files);
    const entries = await readdir(join(dataDir, 'blobs/vfs'), { recursive: true, withFileTypes: true });
    const present = entries.filter((entry) => entry.isFile()).map((entry) => basename(entry.name));
    expect(present.toSorted()).toEqual([...new Set(wanted)].toSorted());
    expect(await files.db.selectFrom('vfs_doomed_blobs').selectAll().execute()).toEqual([]);
  } finally {
    await files.close();
  }
}
