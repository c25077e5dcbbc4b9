import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestCli, testCli } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vfsPlugin from '../index.js';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

const host = { loadPlugins: async () => [vfsPlugin] };

/** What Python reads of an archive, after it has held every checksum: texts of small entries, SHA-256 of all. */
const READ = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: {
        "sha256": hashlib.sha256(archive.read(name)).hexdigest(),
        "text": archive.read(name).decode() if archive.getinfo(name).file_size < 200000 else None,
    } for name in archive.namelist()}))
`;

async function readByPython(
  archive: string,
): Promise<Record<string, { sha256: string; text: string | null }>> {
  const { stdout } = await promisify(execFile)('python3', ['-c', READ, archive]);
  return JSON.parse(stdout);
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

describe('oracle files export', () => {
  let vfs: VfsApp;
  let cli: TestCli;
  beforeAll(async () => {
    vfs = await startVfsApp();
    const { secret } = await vfs.key('fs/write', 'fs/delete');
    cli = testCli({ env: { ORACLE_TOKEN: secret } });
  });
  afterAll(async () => {
    cli.remove();
    await vfs.close();
  });
  const run = async (...words: string[]) => {
    const [out, err] = [cli.out().length, cli.err().length];
    const code = await cli.run(['files', ...words, '--url', vfs.url], host);
    return { code, out: cli.out().slice(out), err: cli.err().slice(err) };
  };
  const put = async (path: string, content: string) => {
    await writeFile(join(cli.dir, 'local'), content);
    expect((await run('put', 'local', path, '--overwrite')).code, path).toBe(0);
  };

  it('saves an empty namespace as a description of nothing', async () => {
    expect(await run('export')).toMatchObject({ code: 0, out: `${join(cli.dir, 'files.zip')}\n` });
    const entries = await readByPython(join(cli.dir, 'files.zip'));
    expect(Object.keys(entries)).toEqual(['manifest.json']);
    expect(JSON.parse(entries['manifest.json']?.text ?? '')).toMatchObject({
      namespace: vfs.namespace,
      files: [],
    });
  });

  it('saves every file with its versions, as another program reads them', async () => {
    const large = 'x'.repeat(300_000);
    for (const content of ['one', 'two', large]) await put('/docs/ä b.txt', content);
    // Eleven versions: their numbers stand in the archive in the order of their digits.
    for (let each = 1; each <= 11; each += 1) await put('/docs-a.txt', `a${each}`);
    await put('/.hidden', '');
    await put('/gone.txt', 'in the trash');
    await run('rm', '/gone.txt');
    // More files than one page.
    for (let each = 0; each < 60; each += 1) await put(`/many/${each}`, String(each));

    expect(await run('export', vfs.namespace, '--to', 'all.zip')).toMatchObject({
      code: 0,
      out: `${join(cli.dir, 'all.zip')}\n`,
    });
    const entries = await readByPython(join(cli.dir, 'all.zip'));
    expect(entries['files/docs/ä b.txt']?.sha256).toBe(sha256(large));
    expect(entries['versions/1/docs/ä b.txt']?.text).toBe('one');
    expect(entries['versions/2/docs/ä b.txt']?.text).toBe('two');
    expect(entries['versions/10/docs-a.txt']?.text).toBe('a10');
    expect(entries['files/docs-a.txt']?.text).toBe('a11');
    expect(entries['files/.hidden']?.text).toBe('');
    expect(entries['files/many/59']?.text).toBe('59');
    expect(Object.keys(entries).some((name) => name.includes('gone'))).toBe(false);

    const { files } = JSON.parse(entries['manifest.json']?.text ?? '');
    expect(files).toHaveLength(63);
    const told = files.flatMap((file: { versions: unknown[] }) => file.versions);
    for (const { entry, sha256: hash, size, cid, createdAt } of told) {
      expect(entries[entry]?.sha256, entry).toBe(hash);
      expect({ size, cid, createdAt }, entry).toEqual({
        size: expect.any(Number),
        cid: expect.stringMatching(/^bafkrei/),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
    }
    expect(told).toHaveLength(Object.keys(entries).length - 1);
    expect((await stat(join(cli.dir, 'all.zip'))).mode & 0o777).toBe(0o600);
  });

  it('replaces nothing, leaves nothing of what was refused, and shows no other namespace', async () => {
    await writeFile(join(cli.dir, 'kept.zip'), 'as it was');
    expect(await run('export', '--to', 'kept.zip')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there already'),
    });
    expect((await stat(join(cli.dir, 'kept.zip'))).size).toBe('as it was'.length);
    expect(await run('export', 'user:z6MkSomebodyElse')).toMatchObject({ code: 1, out: '' });
    expect(await run('export', '../../etc')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no namespace'),
    });
    expect((await readdir(cli.dir)).filter((name) => name.includes('part'))).toEqual([]);
    expect(existsSync(join(cli.dir, 'user-z6MkSomebodyElse.zip'))).toBe(false);
  });

  it('does not replace a file that comes while it is saved', async () => {
    const server = createServer((_request, response) => {
      writeFileSync(join(cli.dir, 'meanwhile.zip'), 'theirs');
      response.end('ours');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await cli.run(['files', 'export', '--to', 'meanwhile.zip', '--url', url], host)).toBe(1);
    } finally {
      server.close();
    }
    expect(await readFile(join(cli.dir, 'meanwhile.zip'), 'utf8')).toBe('theirs');
    expect((await readdir(cli.dir)).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('is the same archive until something changes, so that it can be resumed', async () => {
    const key = await vfs.key('fs/write');
    const whole = await key('GET', '/api/fs/export');
    const etag = whole.headers.get('etag') ?? '';
    const rest = await key('GET', '/api/fs/export', { headers: { Range: 'bytes=100-', 'If-Range': etag } });
    expect(rest.status).toBe(206);
    expect(rest.bytes.equals(whole.bytes.subarray(100))).toBe(true);
    await put('/changes.txt', 'something');
    expect((await key('GET', '/api/fs/export')).headers.get('etag')).not.toBe(etag);
  });

  it('is refused to a credential that does not show all', async () => {
    const grants = [
      { can: 'fs/read', with: 'ixo:filesystem/docs', hidden: ['*'] },
      { can: 'fs/read' },
      { can: 'fs/list', hidden: ['*'] },
    ];
    for (const grant of grants)
      expect((await vfs.ucan(grant)('GET', '/api/fs/export')).status, JSON.stringify(grant)).toBe(403);
    expect((await vfs.ucan({ can: 'fs/read', hidden: ['*'] })('GET', '/api/fs/export')).status).toBe(200);
    expect((await vfs.anyone('GET', '/api/fs/export')).status).toBe(401);
  });

  it('is refused with the setting that allows more', async () => {
    const small = await startVfsApp({ zipMaxFiles: 1 });
    try {
      const key = await small.key('fs/write');
      for (const path of ['/a', '/b']) await key('POST', `/api/fs/files?path=${path}`, { body: 'x' });
      const answer = await key('GET', '/api/fs/export');
      expect({ status: answer.status, hint: answer.at('hint') }).toEqual({
        status: 413,
        hint: expect.stringContaining('plugins.vfs.zipMaxFiles'),
      });
    } finally {
      await small.close();
    }
  });
});
