import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

const run = promisify(execFile);
const FILES: Readonly<Record<string, Buffer>> = {
  'a.txt': Buffer.from('a'),
  'with space & more.txt': Buffer.from('named oddly'),
  'ünï.txt': Buffer.from('not ASCII'),
  'a:b': Buffer.from('reads like a scheme'),
  'deep/c:d': Buffer.from('another, further down'),
  'deep/er/b.bin': randomBytes(100_000),
  '.dotted/c.txt': Buffer.from('hidden, and public all the same'),
  'large.bin': randomBytes(8_000_000),
};

describe('unmodified programs', () => {
  let vfs: VfsApp;
  let dir: string;
  let base: string;
  let sealed: string;
  beforeAll(async () => {
    vfs = await startVfsApp();
    dir = await mkdtemp(join(tmpdir(), 'vfs-crawlers-'));
    const write = vfs.ucan({ can: 'fs/write', hidden: ['*'] });
    for (const [path, body] of Object.entries(FILES))
      await write('POST', `/api/fs/files?path=${encodeURIComponent(`/site/${path}`)}`, { body });
    await write('POST', '/api/fs/files?path=/private/secret.txt', { body: 'x' });
    await write('PUT', '/api/fs/folders/public?path=/site&public=true');
    base = `${vfs.url}/public/${vfs.namespace}/site/`;
    sealed = (await vfs.key('fs/write')).secret;
  }, 60_000);
  afterAll(async () => {
    await vfs.close();
    await rm(dir, { recursive: true, force: true });
  });

  /** All files below a directory, by path. */
  async function filesIn(root: string): Promise<Record<string, string>> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const found = files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const hash = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      return [path.slice(root.length + 1), hash] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }
  const expected = () =>
    Object.fromEntries(
      Object.entries(FILES).map(([path, body]) => [path, createHash('sha256').update(body).digest('hex')]),
    );

  it('wget -r walks a public folder', async () => {
    const root = join(dir, 'wget');
    await mkdir(root);
    const flags = [
      '-r',
      '-np',
      '-nH',
      '--cut-dirs=3',
      '-R',
      'index.html*',
      '-q',
      '--restrict-file-names=nocontrol',
    ];
    await run('wget', [...flags, '-P', root, base]);
    expect(await filesIn(root)).toEqual(expected());
  });

  it('rclone lists, copies and checks it', async () => {
    const { stdout } = await run('rclone', [
      'lsf',
      '-R',
      '--files-only',
      '--format',
      'ps',
      ':http:',
      '--http-url',
      base,
    ]);
    const listed = stdout.trim().split('\n').toSorted();
    expect(listed).toEqual(
      Object.entries(FILES)
        .map(([path, { length }]) => `${path};${length}`)
        .toSorted(),
    );
    const root = join(dir, 'rclone');
    await run('rclone', ['copy', ':http:', root, '--http-url', base, '-q']);
    expect(await filesIn(root)).toEqual(expected());
    await run('rclone', ['check', ':http:', root, '--http-url', base, '--download', '-q']);
  });

  it('curl goes on with a download, and uploads with the command that the refusal of a form names', async () => {
    const target = join(dir, 'large.bin');
    const large = FILES['large.bin'] ?? Buffer.alloc(0);
    await writeFile(target, large.subarray(0, 3_000_001));
    await run('curl', ['-sf', '-C', '-', '-o', target, `${base}large.bin`]);
    expect((await readFile(target)).equals(large)).toBe(true);
    const credential = ['-H', `Authorization: Bearer ${sealed}`];
    const url = `${vfs.url}/api/fs/files?path=/from-curl.txt`;
    const form = await run('curl', ['-s', '-F', `file=@${target}`, ...credential, url]);
    const { status, hint } = JSON.parse(form.stdout) as { status: number; hint: string };
    expect([status, hint]).toEqual([415, expect.stringContaining('--data-binary @FILE')]);
    const local = join(dir, 'from-curl.txt');
    await writeFile(local, 'line\r\nline\n');
    const stored = await run('curl', ['-sf', '-X', 'POST', '--data-binary', `@${local}`, ...credential, url]);
    expect(JSON.parse(stored.stdout)).toMatchObject({ size: 11, mimeType: 'text/plain; charset=utf-8' });
  });

  it('aria2c takes a file in pieces over several connections and verifies it', async () => {
    const large = FILES['large.bin'] ?? Buffer.alloc(0);
    const hash = createHash('sha256').update(large).digest('hex');
    const flags = ['-q', '-x4', '-s4', '-k1M', `--checksum=sha-256=${hash}`, '-d', dir, '-o', 'aria.bin'];
    await run('aria2c', [...flags, `${base}large.bin`]);
    expect((await readFile(join(dir, 'aria.bin'))).equals(large)).toBe(true);
  });
});
