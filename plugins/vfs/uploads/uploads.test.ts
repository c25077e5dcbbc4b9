import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startVfsApp, type VfsApp } from '../testing/vfs-app.js';

const TUS = { 'Tus-Resumable': '1.0.0' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('resumable uploads', () => {
  let vfs: VfsApp;
  let write: Caller;
  beforeAll(async () => {
    vfs = await startVfsApp({ quotaBytes: 20_000_000, maxFileBytes: 10_000_000 });
    write = vfs.ucan({ can: 'fs/write' });
  });
  afterAll(() => vfs.close());

  const begin = (path: string, size: number, more: Record<string, string> = {}, caller = write) =>
    caller('POST', '/api/fs/upload', {
      headers: {
        ...TUS,
        'Upload-Length': String(size),
        'Upload-Metadata': Object.entries({ path, ...more })
          .map(([key, value]) => `${key} ${base64(value)}`)
          .join(','),
      },
    });
  const patch = (location: string, offset: number, body: Uint8Array, caller = write) =>
    caller('PATCH', location, {
      body,
      headers: { ...TUS, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    });
  const offsetOf = async (location: string) =>
    (await write('HEAD', location, { headers: TUS })).headers.get('upload-offset');
  const read = (path: string) => vfs.ucan({ can: 'fs/read' })('GET', `/api/fs/content?path=${path}`);

  it('arrive in parts, each with a token of its own, and are one file at the end', async () => {
    const content = randomBytes(700_000);
    const begun = await begin('/tus/a.bin', content.length, {
      contentType: 'application/x-thing',
      public: 'true',
    });
    expect(begun.status).toBe(201);
    const location = begun.headers.get('location') ?? '';
    expect(await offsetOf(location)).toBe('0');
    const first = await patch(location, 0, content.subarray(0, 500_000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '500000']);
    expect((await read('/tus/a.bin')).status).toBe(404);
    const small = await patch(location, 500_000, content.subarray(500_000, 500_010));
    expect(small.status).toBe(204);
    const last = await patch(location, 500_010, content.subarray(500_010));
    expect([last.status, last.headers.get('upload-offset')]).toEqual([200, '700000']);
    const id = last.headers.get('x-vfs-file-id');
    expect(last.headers.get('x-vfs-cid')).toMatch(/^bafkrei/);
    const got = await vfs.anyone('GET', `/public/id/${id}`);
    expect(got.bytes.equals(content)).toBe(true);
    expect(got.headers.get('content-type')).toBe('application/x-thing');
  });

  it('go on where they were begun, for a client that follows the address alone', async () => {
    const { namespace } = vfs;
    const begun = await write('POST', `/api/fs/upload?namespace=${encodeURIComponent(namespace)}`, {
      headers: { ...TUS, 'Upload-Length': '3', 'Upload-Metadata': `path ${base64('/tus/placed.bin')}` },
    });
    const location = begun.headers.get('location') ?? '';
    expect(new URL(location, vfs.url).searchParams.get('namespace')).toBe(namespace);
    expect((await patch(location, 0, Buffer.from('abc'))).status).toBe(200);
    const part = await write('POST', `/api/fs/upload?namespace=${encodeURIComponent(namespace)}`, {
      headers: { ...TUS, 'Upload-Length': '3', 'Upload-Concat': 'partial' },
    });
    const at = part.headers.get('location') ?? '';
    await patch(at, 0, Buffer.from('abc'));
    const joined = await write('POST', '/api/fs/upload', {
      headers: {
        ...TUS,
        'Upload-Concat': `final;${vfs.url}${at}`,
        'Upload-Metadata': `path ${base64('/tus/joined-place.bin')}`,
      },
    });
    expect(joined.status).toBe(201);
  });

  it('make one file of their parts once: again it is the same, and for another path they are used up', async () => {
    const part = async (text: string) => {
      const begun = await write('POST', '/api/fs/upload', {
        headers: { ...TUS, 'Upload-Length': String(text.length), 'Upload-Concat': 'partial' },
      });
      const at = begun.headers.get('location') ?? '';
      await patch(at, 0, Buffer.from(text));
      return at;
    };
    const concat = `final;${await part('one')} ${await part('two')}`;
    const join = (metadata: Record<string, string>, more: Record<string, string> = {}) =>
      write('POST', '/api/fs/upload', {
        headers: {
          ...TUS,
          'Upload-Concat': concat,
          'Upload-Metadata': Object.entries(metadata)
            .map(([key, value]) => `${key} ${base64(value)}`)
            .join(','),
          ...more,
        },
      });
    for (const [name, value] of Object.entries({ 'Upload-Length': '99', 'Upload-Defer-Length': '1' })) {
      const lied = await join({ path: '/tus/c1' }, { [name]: value });
      expect([lied.status, lied.json['detail']]).toEqual([400, expect.stringContaining(name)]);
    }
    const made = await join({ path: '/tus/c1' });
    const again = await join({ path: '/tus/c1' });
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('location')).toBe(made.headers.get('location'));
    for (const other of [{ path: '/tus/c2' }, { path: '/tus/c1', public: 'true' }]) {
      const refused = await join(other);
      expect([refused.status, refused.json['code']]).toEqual([409, 'conflict']);
    }
    expect((await read('/tus/c1')).text).toBe('onetwo');
    expect((await read('/tus/c2')).status).toBe(404);
  });

  it('refuse an end of what is published, which nothing keeps', async () => {
    const refused = await begin('/tus/ends', 1, { public: 'true', expires: '1d' });
    expect([refused.status, refused.json['detail']]).toEqual([400, expect.stringContaining('expires')]);
    expect((await begin('/tus/foreign', 1, { caption: 'mine' })).status).toBe(201);
  });

  it('tell again how they ended to a client that lost the answer', async () => {
    const begun = await begin('/tus/lost', 5, { filename: 'a b.txt' });
    const location = begun.headers.get('location') ?? '';
    const last = await patch(location, 0, Buffer.from('12345'));
    const head = await write('HEAD', location, { headers: TUS });
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      204,
      '5',
      '5',
    ]);
    const again = await patch(location, 5, new Uint8Array());
    expect(again.status).toBe(200);
    for (const name of ['x-vfs-file-id', 'x-vfs-content-hash', 'x-vfs-cid'])
      expect(again.headers.get(name)).toBe(last.headers.get(name));
    expect((await patch(location, 5, Buffer.from('6'))).status).toBe(413);
    expect((await read('/tus/lost')).text).toBe('12345');
    // It takes up no quota any more, and deleting it leaves the file.
    expect((await write('DELETE', location, { headers: TUS })).status).toBe(204);
    expect((await write('HEAD', location, { headers: TUS })).status).toBe(404);
    expect((await read('/tus/lost')).text).toBe('12345');
  });

  it('say what they speak: options, versions on every answer, metadata as it came', async () => {
    const options = await vfs.anyone('OPTIONS', '/api/fs/upload');
    expect(options.status).toBe(204);
    expect(Object.fromEntries(options.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension':
        'creation,creation-defer-length,creation-with-upload,concatenation,termination,expiration',
      'tus-max-size': '10000000',
    });
    const metadata = `path ${base64('/tus/meta')},filename ${base64('a b.txt')},flag`;
    const begun = await write('POST', '/api/fs/upload', {
      headers: { ...TUS, 'Upload-Length': '3', 'Upload-Metadata': metadata },
    });
    const location = begun.headers.get('location') ?? '';
    const head = await write('HEAD', location, { headers: TUS });
    expect(head.headers.get('upload-metadata')).toBe(metadata);
    expect(head.headers.get('cache-control')).toBe('no-store');
    const refused = await patch(location, 2, Buffer.from('x'));
    expect([refused.status, refused.headers.get('tus-resumable')]).toEqual([409, '1.0.0']);
    const other = await write('HEAD', location, { headers: { 'Tus-Resumable': '0.2.2' } });
    expect([other.status, other.headers.get('tus-version')]).toEqual([412, '1.0.0']);
  });

  it('hold to the offset: another one is 409 and changes nothing', async () => {
    const location = (await begin('/tus/b', 10)).headers.get('location') ?? '';
    expect((await patch(location, 5, Buffer.from('x'))).status).toBe(409);
    expect((await patch(location, 0, Buffer.from('12345'))).status).toBe(204);
    expect((await patch(location, 0, Buffer.from('12345'))).status).toBe(409);
    expect(await offsetOf(location)).toBe('5');
    expect((await patch(location, 5, Buffer.from('123456'))).status).toBe(413);
    expect(await offsetOf(location)).toBe('5');
  });

  it('keep what arrived of a part that broke off', async () => {
    const content = randomBytes(200_000);
    const location = (await begin('/tus/c', content.length)).headers.get('location') ?? '';
    const token = await vfs.token({ can: 'fs/write' });
    await new Promise<void>((resolve) => {
      const sending = request(new URL(location, vfs.url), {
        method: 'PATCH',
        headers: {
          ...TUS,
          Authorization: `Bearer ${token}`,
          'X-Auth-Type': 'ucan',
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
          'Content-Length': String(content.length),
        },
      });
      sending.on('error', () => resolve());
      sending.write(content.subarray(0, 150_000), () => setImmediate(() => sending.destroy()));
    });
    let offset = 0;
    await expect
      .poll(async () => {
        const answer = await write('HEAD', location, { headers: TUS });
        offset = Number(answer.headers.get('upload-offset'));
        return offset;
      })
      .toBeGreaterThan(0);
    const done = await patch(location, offset, content.subarray(offset));
    expect(done.status).toBe(200);
    expect((await read('/tus/c')).bytes.equals(content)).toBe(true);
  });

  it('let one of two parts at the same time through', async () => {
    const location = (await begin('/tus/d', 1_000_000)).headers.get('location') ?? '';
    const part = randomBytes(1_000_000);
    const statuses = (await Promise.all([patch(location, 0, part), patch(location, 0, part)])).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()[0]).toBe(200);
    expect([409, 423]).toContain(statuses.toSorted()[1]);
  });

  it('of nothing make an empty file', async () => {
    const location = (await begin('/tus/empty', 0)).headers.get('location') ?? '';
    expect((await patch(location, 0, new Uint8Array())).status).toBe(200);
    expect((await read('/tus/empty')).bytes).toHaveLength(0);
  });

  it('can be given up', async () => {
    const location = (await begin('/tus/e', 10)).headers.get('location') ?? '';
    await patch(location, 0, Buffer.from('123'));
    expect((await write('DELETE', location, { headers: TUS })).status).toBe(204);
    expect((await write('HEAD', location, { headers: TUS })).status).toBe(404);
  });

  it('refuse what cannot become a file before a byte is sent', async () => {
    await begin('/tus/there', 1).then(({ headers }) =>
      patch(headers.get('location') ?? '', 0, Buffer.from('x')),
    );
    expect((await begin('/tus/there', 1)).status).toBe(409);
    expect((await begin('/tus/big', 10_000_001)).status).toBe(413);
    expect((await begin('relative', 1)).status).toBe(400);
    expect((await begin('/tus/x', 1, { public: 'yes' })).status).toBe(400);
    expect((await begin('/tus/q1', 9_000_000)).status).toBe(201);
    expect((await begin('/tus/q2', 9_900_000)).status).toBe(507);
    const noVersion = await write('POST', '/api/fs/upload', { headers: { 'Upload-Length': '1' } });
    expect([noVersion.status, noVersion.headers.get('tus-version')]).toEqual([412, '1.0.0']);
  });

  it('refuse a type that no header can hold, and name where it stands', async () => {
    for (const name of ['contentType', 'filetype', 'type']) {
      const refused = await begin('/tus/typed', 1, { [name]: 'text/html\r\nSet-Cookie: x=1' });
      expect([refused.status, refused.json['detail']]).toEqual([
        400,
        expect.stringContaining(`Upload-Metadata ${name}`),
      ]);
    }
    expect((await begin('/tus/typed', 1, { type: 'neither a type nor harmful' })).status).toBe(201);
  });

  it('are their owner’s alone, within the folder of the token', async () => {
    const location = (await begin('/tus/own/f', 10)).headers.get('location') ?? '';
    const elsewhere = vfs.ucan({ can: 'fs/write', with: 'ixo:filesystem/other' });
    expect((await patch(location, 0, Buffer.from('x'), elsewhere)).status).toBe(403);
    const key = await vfs.key('fs/write');
    expect((await patch(location, 0, Buffer.from('x'), key)).status).toBe(404);
    expect((await vfs.ucan({ can: 'fs/read' })('HEAD', location, { headers: TUS })).status).toBe(403);
  });

  it('are what the reference client speaks', async () => {
    const { Upload } = await import('tus-js-client');
    const content = randomBytes(3_000_000);
    const { secret } = await vfs.key('fs/write', 'fs/read');
    const chunks: number[] = [];
    await new Promise<void>((resolve, reject) => {
      new Upload(content as unknown as File, {
        endpoint: `${vfs.url}/api/fs/upload`,
        chunkSize: 1_000_000,
        metadata: { path: '/tus/client.bin', contentType: 'application/octet-stream' },
        headers: { Authorization: `Bearer ${secret}` },
        onChunkComplete: (size) => chunks.push(size),
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    expect(chunks).toEqual([1_000_000, 1_000_000, 1_000_000]);
    expect((await read('/tus/client.bin')).bytes.equals(content)).toBe(true);
  });
});
