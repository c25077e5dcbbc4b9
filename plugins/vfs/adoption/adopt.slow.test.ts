import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestCli, testCli } from 'oracle-runtime/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import vfsPlugin from '../index.js';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

const host = { loadPlugins: async () => [vfsPlugin] };

describe('oracle files adopt', () => {
  let dataDir: string;
  let vfs: VfsApp;
  let cli: TestCli;
  /** The namespace of the identity that is gone. */
  let lost: string;
  /** The public link of a file in it. */
  let link: string;

  const start = (section: unknown = {}) => startVfsApp(section, undefined, { DATA_DIR: dataDir });
  /** The owner, signed in where the oracle runs. */
  const run = async (...words: string[]) => {
    const [out, err] = [cli.out().length, cli.err().length];
    const code = await cli.run(['files', ...words, '--url', vfs.url], host);
    return { code, out: cli.out().slice(out), err: cli.err().slice(err) };
  };
  /** Starts anew on the same data with another identity, or with the one that is given. */
  const replaceIdentity = async (identity?: Buffer) => {
    const path = join(dataDir, 'identity.json');
    const was = await readFile(path);
    await vfs.close();
    await rm(path);
    if (identity !== undefined) await writeFile(path, identity, { mode: 0o600 });
    vfs = await start();
    return was;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'adopt-'));
    vfs = await start();
    cli = testCli({ env: { DATA_DIR: dataDir } });
    lost = vfs.namespace;
    await writeFile(join(cli.dir, 'a.txt'), 'before');
    await run('put', 'a.txt', '/docs/a.txt');
    await run('put', 'a.txt', '/secret.txt');
    link = new URL((await run('publish', '/docs/a.txt')).out.trim()).pathname;
  });
  afterEach(async () => {
    cli.remove();
    await vfs.close();
    await rm(dataDir, { recursive: true });
  });

  it('gives the files of a replaced identity to the present owner, who reads and writes them', async () => {
    await replaceIdentity();
    expect(vfs.namespace).not.toBe(lost);
    expect((await fetch(vfs.url + link)).status).toBe(200);
    expect((await run('get', '/secret.txt')).code).toBe(1);
    expect((await run('get', '/secret.txt', '--namespace', lost)).code).toBe(1);
    expect((await run('adopt')).out).toContain(lost);

    expect(await run('adopt', lost)).toMatchObject({ code: 0, err: expect.stringContaining('is yours') });
    expect(await run('get', '/secret.txt', '--namespace', lost)).toMatchObject({ code: 0, out: 'before' });
    await writeFile(join(cli.dir, 'a.txt'), 'after');
    expect((await run('put', 'a.txt', '/docs/a.txt', '--overwrite', '--namespace', lost)).code).toBe(0);
    expect(await (await fetch(vfs.url + link)).text()).toBe('after');
    // In parts, where each request says whose files it means.
    const large = randomBytes(17 * 1024 * 1024);
    await writeFile(join(cli.dir, 'large.bin'), large);
    expect(await run('put', 'large.bin', '/large.bin', '--namespace', lost)).toMatchObject({ code: 0 });
    expect((await run('get', '/large.bin', 'back.bin', '--namespace', lost)).code).toBe(0);
    expect((await readFile(join(cli.dir, 'back.bin'))).equals(large)).toBe(true);
    expect(await run('export', lost, '--to', 'all.zip')).toMatchObject({ code: 0 });
    expect((await run('unpublish', '/docs/a.txt', '--namespace', lost)).code).toBe(0);
    expect((await fetch(vfs.url + link)).status).toBe(404);

    // It outlasts a start, and is the owner's own namespace no more than before.
    await vfs.close();
    vfs = await start();
    expect((await run('ls', '/', '--namespace', lost)).out).toContain('/secret.txt');
    expect((await run('ls')).out).not.toContain('/secret.txt');
    expect((await run('adopt')).out).toMatch(new RegExp(`${lost} .* \\d{4}-\\d\\d-\\d\\d`));
    const printed = cli.out().length;
    expect(await cli.run(['audit'], host)).toBe(0);
    expect(cli.out().slice(printed)).toMatch(new RegExp(`adopt .*${lost}/`));
  });

  it('makes them the owner’s own by every door, and takes that back', async () => {
    await replaceIdentity();
    await writeFile(join(cli.dir, 'new.txt'), 'since');
    await run('put', 'new.txt', '/new.txt');
    expect((await run('adopt', '--home')).code).toBe(1);
    expect(await run('adopt', lost, '--home')).toMatchObject({ code: 0 });
    expect((await run('adopt')).out).toMatch(new RegExp(`${lost} .* home`));

    const key = await vfs.key('*');
    const ucan = vfs.ucan({ can: 'fs/read' });
    const read = '/api/fs/content?path=/secret.txt';
    expect(await run('get', '/secret.txt')).toMatchObject({ code: 0, out: 'before' });
    expect((await key('GET', read)).text).toBe('before');
    expect((await ucan('GET', read)).text).toBe('before');
    expect((await vfs.ucan({ can: 'fs/read', with: 'ixo:filesystem/docs' })('GET', read)).status).toBe(403);
    const call = { name: 'vfs_read', arguments: { path: '/secret.txt' } };
    const headers = { Accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    for (const caller of [key, ucan])
      expect((await caller('POST', '/api/fs/mcp', { body, headers })).text).toContain('before');
    const { sessionId } = (await key('POST', '/sessions', { body: {} })).json;
    const message = 'Read the file /secret.txt';
    const answer = await key('POST', `/messages/${sessionId}`, { body: { message } });
    expect(answer.text).toContain('before');
    await run('put', 'new.txt', '/docs/b.txt');
    expect(await run('get', '/docs/b.txt', '--namespace', lost)).toMatchObject({ out: 'since' });
    // What they had before is still theirs, by its name.
    expect((await run('get', '/new.txt')).code).toBe(1);
    expect(await run('get', '/new.txt', '--namespace', vfs.namespace)).toMatchObject({ out: 'since' });

    expect((await run('adopt', vfs.namespace, '--home')).code).toBe(0);
    expect(await run('get', '/new.txt')).toMatchObject({ code: 0, out: 'since' });
    expect(await run('get', '/secret.txt', '--namespace', lost)).toMatchObject({ out: 'before' });
    await run('adopt', lost, '--home');
    expect((await run('adopt', lost, '--release')).code).toBe(0);
    expect(await run('get', '/new.txt')).toMatchObject({ code: 0, out: 'since' });
    expect((await run('get', '/secret.txt')).code).toBe(1);
    expect((await ucan('GET', read)).status).toBe(404);
  });

  it('shuts out whose they were, until they are given back', async () => {
    const first = await replaceIdentity();
    await run('adopt', lost);
    const second = await replaceIdentity(first);
    expect(await run('get', '/secret.txt')).toMatchObject({ code: 1, out: '' });
    await replaceIdentity(second);
    expect((await run('adopt', lost, '--release')).code).toBe(0);
    expect((await run('get', '/secret.txt', '--namespace', lost)).code).toBe(1);
    expect((await run('adopt', lost, '--release')).code).toBe(1);
    await replaceIdentity(first);
    expect(await run('get', '/secret.txt')).toMatchObject({ code: 0, out: 'before' });
  });

  it('is refused for one that is not there, for the own one, and to all but the owner', async () => {
    await replaceIdentity();
    await run('put', 'a.txt', '/mine.txt');
    expect(await run('adopt', vfs.namespace)).toMatchObject({
      code: 1,
      err: expect.stringContaining('your own'),
    });
    expect(await run('adopt', 'user:zNobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no such namespace'),
    });
    for (const name of ['entity:did:ixo:entity:x', 'nonsense', '']) {
      const answer = await run('adopt', name, '--release');
      expect(answer.code, name).toBe(1);
    }
    expect((await run('adopt', 'entity:did:ixo:entity:x')).err).toContain('user:');

    const key = await vfs.key('*');
    const ucan = vfs.ucan({ can: 'fs/*', hidden: ['*'] });
    for (const caller of [key, ucan, vfs.anyone]) {
      const tried = await caller('POST', '/api/fs/adoptions', { body: { namespace: lost } });
      expect([401, 403]).toContain(tried.status);
      expect([401, 403]).toContain((await caller('GET', '/api/fs/namespaces')).status);
      const back = await caller('DELETE', `/api/fs/adoptions?namespace=${encodeURIComponent(lost)}`);
      expect([401, 403]).toContain(back.status);
    }
    // Its own files are what a credential of another purpose reaches, also after the adoption.
    await run('adopt', lost);
    const there = `/api/fs/content?path=/secret.txt&namespace=${encodeURIComponent(lost)}`;
    expect((await ucan('GET', there)).status).toBe(403);
    expect((await vfs.anyone('GET', there)).status).toBe(401);
    expect((await key('GET', there)).text).toBe('before');
  });

  it('counts what was adopted as the oracle’s own, and not as a user’s', async () => {
    await replaceIdentity();
    await run('adopt', lost);
    await vfs.close();
    vfs = await start({ userQuotaBytes: 1, usersQuotaBytes: 1 });
    await writeFile(join(cli.dir, 'b.txt'), 'more than a user may have');
    expect(await run('put', 'b.txt', '/b.txt', '--namespace', lost)).toMatchObject({ code: 0 });
  });
});
