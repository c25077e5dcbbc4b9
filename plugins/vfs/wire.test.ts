import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, type Json, startVfsApp, type VfsApp } from './testing/vfs-app.js';

/** The authenticated routes over the wire. */
describe('files over HTTP', () => {
  let vfs: VfsApp;
  let write: Caller;
  let read: Caller;
  let list: Caller;
  let del: Caller;
  let dir = '';
  let count = 0;
  beforeAll(async () => {
    vfs = await startVfsApp({ maxVersions: 4, maxFileBytes: 3_000_000 });
    write = vfs.ucan({ can: 'fs/write' });
    read = vfs.ucan({ can: 'fs/read' });
    list = vfs.ucan({ can: 'fs/list' });
    del = vfs.ucan({ can: 'fs/delete' });
  });
  afterAll(() => vfs.close());
  beforeEach(() => {
    count += 1;
    dir = `/wire-${count}`;
  });
  const q = encodeURIComponent;
  const put = async (path: string, content: string | Uint8Array = 'x', type = 'text/plain') => {
    const answer = await write('POST', `/api/fs/files?path=${q(path)}`, {
      body: content,
      headers: { 'Content-Type': type },
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.json as unknown as { id: string; cid: string; contentHash: string };
  };
  const paths = (json: Json | undefined) => (json as unknown as { path: string }[]).map(({ path }) => path);

  it('hand back what was uploaded, verifiable, in ranges, and unchanged as 304', async () => {
    const content = randomBytes(300_000);
    const file = await put(`${dir}/a.bin`, content, 'application/x-thing');
    expect(file.contentHash).toBe(createHash('sha256').update(content).digest('hex'));
    for (const path of [`/api/fs/files/${file.id}/content`, `/api/fs/content?path=${dir}/a.bin`]) {
      const whole = await read('GET', path);
      expect(whole.bytes.equals(content)).toBe(true);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'application/x-thing',
        'x-vfs-cid': file.cid,
        'x-vfs-content-hash': file.contentHash,
        'x-vfs-version': '1',
        etag: `"${file.cid}"`,
      });
      const part = await read('GET', path, { headers: { Range: 'bytes=65530-65545' } });
      expect([part.status, part.bytes.equals(content.subarray(65_530, 65_546))]).toEqual([206, true]);
      expect((await read('GET', path, { headers: { 'If-None-Match': `"${file.cid}"` } })).status).toBe(304);
    }
    expect((await read('GET', `/api/fs/files/${file.id}`)).json).toMatchObject({
      ...file,
      path: `${dir}/a.bin`,
      size: 300_000,
    });
  });

  it.each([
    ['no path', '', 400],
    ['an empty path', '?path=', 400],
    ['a relative path', '?path=a.txt', 400],
    ['the root', '?path=/', 400],
    ['a parent segment', '?path=/a/../b', 400],
    ['an encoded parent segment', '?path=%2Fa%2F..%2Fb', 400],
    ['an empty segment', '?path=/a//b', 400],
    ['a slash at the end', '?path=/a/', 400],
    ['a NUL', '?path=/a%00', 400],
    ['a backslash', '?path=/a%5C..%5Cb', 400],
    ['a name too long', `?path=/${'x'.repeat(256)}`, 400],
    ['a path too long', `?path=${'/abcdefg'.repeat(129)}`, 400],
    ['another namespace', '?path=/a&namespace=user:zOther', 403],
  ])('refuse an upload with %s', async (_what, query, status) => {
    const answer = await write('POST', `/api/fs/files${query}`, { body: 'x' });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('take legal names literally', async () => {
    // Names that begin with a dot are hidden.
    const reveal = vfs.ucan({ can: 'fs/read', hidden: ['*'] });
    for (const name of [
      '..a',
      '...',
      'a%2Fb',
      'a b+c&d=e?f#g',
      'ünïcödé',
      '文件.txt',
      '😀',
      '*',
      '[x]',
      '\'"`$(x)',
    ]) {
      const path = `${dir}/${name}`;
      await put(path, name);
      expect((await reveal('GET', `/api/fs/content?path=${q(path)}`)).text).toBe(name);
    }
    const nfc = `${dir}/\u00e9`;
    await put(nfc, 'nfc');
    // Stored as sent, looked up exactly.
    expect((await read('GET', `/api/fs/content?path=${q(`${dir}/e\u0301`)}`)).status).toBe(404);
  });

  it('answer 401 to whoever has no credential, or a used, forged or expired one', async () => {
    await put(`${dir}/a`);
    const path = `/api/fs/content?path=${dir}/a`;
    expect((await vfs.anyone('GET', path)).status).toBe(401);
    const token = await vfs.token({ can: 'fs/read' });
    const headers = { Authorization: `Bearer ${token}`, 'X-Auth-Type': 'ucan' };
    expect((await vfs.anyone('GET', path, { headers })).status).toBe(200);
    expect((await vfs.anyone('GET', path, { headers })).status).toBe(401);
    const forged = { Authorization: 'Bearer AAAA', 'X-Auth-Type': 'ucan' };
    expect((await vfs.anyone('GET', path, { headers: forged })).status).toBe(401);
  });

  it('hold each credential to its abilities', async () => {
    const file = await put(`${dir}/a`);
    const content = `/api/fs/files/${file.id}/content`;
    const rows: [Caller, string, string, number][] = [
      [list, 'GET', `/api/fs/tree?path=${dir}`, 200],
      [list, 'GET', content, 403],
      [read, 'GET', content, 200],
      [read, 'GET', `/api/fs/files?path=${dir}`, 200],
      [read, 'PUT', `/api/fs/files/${file.id}`, 403],
      [write, 'GET', content, 200],
      [write, 'DELETE', `/api/fs/files/${file.id}`, 403],
      [del, 'GET', content, 200],
      [del, 'PUT', `/api/fs/files/${file.id}`, 403],
      [vfs.ucan({ can: '*' }), 'PUT', `/api/fs/files/${file.id}`, 200],
    ];
    for (const [caller, method, path, status] of rows)
      expect(
        (await caller(method, path, method === 'PUT' ? { body: 'y' } : {})).status,
        `${method} ${path}`,
      ).toBe(status);
    const key = await vfs.key('fs/read');
    expect((await key('GET', content)).status).toBe(200);
    expect((await key('PUT', `/api/fs/files/${file.id}`, { body: 'z' })).status).toBe(403);
    expect((await (await vfs.key('chat'))('GET', content)).status).toBe(403);
  });

  it('hold each credential to its folder: paths outside 403, ids outside 404, siblings of its name outside', async () => {
    const inside = await put(`${dir}/docs/a`);
    const outside = await put(`${dir}/docs2/a`);
    const scoped = vfs.ucan({ can: 'fs/write', with: `ixo:filesystem${dir}/docs` });
    expect((await scoped('GET', `/api/fs/files/${inside.id}`)).status).toBe(200);
    expect((await scoped('GET', `/api/fs/files/${outside.id}`)).status).toBe(404);
    for (const path of [`${dir}/docs2/a`, `${dir}/a`, '/a', `${dir}`])
      expect((await scoped('GET', `/api/fs/content?path=${path}`)).status, path).toBe(403);
    expect((await scoped('POST', `/api/fs/files?path=${dir}/docs2/b`, { body: 'x' })).status).toBe(403);
    const move = { body: { path: `${dir}/docs2/b` } };
    expect((await scoped('PATCH', `/api/fs/files/${inside.id}/path`, move)).status).toBe(403);
    expect(paths((await scoped('GET', '/api/fs/files')).json['files'])).toEqual([`${dir}/docs/a`]);
    expect((await scoped('GET', `/api/fs/tree?path=${dir}`)).status).toBe(403);
    expect((await scoped('GET', `/api/fs/glob?pattern=/**`)).json['files']).toHaveLength(1);
    expect((await scoped('GET', `/api/fs/folder/download?path=${dir}/docs`)).status).toBe(200);
    expect((await scoped('GET', `/api/fs/folder/download?path=${dir}`)).status).toBe(403);
  });

  it('list a tree, and all below, page by page', async () => {
    for (const name of ['b.txt', 'a.txt', 'sub/c.txt', 'sub/deep/d.txt', '.hidden/e.txt', 'c.txt'])
      await put(`${dir}/${name}`);
    const tree = await list('GET', `/api/fs/tree?path=${dir}&limit=2`);
    expect(paths(tree.json['nodes'])).toEqual([`${dir}/sub`, `${dir}/a.txt`, `${dir}/b.txt`]);
    const rest = await list(
      'GET',
      `/api/fs/tree?path=${dir}&limit=2&cursor=${q(String(tree.json['cursor']))}`,
    );
    expect(paths(rest.json['nodes'])).toEqual([`${dir}/c.txt`]);
    expect(rest.json).not.toHaveProperty('cursor');
    const all = await list('GET', `/api/fs/files?path=${dir}`);
    expect(paths(all.json['files'])).toEqual(
      ['a.txt', 'b.txt', 'c.txt', 'sub/c.txt', 'sub/deep/d.txt'].map((name) => `${dir}/${name}`),
    );
    const counted = await list('GET', `/api/fs/files?path=${dir}&limit=2&offset=3`);
    expect(paths(counted.json['files'])).toEqual([`${dir}/sub/c.txt`, `${dir}/sub/deep/d.txt`]);
    const revealed = vfs.ucan({ can: 'fs/list', hidden: [`${dir}/.hidden`] });
    const withHidden = await revealed('GET', `/api/fs/tree?path=${dir}`);
    expect(withHidden.json['nodes']?.[0]).toMatchObject({
      path: `${dir}/.hidden`,
      hidden: true,
      public: false,
    });
    const afterSub = await list('GET', `/api/fs/tree?path=${dir}&limit=1&cursor=folders:${dir}/s`);
    expect(paths(afterSub.json['nodes'])).toEqual([`${dir}/sub`, `${dir}/a.txt`]);
    expect((await list('GET', `/api/fs/tree?path=${dir}/none`)).status).toBe(404);
    expect((await list('GET', `/api/fs/tree?path=${dir}/.hidden`)).status).toBe(404);
  });

  it('are found by pattern, text and words', async () => {
    await put(`${dir}/notes/Résumé.md`, 'Dropout rate of the survey\nsecond line\nThe dropout was high\n');
    await put(`${dir}/notes/other.txt`, 'nothing of interest, one dropout');
    await put(`${dir}/notes/binary.bin`, randomBytes(1000), 'application/octet-stream');
    await put(`${dir}/.secret/hidden.md`, 'dropout');
    const glob = await list('GET', `/api/fs/glob?pattern=${q(`${dir}/**/*.{md,txt}`)}`);
    expect(paths(glob.json['files'])).toEqual([`${dir}/notes/Résumé.md`, `${dir}/notes/other.txt`]);
    const grep = await read('GET', `/api/fs/grep?q=dropout&path=${dir}`);
    expect(grep.json['matches']?.map(({ name, line, snippet }) => [name, line, snippet])).toEqual([
      ['Résumé.md', 3, 'The dropout was high'],
      ['other.txt', 1, 'nothing of interest, one dropout'],
    ]);
    expect(
      (await read('GET', `/api/fs/grep?q=dropout&path=${dir}&ignoreCase=true`)).json['matches'],
    ).toHaveLength(3);
    const search = await read('GET', `/api/fs/search?q=${q('survey dropout')}&path=${dir}`);
    expect(search.json['semantic']).toBe(false);
    expect(paths(search.json['hits'])).toEqual([`${dir}/notes/Résumé.md`, `${dir}/notes/other.txt`]);
    expect(search.json['hits']?.[0]).toMatchObject({ lineStart: 1, lineEnd: 2 });
    expect(paths((await read('GET', `/api/fs/search?q=resume&path=${dir}`)).json['hits'])).toEqual([]);
    // A short word is no part of a longer name (`ot` of `other`, `notes`), but may be one of its own.
    for (const [word, found] of [
      ['other', true],
      ['othe', true],
      ['ot', false],
    ] as const) {
      const hits = (await read('GET', `/api/fs/search?q=${word}&path=${dir}`)).json['hits'];
      expect(paths(hits)).toEqual(found ? [`${dir}/notes/other.txt`] : []);
    }
    expect(paths((await read('GET', `/api/fs/search?q=md&path=${dir}`)).json['hits'])).toEqual([
      `${dir}/notes/Résumé.md`,
    ]);
  });

  it('tell nothing of their words in the database', async () => {
    await put(`${dir}/a.md`, 'confidential zebra');
    const db = vfs.app.store.db as unknown as import('kysely').Kysely<{ vfs_tokens: { token: string } }>;
    const tokens = await db.selectFrom('vfs_tokens').select('token').execute();
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.some(({ token }) => token.includes('zebra'))).toBe(false);
  });

  it('read by lines and edit exactly', async () => {
    const { id } = await put(`${dir}/a.txt`, 'one\ntwo\nthree\n');
    expect((await read('GET', `/api/fs/files/${id}/read?offset=2&limit=1`)).json).toEqual({
      text: '     2\ttwo',
      offset: 2,
      count: 1,
      totalLines: 3,
      hasMore: true,
    });
    expect((await read('GET', `/api/fs/files/${id}/read?offset=0`)).status).toBe(400);
    const edit = (body: object) => write('PATCH', `/api/fs/files/${id}/edit`, { body });
    expect((await edit({ oldString: 'four', newString: '' })).text).toContain('oldString not found');
    expect((await edit({ oldString: 't', newString: 'T' })).text).toContain('appears 2 times');
    expect((await edit({ oldString: 't', newString: 'T', replaceAll: true })).json).toMatchObject({
      replacements: 2,
    });
    expect((await read('GET', `/api/fs/files/${id}/content`)).text).toBe('one\nTwo\nThree\n');
    const binary = await put(`${dir}/b.bin`, Buffer.from([0, 255]), 'application/octet-stream');
    expect((await read('GET', `/api/fs/files/${binary.id}/read`)).status).toBe(415);
    // `$&` is text like any other.
    expect((await edit({ oldString: 'one', newString: '$&$1' })).status).toBe(200);
    expect((await read('GET', `/api/fs/files/${id}/content`)).text).toContain('$&$1');
  });

  it('keep versions, restore them, and delete old ones', async () => {
    const { id, cid } = await put(`${dir}/a.txt`, 'v1');
    for (const text of ['v2', 'v3'])
      expect(
        (await write('PUT', `/api/fs/files/${id}`, { body: text, headers: { 'Content-Type': 'text/plain' } }))
          .status,
      ).toBe(200);
    const versions = async () => (await read('GET', `/api/fs/files/${id}/versions`)).json['versions'];
    expect((await versions())?.map(({ version, current }) => [version, current])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    expect((await read('GET', `/api/fs/files/${id}/versions/1/content`)).text).toBe('v1');
    const restored = await write('POST', `/api/fs/files/${id}/versions/1/restore`);
    expect(restored.json).toMatchObject({ version: 4, cid });
    const full = await write('PUT', `/api/fs/files/${id}`, { body: 'v5' });
    expect([full.status, full.text]).toEqual([409, expect.stringContaining('Version limit reached')]);
    // The restored version stands on the same bytes.
    expect((await del('DELETE', `/api/fs/files/${id}/versions/1`)).status).toBe(204);
    expect((await read('GET', `/api/fs/files/${id}/content`)).text).toBe('v1');
    expect((await del('DELETE', `/api/fs/files/${id}/versions/4`)).status).toBe(409);
    expect((await read('GET', `/api/fs/files/${id}/versions/1/content`)).status).toBe(404);
  });

  it('are replaced over what was seen only', async () => {
    const file = await put(`${dir}/a.txt`, 'one');
    const path = `/api/fs/files?path=${dir}/a.txt`;
    expect((await write('POST', path, { body: 'two' })).status).toBe(409);
    const good = await write('POST', path, { body: 'two', headers: { 'If-Match': `"${file.cid}"` } });
    expect(good.json).toMatchObject({ id: file.id, version: 2 });
    expect(
      (await write('POST', path, { body: 'three', headers: { 'If-Match': `"${file.cid}"` } })).status,
    ).toBe(412);
    const put1 = await write('PUT', `/api/fs/files/${file.id}`, {
      body: 'x',
      headers: { 'If-Match': '"other"' },
    });
    expect(put1.status).toBe(412);
  });

  it('refuse what is too large, and a body that is compressed', async () => {
    const large = await write('POST', `/api/fs/files?path=${dir}/a`, { body: Buffer.alloc(3_000_001) });
    expect(large.status).toBe(413);
    const gzip = await write('POST', `/api/fs/files?path=${dir}/a`, {
      body: 'x',
      headers: { 'Content-Encoding': 'gzip' },
    });
    expect(gzip.status).toBe(415);
    expect((await read('GET', `/api/fs/content?path=${dir}/a`)).status).toBe(404);
  });

  it('move in batches, each item by itself', async () => {
    const [a, b] = [await put(`${dir}/a`), await put(`${dir}/b`)];
    const answer = await write('POST', '/api/fs/batch/move', {
      body: {
        items: [
          { id: a.id, destinationPath: `${dir}/b` },
          { id: b.id, destinationPath: `${dir}/c/d` },
          { id: b.id, destinationPath: `${dir}/e` },
          { id: 'none', destinationPath: `${dir}/f` },
          { id: a.id.toUpperCase(), destinationPath: `${dir}/g` },
        ],
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.json['results']?.map(({ ok, status }) => [ok, status])).toEqual([
      [false, 409],
      [true, 200],
      [false, 409],
      [false, 404],
      [false, 404],
    ]);
    expect(answer.text).toContain('Destination occupied');
    expect(answer.text).toContain('Duplicate id');
  });

  it('put what is overwritten by a move into the trash, for whoever may delete', async () => {
    const [a, b] = [await put(`${dir}/a`, 'a'), await put(`${dir}/b`, 'b')];
    const body = { path: `${dir}/b`, overwrite: true };
    expect((await write('PATCH', `/api/fs/files/${a.id}/path`, { body })).status).toBe(403);
    const key = await vfs.key('fs/write', 'fs/delete');
    expect((await key('PATCH', `/api/fs/files/${a.id}/path`, { body })).status).toBe(200);
    expect((await read('GET', `/api/fs/content?path=${dir}/b`)).text).toBe('a');
    expect((await list('GET', '/api/fs/trash?limit=1')).json['files']?.[0]).toMatchObject({ id: b.id });
  });

  it('refuse to move or trash a folder whose hidden files the credential does not reveal', async () => {
    await put(`${dir}/f/a`);
    await put(`${dir}/f/.hidden`);
    expect((await del('DELETE', `/api/fs/folders?path=${dir}/f`)).status).toBe(409);
    const move = { body: { from: `${dir}/f`, to: `${dir}/g` } };
    expect((await write('PUT', '/api/fs/folders/path', move)).status).toBe(409);
    const revealing = vfs.ucan({ can: 'fs/delete', hidden: ['*'] });
    expect((await revealing('DELETE', `/api/fs/folders?path=${dir}/f`)).json).toEqual({ files: 2 });
  });

  it('come as a ZIP by path and by id; the id tells nothing of what is above', async () => {
    await put(`${dir}/top/inner/a.txt`, 'a');
    await put(`${dir}/top/inner/.h`, 'h');
    const reveal = vfs.ucan({ can: 'fs/write', hidden: ['*'] });
    const hidden = await reveal('PUT', `/api/fs/folders/public?path=${dir}/top/inner&public=true`);
    await reveal('PUT', `/api/fs/folders/public?path=${dir}/top/inner&public=false`);
    const byId = await read('GET', `/api/fs/folder/download?id=${hidden.json['id']}`);
    expect(byId.headers.get('content-type')).toBe('application/zip');
    expect(byId.headers.get('content-length')).toBe(String(byId.bytes.length));
    expect(byId.bytes.includes('inner/a.txt')).toBe(true);
    expect(byId.bytes.includes('top')).toBe(false);
    expect(byId.bytes.includes('.h')).toBe(false);
    const revealed = await reveal('GET', `/api/fs/folder/download?path=${dir}/top/inner`);
    expect(revealed.bytes.includes('inner/.h')).toBe(true);
    expect((await read('GET', '/api/fs/folder/download')).status).toBe(400);
    expect((await read('GET', `/api/fs/folder/download?path=${dir}/none`)).status).toBe(404);
  });

  it('count what they take up', async () => {
    const usage = async () => Number((await list('GET', '/api/fs/usage')).json['usedBytes']);
    const before = await usage();
    const { id } = await put(`${dir}/a`, 'x'.repeat(1_000));
    await write('PUT', `/api/fs/files/${id}`, { body: 'y'.repeat(500) });
    expect((await usage()) - before).toBe(1_500);
    await del('DELETE', `/api/fs/files/${id}`);
    expect((await usage()) - before).toBe(1_500);
    await del('POST', '/api/fs/batch/purge', { body: { ids: [id] } });
    expect(await usage()).toBe(before);
    // Of a folder alone, the sum of all would tell of what comes and goes elsewhere.
    const within = vfs.ucan({ can: 'fs/read', with: 'ixo:filesystem/h' });
    expect((await within('GET', '/api/fs/usage')).status).toBe(403);
  });
});
