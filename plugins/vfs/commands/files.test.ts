import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestCli, testCli } from '../../../src/cli/test-cli.js';
import vfsPlugin from '../index.js';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

const host = { loadPlugins: async () => [vfsPlugin] };

describe('oracle files', () => {
  let vfs: VfsApp;
  let cli: TestCli;
  let args: string[];
  beforeAll(async () => {
    vfs = await startVfsApp();
    const { secret } = await vfs.key('fs/write', 'fs/delete');
    cli = testCli({ env: { ORACLE_TOKEN: secret } });
    args = ['--url', vfs.url];
  });
  afterAll(async () => {
    cli.remove();
    await vfs.close();
  });
  /** Runs a command and gives back what it printed anew. */
  const run = async (...words: string[]) => {
    const [out, err] = [cli.out().length, cli.err().length];
    const code = await cli.run(['files', ...words, ...args], host);
    return { code, out: cli.out().slice(out), err: cli.err().slice(err) };
  };

  it('puts, lists, shares, gets and removes a file', async () => {
    await writeFile(join(cli.dir, 'a.txt'), 'some text\n');
    expect(await run('put', 'a.txt', '/docs/a.txt')).toMatchObject({ code: 0, out: '/docs/a.txt\n' });
    expect((await run('ls', '/docs')).out).toMatch(/\/docs\/a\.txt +10 +\S+ \S+ +private/);
    expect((await run('get', '/docs/a.txt')).out).toBe('some text\n');
    expect(await run('share', '/docs/a.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('not public'),
    });

    const published = await run('publish', '/docs/a.txt');
    const link = published.out.trim();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/public\/id\/[0-9a-f-]{36}$/);
    expect(await (await fetch(link)).text()).toBe('some text\n');
    expect((await run('share', '/docs/a.txt')).out.trim()).toBe(link);
    expect(await run('unpublish', '/docs/a.txt')).toMatchObject({ code: 0, out: '' });
    expect((await fetch(link)).status).toBe(404);

    expect((await run('rm', '/docs/a.txt')).code).toBe(0);
    expect(await run('get', '/docs/a.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no such file'),
    });
  });

  it('replaces only when told to, there and here', async () => {
    await writeFile(join(cli.dir, 'b.txt'), 'one');
    await run('put', 'b.txt', '/b.txt');
    await writeFile(join(cli.dir, 'b.txt'), 'two');
    expect(await run('put', 'b.txt', '/b.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    });
    expect((await run('put', 'b.txt', '/b.txt', '--overwrite')).code).toBe(0);
    expect((await run('get', '/b.txt')).out).toBe('two');
    expect(await run('get', '/b.txt', 'b.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--force'),
    });
    expect((await run('get', '/b.txt', 'copy.txt')).code).toBe(0);
    expect(await readFile(join(cli.dir, 'copy.txt'), 'utf8')).toBe('two');
  });

  it('leaves nothing of a download that breaks off or arrives changed', async () => {
    const content = 'what was meant';
    const server = createServer((request, response) => {
      const torn = request.url?.includes('torn') === true;
      response.writeHead(200, {
        'Content-Length': torn ? 1_000 : content.length,
        'x-vfs-content-hash': createHash('sha256').update('another').digest('hex'),
      });
      response.write(content, () => (torn ? response.destroy() : response.end()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await writeFile(join(cli.dir, 'kept.txt'), 'as it was');
      for (const path of ['/torn.txt', '/changed.txt']) {
        expect(await cli.run(['files', 'get', path, 'kept.txt', '--force', '--url', url], host), path).toBe(
          1,
        );
        expect(await cli.run(['files', 'get', path, 'new.txt', '--url', url], host), path).toBe(1);
      }
      expect(await readFile(join(cli.dir, 'kept.txt'), 'utf8')).toBe('as it was');
      expect((await readdir(cli.dir)).filter((name) => /new|part/.test(name))).toEqual([]);
    } finally {
      server.close();
    }
  });

  it('publishes a folder, and nothing that only looks like a path', async () => {
    await writeFile(join(cli.dir, 'c.txt'), 'c');
    await run('put', 'c.txt', '/pub/c.txt');
    const { out } = await run('publish', '/pub');
    expect(out).toContain('/public/folder/id/');
    expect((await fetch(out.trim())).headers.get('content-type')).toBe('application/zip');
    expect(await run('unpublish', '/pub')).toMatchObject({ code: 0 });
    for (const path of ['/pub/*', '/none', 'pub'])
      expect(await run('publish', path), path).toMatchObject({ code: 1, out: '' });
    expect((await run('rm', '/pub')).code).toBe(0);
    expect((await run('ls', '/pub')).code).toBe(1);
  });

  it('says what is missing', async () => {
    expect(await run('put', 'nothing.txt', '/x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no file nothing.txt'),
    });
    expect((await run('ls', '/', '--json')).out).toContain('"path": "/b.txt"');
  });
});
