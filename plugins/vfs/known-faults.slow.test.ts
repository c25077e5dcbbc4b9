import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { parse } from 'content-disposition';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, startVfsApp, type VfsApp } from './testing/vfs-app.js';

/** Faults that people reported of other file servers; what is reported is named beside each. Others stand beside the code. */
describe('what went wrong elsewhere', () => {
  let vfs: VfsApp;
  let write: Caller;
  let del: Caller;
  let dir = '';
  let count = 0;
  beforeAll(async () => {
    vfs = await startVfsApp({ maxFileBytes: 1_000_000 });
    write = vfs.ucan({ can: 'fs/write' });
    del = vfs.ucan({ can: 'fs/delete' });
  });
  afterAll(() => vfs.close());
  beforeEach(() => {
    count += 1;
    dir = `/fault-${count}`;
  });

  const q = encodeURIComponent;
  const put = async (path: string, body: string | Uint8Array = 'x', query = '', type = 'text/plain') => {
    const headers = { 'Content-Type': type };
    const answer = await write('POST', `/api/fs/files?path=${q(path)}${query}`, { body, headers });
    expect(answer.status, answer.text).toBe(201);
    return answer.json as unknown as { id: string; cid: string };
  };
  const publish = async (path: string, value = true) =>
    (await write('PUT', `/api/fs/folders/public?path=${q(path)}&public=${value}`)).json as unknown as {
      id: string;
    };
  const get = (path: string, headers: Record<string, string> = {}) => vfs.anyone('GET', path, { headers });
  const listed = async (path: string) =>
    (
      (await get(`/public/list/${vfs.namespace}?path=${q(path)}`)).json['files'] as unknown as {
        path: string;
      }[]
    ).map((file) => file.path);

  // github.com/1mancompany/OneManCompany/pull/265, github.com/rommapp/romm/pull/3171
  it('a folder whose name no header can hold as it is comes down under that name', async () => {
    for (const name of ['报告', 'ünï "q" %41', 'x'.repeat(200), 'a;b=c', '\u202egnp']) {
      await put(`${dir}/${name}/文件.txt`);
      const { id } = await publish(`${dir}/${name}`);
      const answer = await get(`/public/folder/id/${id}`);
      expect(answer.status).toBe(200);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(parse(disposition)).toEqual({
        type: 'attachment',
        parameters: expect.objectContaining({ filename: `${name}.zip` }),
      });
      // Bit 11 says UTF-8, in the local and in the central header.
      for (const [signature, at] of [
        [0x04034b50, 6],
        [0x02014b50, 8],
      ] as const) {
        const found = answer.bytes.indexOf(Buffer.from(new Uint32Array([signature]).buffer));
        expect(answer.bytes.readUInt16LE(found + at) & 0x800).toBe(0x800);
      }
    }
  });

  // github.com/golang/vulndb/issues/4585 (GHSA-mr74-928f-rw69)
  it('a shared folder shares neither its siblings nor what is above, through any door', async () => {
    const inside = await put(`${dir}/shared/in.txt`, 'in');
    for (const path of ['beside.txt', 'shared2/a.txt', 'shared.txt', 'share/a.txt'])
      await put(`${dir}/${path}`, 'out');
    await publish(`${dir}/shared`);
    expect(await listed(dir)).toEqual([`${dir}/shared/in.txt`]);
    expect(await listed(`${dir}/share`)).toEqual([]);
    for (const path of ['beside.txt', 'shared2/a.txt', 'shared.txt', 'share/a.txt', 'shared/../beside.txt'])
      expect((await get(`/public/${vfs.namespace}${dir}/${path}`)).status, path).toBe(404);
    const above = await get(`/public/folder/${vfs.namespace}${dir}`);
    expect(above.bytes.includes('in.txt')).toBe(true);
    for (const name of ['beside', 'shared2', 'shared.txt', 'out'])
      expect(above.bytes.includes(name), name).toBe(false);
    for (const folder of ['shared2', 'share'])
      expect((await get(`/public/folder/${vfs.namespace}${dir}/${folder}`)).status).toBe(404);
    expect((await get(`/public/id/${inside.id}`)).text).toBe('in');
  });

  // github.com/golang/vulndb/issues/5458 (GHSA-j9jx-hp4c-ghhh), /5383 (CVE-2026-44542)
  it('no place that takes a path takes one that climbs, is joined or is normalised', async () => {
    const { id } = await put(`${dir}/a.txt`);
    const climbing = [
      '../x',
      '/../x',
      `${dir}/../x`,
      `${dir}/./x`,
      `${dir}//x`,
      `${dir}/x/`,
      `${dir}/x\\y`,
      `${dir}/\u0000`,
    ];
    const json = (body: object) => ({ body });
    const upload = (path: string) => ({
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '1',
        'Upload-Metadata': `path ${Buffer.from(path).toString('base64')}`,
      },
    });
    for (const path of climbing) {
      const doors: [Caller, string, string, object?][] = [
        [write, 'POST', `/api/fs/files?path=${q(path)}`],
        [write, 'GET', `/api/fs/content?path=${q(path)}`],
        [write, 'GET', `/api/fs/files?path=${q(path)}`],
        [write, 'GET', `/api/fs/tree?path=${q(path)}`],
        [write, 'GET', `/api/fs/grep?q=x&path=${q(path)}`],
        [write, 'GET', `/api/fs/search?q=x&path=${q(path)}`],
        [write, 'GET', `/api/fs/folder/download?path=${q(path)}`],
        [write, 'PUT', `/api/fs/folders/public?public=true&path=${q(path)}`],
        [write, 'PUT', `/api/fs/folders/hidden?hidden=true&path=${q(path)}`],
        [write, 'PUT', '/api/fs/folders/path', json({ from: dir, to: path })],
        [write, 'PUT', '/api/fs/folders/path', json({ from: path, to: `${dir}-2` })],
        [write, 'PATCH', `/api/fs/files/${id}/path`, json({ path })],
        [write, 'POST', `/api/fs/files/${id}/restore?path=${q(path)}`],
        [write, 'POST', '/api/fs/upload', upload(path)],
        [del, 'DELETE', `/api/fs/folders?path=${q(path)}`],
        [vfs.anyone, 'GET', `/public/list/${vfs.namespace}?path=${q(path)}`],
      ];
      for (const [caller, method, door, call] of doors)
        expect((await caller(method, door, call)).status, `${method} ${door} ${path}`).toBe(400);
    }
    const moved = await write(
      'POST',
      '/api/fs/batch/move',
      json({ items: [{ id, destinationPath: '/../x' }] }),
    );
    expect(moved.json).toMatchObject({ failed: 1, results: [{ status: 400 }] });
  });

  // github.com/haiwen/seafile/issues/2331, github.com/nextcloud/server/issues/8154, github.com/owncloud/core/issues/15139
  it('what is unpublished or trashed is gone behind every door at once', async () => {
    const doorsOf = (file: { id: string; cid: string }, folder: string, path: string) => [
      `/public/id/${file.id}`,
      `/public/cid/${file.cid}`,
      `/public/${vfs.namespace}${path}`,
      `/public/folder/id/${folder}`,
      `/public/folder/${vfs.namespace}${dir}/f`,
    ];
    const statuses = (doors: readonly string[]) =>
      Promise.all(doors.map(async (door) => (await get(door)).status));
    const path = `${dir}/f/deep/a.txt`;
    const file = await put(path, 'only here');
    const { id } = await publish(`${dir}/f`);
    const doors = doorsOf(file, id, path);
    expect(await statuses(doors)).toEqual([200, 200, 200, 200, 200]);
    await publish(`${dir}/f`, false);
    expect(await statuses(doors)).toEqual([404, 404, 404, 404, 404]);
    expect(await listed(dir)).toEqual([]);
    await publish(`${dir}/f`);
    await del('DELETE', `/api/fs/files/${file.id}`);
    expect(await statuses(doors)).toEqual([404, 404, 404, 404, 404]);
    expect(await listed(dir)).toEqual([]);
  });

  // github.com/afreidah/s3-orchestrator/issues/660, github.com/InsForge/InsForge/pull/1960
  it('a cursor that is garbled or of another listing is refused, not guessed at', async () => {
    for (const name of ['a', 'b', 'c']) await put(`${dir}/${name}`);
    await put(`${dir}-other/a`);
    const list = vfs.ucan({ can: 'fs/list' });
    for (const cursor of ['', 'abc', '/', dir, `${dir}-other/a`, `${dir}/../a`, `${dir}/a/`]) {
      for (const door of ['tree?path=', 'files?path=', 'glob?pattern=']) {
        const pattern = door.startsWith('glob') ? `${dir}/*` : dir;
        const answer = await list('GET', `/api/fs/${door}${q(pattern)}&limit=1&cursor=${q(cursor)}`);
        expect(answer.status, `${door} ${cursor}`).toBe(400);
        expect(answer.json['errors']).toMatchObject([{ field: 'cursor' }]);
      }
    }
    const page = await list('GET', `/api/fs/glob?pattern=${q(`${dir}/*`)}&limit=2`);
    const next = await list(
      'GET',
      `/api/fs/glob?pattern=${q(`${dir}/*`)}&limit=2&cursor=${q(String(page.json['cursor']))}`,
    );
    expect(next.json['files']).toMatchObject([{ path: `${dir}/c` }]);
    // A file that has gone meanwhile is still a place to go on after.
    expect(
      (await list('GET', `/api/fs/tree?path=${dir}&cursor=${q(`${dir}/bb`)}`)).json['nodes'],
    ).toHaveLength(1);
    expect((await list('GET', '/api/fs/trash?cursor=abc')).status).toBe(400);
  });

  // github.com/cloudreve/cloudreve/issues/623, github.com/materials-commons/materialscommons.org/issues/365
  it('an upload that breaks off was never visible, not even while it came, and keeps no disk', async () => {
    const blobs = async () =>
      (await readdir(join(vfs.dataDir, 'blobs'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length;
    const before = await blobs().catch(() => 0);
    const path = `${dir}/partial.bin`;
    const token = await vfs.token({ can: 'fs/write' });
    const sending = request(`${vfs.url}/api/fs/files?path=${path}&public=true`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan', 'Content-Length': '900000' },
    });
    sending.on('error', () => undefined);
    sending.write(randomBytes(600_000));
    await expect.poll(() => blobs().catch(() => 0)).toBeGreaterThan(before);
    expect((await get(`/public/${vfs.namespace}${path}`)).status).toBe(404);
    expect((await write('GET', `/api/fs/content?path=${path}`)).status).toBe(404);
    sending.destroy();
    await expect.poll(() => blobs().catch(() => 0)).toBe(before);
    expect((await write('GET', `/api/fs/content?path=${path}`)).status).toBe(404);
    const { id } = await put(path, 'whole');
    expect((await write('GET', `/api/fs/files/${id}`)).json).toMatchObject({ version: 1, public: false });
  });

  it('a body of unknown length that grows too large is cut off with 413 and leaves nothing', async () => {
    const pieces = async function* () {
      for (let sent = 0; sent < 30; sent++) yield randomBytes(100_000);
    };
    const response = await fetch(`${vfs.url}/api/fs/files?path=${dir}/endless`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await vfs.token({ can: 'fs/write' })}`, 'X-Auth-Type': 'ucan' },
      body: pieces() as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit).catch((error: unknown) => error);
    // The answer may be lost when the client is still sending; the file must be.
    if (response instanceof Response) expect(response.status).toBe(413);
    expect((await write('GET', `/api/fs/content?path=${dir}/endless`)).status).toBe(404);
  });

  // github.com/pulsejet/memories/pull/1707, github.com/windows7lake/flutter_video_caching/pull/49
  it('any satisfiable range is 206 with a validator, the whole from the first byte too', async () => {
    const { id, cid } = await put(`${dir}/video.mp4`, 'moving pictures', '&public=true', 'video/mp4');
    const answer = await get(`/public/id/${id}`, { Range: 'bytes=0-' });
    expect([answer.status, answer.text]).toEqual([206, 'moving pictures']);
    expect(answer.headers.get('content-range')).toBe('bytes 0-14/15');
    const head = await vfs.anyone('HEAD', `/public/id/${id}`);
    for (const { headers } of [answer, head])
      expect([headers.get('etag'), headers.get('accept-ranges')]).toEqual([`"${cid}"`, 'bytes']);
  });

  // github.com/multica-ai/multica/issues/3022, github.com/gtsteffaniak/filebrowser/pull/2377
  it('what a browser would run is handed out as a download that runs nothing', async () => {
    for (const [name, type] of [
      ['a.svg', 'image/svg+xml'],
      ['a.html', 'text/html'],
      ['a.xhtml', 'application/xhtml+xml'],
      ['a.js', 'text/javascript'],
      ['a.pdf', 'application/pdf'],
    ] as const) {
      const { id } = await put(`${dir}/${name}`, '<svg onload="alert(1)"/>', '&public=true', type);
      const { headers } = await get(`/public/id/${id}`);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    }
  });

  // github.com/hasamba/DFIR-Companion/pull/732, github.com/ThinkEx-OSS/thinkex/pull/730
  it('a name that climbs or is empty is refused where it is given, so that no archive holds one', async () => {
    for (const name of ['..', '.', '', 'a\\b', 'a\u0007', '\ud800'])
      expect(
        (await write('POST', `/api/fs/files?path=${q(`${dir}/`)}${encoded(name)}`, { body: 'x' })).status,
      ).toBe(400);
  });
});

/** `encodeURIComponent` refuses half a character, which a client may send all the same. */
function encoded(name: string): string {
  return name === '\ud800' ? '%ED%A0%80' : encodeURIComponent(name);
}
