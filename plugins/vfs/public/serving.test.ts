import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flagFile, flagFolder } from '../drive/publish.js';
import { replaceFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { source } from '../testing/open-test-files.js';
import { askRaw } from '../testing/raw-client.js';
import { type PublicSite, servePublic } from '../testing/serve-public.js';

const ALICE = 'user:zAlice';
const NOT_FOUND =
  '{"type":"urn:oracle-runtime:problem:not_found","title":"Not found","status":404,"detail":"Nothing is published here.","code":"not_found"}';

let site: PublicSite;
beforeAll(async () => {
  site = await servePublic();
});
afterAll(() => site.close());

/** What is new in every answer, or belongs to the connection: fetch closes its own after a HEAD. */
const PASSING = ['date', 'x-request-id', 'connection', 'keep-alive'];

/** All else that a client sees of an answer. */
async function seen(response: Response) {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !PASSING.includes(name)));
  return { status: response.status, headers, body: await response.text() };
}

const statusOf = async (path: string) => (await site.get(path)).status;

describe('what is published', () => {
  it('is private until it is published, and again when it is unpublished', async () => {
    const { files } = site;
    const file = await files.put('/states/a.txt', 'content of a');
    const doors = [`/public/id/${file.id}`, `/public/cid/${file.cid}`, `/public/${ALICE}/states/a.txt`];
    const statuses = () => Promise.all(doors.map(statusOf));
    expect(await statuses()).toEqual([404, 404, 404]);
    await flagFile(files.vfs, files.access(), file.id, 'public', true);
    expect(await statuses()).toEqual([200, 200, 200]);
    await flagFile(files.vfs, files.access(), file.id, 'public', false);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('takes in the whole subtree of a folder, later files and dotfiles too, but nothing beside it', async () => {
    const { files } = site;
    const inside = await files.put('/shared/deep/er/a.txt', 'inside');
    const beside = await files.put('/shared2/a.txt', 'beside');
    const above = await files.put('/shared.txt', 'above');
    await flagFolder(files.vfs, files.access(), parsePath('/shared'), 'public', true);
    const later = await files.put('/shared/later.txt', 'later');
    const dotted = await files.put('/shared/.secret/key', 'dotted');
    for (const [file, status] of [
      [inside, 200],
      [later, 200],
      [dotted, 200],
      [beside, 404],
      [above, 404],
    ] as const) {
      expect(await statusOf(`/public/id/${file.id}`)).toBe(status);
    }
  });

  it('is served though hidden, and what is hidden is not served unless published', async () => {
    const { files } = site;
    const hidden = await files.put('/hiding/.env', 'SECRET=1');
    expect(await statusOf(`/public/id/${hidden.id}`)).toBe(404);
    await flagFile(files.vfs, files.access('did:key:zAlice', { hidden: true }), hidden.id, 'public', true);
    expect(await statusOf(`/public/id/${hidden.id}`)).toBe(200);
  });

  it('keeps its id and changes its CID with its content', async () => {
    const { files } = site;
    const before = await files.put('/edited.txt', 'first', { public: true });
    const after = await replaceFile(files.vfs, files.access(), before.id, { source: source('second') });
    expect(await (await site.get(`/public/id/${before.id}`)).text()).toBe('second');
    expect(await statusOf(`/public/cid/${before.cid}`)).toBe(404);
    expect(await (await site.get(`/public/cid/${after.cid}`)).text()).toBe('second');
  });

  it('answers byte for byte the same for everything else', async () => {
    const { files } = site;
    const owner = files.access('did:key:zAlice', { hidden: true });
    const secret = await files.put('/same/private.txt', 'private');
    const hidden = await files.put('/same/.hidden', 'hidden');
    const unpublished = await files.put('/same/was-public.txt', 'was', { public: true });
    await flagFile(files.vfs, owner, unpublished.id, 'public', false);
    await flagFolder(files.vfs, owner, parsePath('/same'), 'hidden', true);
    const { folder } = await flagFolder(files.vfs, owner, parsePath('/same'), 'public', false);
    const paths = [
      ...[secret, hidden, unpublished].flatMap(({ id, cid, path }) => [
        `/public/id/${id}`,
        `/public/cid/${cid}`,
        `/public/${ALICE}${path}`,
      ]),
      `/public/id/${randomUUID()}`,
      `/public/id/${secret.id}/`,
      `/public/id/${secret.id.toUpperCase()}`,
      '/public/id/x',
      '/public/cid/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
      '/public/cid/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
      `/public/${ALICE}/same`,
      `/public/${ALICE}/nothing`,
      '/public/user:nobody/a.txt',
      '/public/nobody/a.txt',
      `/public/folder/id/${folder.id}`,
      `/public/folder/id/${randomUUID()}`,
      `/public/folder/${ALICE}/same`,
      `/public/folder/${ALICE}/nothing`,
      '/public/folder/user:nobody/',
      '/public/list/nobody',
      '/public/',
      '/public/%',
      `/public/${ALICE}/%c3%28`,
      '/public/id/x?%',
    ];
    const expected = await seen(await site.get(paths[0] ?? ''));
    expect(expected.status).toBe(404);
    expect(expected.body).toBe(NOT_FOUND);
    for (const path of paths) expect(await seen(await site.get(path)), path).toEqual(expected);
    for (const path of paths) {
      expect(await seen(await site.get(path, {}, 'HEAD')), path).toEqual({ ...expected, body: '' });
      const conditional = { 'If-None-Match': '*', 'If-Match': '"a"', Range: 'bytes=1000-' };
      expect(await seen(await site.get(path, conditional)), path).toEqual(expected);
    }
  });

  it('takes a path literally and decodes it once', async () => {
    const { files } = site;
    const names = ['a%2Fb', 'a b+c', '100%', '*', 'a?b#c', '目录', 'e\u0301', "it's (1).txt", '..a', '...'];
    for (const name of names) await files.put(`/literal/${name}`, name, { public: true });
    for (const name of names) {
      const response = await site.get(`/public/${ALICE}/literal/${encodeURIComponent(name)}`);
      expect(await response.text()).toBe(name);
    }
    expect(await statusOf(`/public/${encodeURIComponent(ALICE)}/literal/...`)).toBe(200);
    for (const other of [
      'literal%2F...',
      'literal/a%2Fb',
      'literal/%c3%a9',
      'LITERAL/...',
      '/literal/...',
      'literal/.../',
    ])
      expect(await statusOf(`/public/${ALICE}/${other}`)).toBe(404);
  });

  it('takes a dot before a colon for what it is: how a name is written that would read as a scheme', async () => {
    const { files } = site;
    await files.put('/c:d/e:f', 'inside', { public: true });
    await files.put('/plain', 'plain', { public: true });
    const ask = async (path: string) => {
      const [answer] = await askRaw(site.oracle.url, [{ target: `/public/${ALICE}/${path}` }]);
      return answer?.status === 200 ? answer.body : answer?.status;
    };
    for (const path of ['c:d/e:f', './c:d/e:f', './c%3Ad/e%3af', 'c:d/./e:f'])
      expect(await ask(path), path).toBe('inside');
    for (const path of ['./plain', '././c:d/e:f', '../c:d/e:f', '.c:d/e:f', 'c:d/e:f/.'])
      expect(await ask(path), path).toBe(404);
  });

  it('is logged when it is read', async () => {
    const file = await site.files.put('/logged.txt', 'twelve bytes', { public: true });
    const before = site.reads().length;
    await site.get(`/public/id/${file.id}`, { Range: 'bytes=0-4', 'X-Request-Id': 'mine' });
    await site.get(`/public/id/${randomUUID()}`);
    expect(site.reads().slice(before)).toEqual([
      {
        plugin: 'public-files',
        requestId: 'mine',
        namespace: ALICE,
        file: file.id,
        version: 1,
        status: 206,
        bytes: 5,
        whole: true,
      },
    ]);
  });
});

describe('a download', () => {
  it('has the headers of one', async () => {
    const file = await site.files.put('/page é.html', '<script>alert(1)</script>', {
      public: true,
      mimeType: 'text/html; charset=utf-8',
    });
    const response = await site.get(`/public/id/${file.id}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="page _.html"; filename*=UTF-8\'\'page%20%C3%A9.html',
      'content-length': '25',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=60',
      'accept-ranges': 'bytes',
      'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT',
      etag: `"${file.cid}"`,
      'x-vfs-cid': file.cid,
      'x-vfs-content-hash': file.contentHash,
      'x-vfs-version': '1',
    });
    expect(await response.text()).toBe('<script>alert(1)</script>');
    const head = await site.get(`/public/id/${file.id}`, {}, 'HEAD');
    const { headers, status } = await seen(await site.get(`/public/id/${file.id}`));
    expect(await seen(head)).toEqual({ status, headers, body: '' });
  });

  it('is 304 while it is the same, 412 when another was meant', async () => {
    const file = await site.files.put('/conditional.txt', 'x', { public: true });
    const get = (headers: Record<string, string>) => site.get(`/public/id/${file.id}`, headers);
    const same = await get({ 'If-None-Match': `W/"${file.cid}"` });
    expect(same.status).toBe(304);
    expect(await same.text()).toBe('');
    expect(same.headers.get('etag')).toBe(`"${file.cid}"`);
    expect(same.headers.get('cache-control')).toBe('public, max-age=60');
    expect(same.headers.get('content-type')).toBeNull();
    expect((await get({ 'If-Modified-Since': 'Wed, 01 Jan 2025 00:00:00 GMT' })).status).toBe(304);
    expect((await get({ 'If-None-Match': '"another"' })).status).toBe(200);
    expect((await get({ 'If-Match': '"another"' })).status).toBe(412);
  });

  it.each([
    ['empty', 0],
    ['one byte', 1],
    ['small', 65_535],
    ['one chunk', 65_536],
    ['a byte more', 65_537],
    ['two chunks and some', 131_100],
  ])('gives any range of a file that is %s', async (name, size) => {
    const content = randomBytes(size);
    const file = await site.files.put(`/ranges/${name}`, content, { public: true });
    const get = async (range: string) => {
      const response = await site.get(`/public/id/${file.id}`, { Range: range });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    expect((await get('bytes=x')).bytes.equals(content)).toBe(true);
    const edges = [0, 1, 65_534, 65_535, 65_536, 65_537, 131_071, 131_072, size - 1].filter(
      (edge) => edge >= 0 && edge < size,
    );
    for (const start of edges) {
      for (const end of edges.filter((edge) => edge >= start)) {
        const { response, bytes } = await get(`bytes=${start}-${end}`);
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
        expect(bytes.equals(content.subarray(start, end + 1))).toBe(true);
      }
    }
    if (size > 0) expect((await get('bytes=-3')).bytes.equals(content.subarray(-3))).toBe(true);
    const beyond = await get(`bytes=${size}-`);
    expect(beyond.response.status).toBe(416);
    expect(beyond.response.headers.get('content-range')).toBe(`bytes */${size}`);
    expect(beyond.response.headers.get('content-disposition')).toBeNull();
  });

  it('is resumed from any byte under its entity tag, and begun anew under another', async () => {
    const content = randomBytes(200_000);
    const file = await site.files.put('/resumed.bin', content, { public: true });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: content.length - 1 }), async (start) => {
        const range = { Range: `bytes=${start}-` };
        const rest = await site.get(`/public/id/${file.id}`, { ...range, 'If-Range': `"${file.cid}"` });
        expect(rest.status).toBe(206);
        expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(start))).toBe(true);
      }),
      { numRuns: 20 },
    );
    const other = await site.get(`/public/id/${file.id}`, { Range: 'bytes=5-', 'If-Range': '"another"' });
    expect(other.status).toBe(200);
    expect((await other.arrayBuffer()).byteLength).toBe(content.length);
  });
});
