import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collect, openTestFiles } from './testing/open-test-files.js';

const BYTES = 6 * 1024 * 1024;

/** A disk of a few megabytes, where this process may mount one; undefined elsewhere. */
function mountSmallDisk(): string | undefined {
  const dir = mkdtempSync(join(tmpdir(), 'vfs-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', dir], { stdio: 'ignore' });
    return dir;
  } catch {
    rmSync(dir, { recursive: true });
    return undefined;
  }
}

const disk = process.getuid?.() === 0 ? mountSmallDisk() : undefined;

// A full disk as the blobs see it is tested everywhere, beside the code; this is the real thing, for root.
describe.runIf(disk !== undefined)('a full disk', () => {
  afterAll(() => {
    if (disk === undefined) return;
    // Lazily: libsql lets go of its file some time after it was closed.
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });

  it('refuses with 507, keeps what was there, leaves nothing, and works again once there is room', async () => {
    const files = await openTestFiles({ dataDir: disk ?? '' });
    const kept = randomBytes(500_000);
    const first = await files.put('/kept', kept);
    const blobs = () =>
      readdirSync(join(disk ?? '', 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
    await expect(files.put('/large', randomBytes(BYTES))).rejects.toMatchObject({ status: 507 });
    expect(blobs()).toHaveLength(1);
    let stored = 0;
    const fill = async () => {
      for (; ; stored++) await files.put(`/small/${stored}`, randomBytes(40_000));
    };
    await expect(fill()).rejects.toMatchObject({ status: 507 });
    expect(stored).toBeGreaterThan(10);
    const rows = await files.db.selectFrom('vfs_files').select('path').execute();
    expect(rows).toHaveLength(stored + 1);
    expect((await collect(files.vfs.files.open(first).read())).equals(kept)).toBe(true);
    rmSync(join(disk ?? '', 'blobs', 'vfs'), { recursive: true });
    await files.put('/again', randomBytes(40_000));
    await files.close();
  });
});
