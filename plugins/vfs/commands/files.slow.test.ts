import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestCli, testCli } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vfsPlugin from '../index.js';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

/** Passes bytes on, and tears a connection once for each number, when so many went up, or came down. */
async function tornProxy(url: string, up: number[], down: number[] = []) {
  const { port } = new URL(url);
  let broken = 0;
  const server = createTcpServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    const tear = (from: Socket, to: Socket, limits: number[]) => {
      let bytes = 0;
      from.on('data', (chunk) => {
        bytes += chunk.length;
        if (limits[0] !== undefined && bytes > limits[0]) {
          limits.shift();
          broken += 1;
          client.destroy();
          upstream.destroy();
        } else if (!to.write(chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
    };
    tear(client, upstream, up);
    tear(upstream, client, down);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, broken: () => broken, close: () => server.close() };
}

const host = { loadPlugins: async () => [vfsPlugin] };

describe('oracle files', () => {
  let vfs: VfsApp;
  let cli: TestCli;
  let args: string[];
  let token: string;
  beforeAll(async () => {
    vfs = await startVfsApp();
    const { secret } = await vfs.key('fs/write', 'fs/delete');
    token = secret;
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
    expect((await run('ls', '/docs/')).out).toContain('/docs/a.txt');
    expect((await run('ls', '/')).out).toContain('/docs/ ');
    expect((await run('ls', '/docs/a.txt')).out).toMatch(/\/docs\/a\.txt +10 +\S+ \S+ +private/);
    expect((await run('get', '/docs/a.txt')).out).toBe('some text\n');
    expect((await run('get', '/docs/a.txt', '-')).out).toBe('some text\n');
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
      err: expect.stringContaining('no such file or folder'),
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

  it('makes folders, copies, moves and brings back', async () => {
    await writeFile(join(cli.dir, 'd.txt'), 'd');
    expect(await run('mkdir', '/made')).toMatchObject({ code: 0, out: '/made\n' });
    expect((await run('mkdir', '/made')).err).toContain('already');
    await run('put', 'd.txt', '/made/d.txt');
    expect((await run('cp', '/made', '/copy')).out).toBe('/copy\n');
    expect((await run('cp', '/made/d.txt', '/copy/d.txt')).code).toBe(1);
    expect((await run('mv', '/copy/d.txt', '/copy/e.txt')).code).toBe(0);
    expect((await run('mv', '/copy', '/moved')).out).toBe('/moved\n');
    expect((await run('get', '/moved/e.txt')).out).toBe('d');
    await run('rm', '/moved', '/made/d.txt');
    expect((await run('restore', '/made/d.txt')).out).toBe('/made/d.txt\n');
    expect(await run('restore', '/moved')).toMatchObject({
      out: '/moved\n',
      err: '1 file is there again.\n',
    });
    expect((await run('restore', '/moved')).code).toBe(1);
  });

  it('goes on with an upload that broke off, and with a download', async () => {
    const content = randomBytes(17 * 1024 * 1024);
    const local = join(cli.dir, 'large.bin');
    await writeFile(local, content);
    const torn = await tornProxy(vfs.url, [3_000_000]);
    try {
      expect(
        await cli.run(['files', 'put', 'large.bin', '/large.bin', '--url', torn.url], host),
        cli.err(),
      ).toBe(0);
      expect(torn.broken()).toBe(1);
    } finally {
      torn.close();
    }
    expect(existsSync(`${local}.oracle-upload`)).toBe(false);
    const again = await tornProxy(vfs.url, [], [5_000_000]);
    try {
      expect(await cli.run(['files', 'get', '/large.bin', 'back.bin', '--url', again.url], host)).toBe(0);
      expect(again.broken()).toBe(1);
    } finally {
      again.close();
    }
    expect((await readFile(join(cli.dir, 'back.bin'))).equals(content)).toBe(true);

    // What another run left: it goes on there.
    const headers = { Authorization: `Bearer ${token}`, 'Tus-Resumable': '1.0.0' };
    const metadata = `path ${Buffer.from('/second.bin').toString('base64')}`;
    const begun = await fetch(`${vfs.url}/api/fs/upload`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': String(content.length), 'Upload-Metadata': metadata },
    });
    const location = begun.headers.get('location') ?? '';
    const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const body = content.subarray(0, 1_000_000);
    await fetch(vfs.url + location, { method: 'PATCH', headers: { ...headers, ...part }, body });
    const changed = Math.floor((await stat(local)).mtimeMs);
    const note = { url: vfs.url, path: '/second.bin', size: content.length, changed, location };
    await writeFile(`${local}.oracle-upload`, JSON.stringify(note));
    expect((await run('put', 'large.bin', '/second.bin')).out).toBe('/second.bin\n');
    const told = await fetch(vfs.url + location, { method: 'HEAD', headers });
    expect(told.headers.get('upload-offset')).toBe(String(content.length));
  });

  it('says which word is missing for what is hidden, and for what is there', async () => {
    await writeFile(join(cli.dir, 'secret'), 's');
    await run('put', 'secret', '/kept/.env');
    const missed = { code: 1, err: expect.stringMatching(/no such file or folder[\s\S]*--hidden/) };
    for (const word of ['publish', 'rm', 'get'])
      expect(await run(word, '/kept/.env'), word).toMatchObject(missed);
    expect(await run('mv', '/kept/.env', '/kept/env')).toMatchObject(missed);
    expect(await run('cp', '/kept/.env', '/kept/env')).toMatchObject(missed);
    expect(await run('publish', '/kept')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/hidden items[\s\S]*--hidden/),
    });
    expect(await run('publish', '/kept', '--hidden')).toMatchObject({
      code: 0,
      err: expect.stringContaining('/kept/.env'),
    });
    await run('put', 'secret', '/kept/seen');
    expect(await run('put', 'secret', '/kept/seen')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/exists[\s\S]*--overwrite/),
    });
    expect(await run('put', 'secret', '/kept/.env', '--overwrite')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/exists[\s\S]*--hidden/),
    });
  });

  it('says what is missing', async () => {
    expect(await run('put', 'nothing.txt', '/x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no file nothing.txt'),
    });
    expect((await run('ls', '/', '--json')).out).toContain('"path": "/b.txt"');
  });
});
