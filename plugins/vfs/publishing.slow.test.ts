import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Caller, startVfsApp, type VfsApp } from './testing/vfs-app.js';

/** The rules of publishing over the wire: each row of the state table and of the error table. */
describe('publishing', () => {
  let vfs: VfsApp;
  let write: Caller;
  let read: Caller;
  let list: Caller;
  let del: Caller;
  let dir = '';
  let count = 0;
  beforeAll(async () => {
    vfs = await startVfsApp();
    write = vfs.ucan({ can: 'fs/write' });
    read = vfs.ucan({ can: 'fs/read' });
    list = vfs.ucan({ can: 'fs/list' });
    del = vfs.ucan({ can: 'fs/delete' });
  });
  afterAll(() => vfs.close());
  beforeEach(() => {
    count += 1;
    dir = `/case-${count}`;
  });

  const q = encodeURIComponent;
  const upload = async (path: string, query = '', content = `content of ${path}`) => {
    const answer = await write('POST', `/api/fs/files?path=${q(path)}${query}`, {
      body: content,
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.json as unknown as { id: string; cid: string; public: boolean; publicUrl?: string };
  };
  const setFolder = (path: string, value: boolean, caller = write) =>
    caller('PUT', `/api/fs/folders/public?path=${q(path)}&public=${value}`);
  const setFile = (id: string, value: boolean, caller = write) =>
    caller('PATCH', `/api/fs/files/${id}/public?public=${value}`);
  const byPath = (path: string) => vfs.anyone('GET', `/public/${vfs.namespace}${path}`);
  const byId = (id: string) => vfs.anyone('GET', `/public/id/${id}`);
  const listed = async (path: string) =>
    (await vfs.anyone('GET', `/public/list/${vfs.namespace}?path=${q(path)}&limit=500`)).json;
  const stable = ({ status, text, headers }: Answer) => ({
    status,
    body: text.replace(/"requestId":"[^"]*"/, ''),
    type: headers.get('content-type'),
    cache: headers.get('cache-control'),
    length: headers.get('content-length'),
  });

  it('everything is private by default', async () => {
    const file = await upload(`${dir}/a.txt`);
    expect(file).toMatchObject({ public: false });
    expect(file.publicUrl).toBeUndefined();
    for (const answer of [await byId(file.id), await byPath(`${dir}/a.txt`)]) expect(answer.status).toBe(404);
    expect(await listed('/')).toMatchObject({ files: [], folders: [] });
  });

  it('private file, upload with public=true: own-public, 201 with publicUrl', async () => {
    const file = await upload(`${dir}/a.txt`, '&public=true');
    expect(file).toMatchObject({ public: true, publicUrl: `/public/id/${file.id}` });
    const answer = await byId(file.id);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`content of ${dir}/a.txt`);
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.headers.get('x-vfs-cid')).toBe(file.cid);
    expect((await setFile(file.id, false)).json).toMatchObject({ public: false });
    expect((await byId(file.id)).status).toBe(404);
  });

  it('new content with public=true or false sets the flag of what it replaces; without it the flag stays', async () => {
    const file = await upload(`${dir}/pub/a.txt`, '&public=true', 'v1');
    const replace = (query: string, content: string) =>
      write('POST', `/api/fs/files?path=${dir}/pub/a.txt${query}`, {
        body: content,
        headers: { 'If-Match': '*' },
      });
    expect((await replace('', 'v2')).json).toMatchObject({ id: file.id, public: true });
    expect((await replace('&public=false', 'v3')).json).toMatchObject({ id: file.id, public: false });
    expect((await byId(file.id)).status).toBe(404);
    await setFolder(`${dir}/pub`, true);
    expect((await replace('&public=true', 'v4')).json).toMatchObject({ public: true });
    expect((await replace('&public=false', 'v5')).json).toMatchObject({ public: true });
    await setFolder(`${dir}/pub`, false);
    expect((await byId(file.id)).status).toBe(404);
    expect((await write('POST', `/api/fs/files?path=${dir}/b.txt&public=1`, { body: 'x' })).status).toBe(400);
    expect((await read('GET', `/api/fs/content?path=${dir}/b.txt`)).status).toBe(404);
  });

  it('PATCH public true: servable by id, cid and path; false: by none', async () => {
    const file = await upload(`${dir}/a.txt`);
    expect((await setFile(file.id, true)).json).toMatchObject({
      public: true,
      publicUrl: `/public/id/${file.id}`,
    });
    for (const path of [
      `/public/id/${file.id}`,
      `/public/cid/${file.cid}`,
      `/public/${vfs.namespace}${dir}/a.txt`,
    ])
      expect((await vfs.anyone('GET', path)).status, path).toBe(200);
    const answer = await setFile(file.id, false);
    expect(answer.json).toMatchObject({ public: false });
    expect(answer.json).not.toHaveProperty('publicUrl');
    for (const path of [
      `/public/id/${file.id}`,
      `/public/cid/${file.cid}`,
      `/public/${vfs.namespace}${dir}/a.txt`,
    ])
      expect((await vfs.anyone('GET', path)).status, path).toBe(404);
  });

  it('own-public file, PATCH false under a public folder: stays effectively public and says so', async () => {
    const file = await upload(`${dir}/pub/a.txt`, '&public=true');
    await setFolder(`${dir}/pub`, true);
    const answer = await setFile(file.id, false);
    expect(answer.json).toMatchObject({ public: true, ownPublic: false });
    expect(answer.text).toContain('stays public');
    expect((await byId(file.id)).status).toBe(200);
  });

  it('folder, PUT true: the whole subtree, and what comes into it later; the sibling not', async () => {
    const inside = await upload(`${dir}/pub/deep/er/a.txt`);
    const sibling = await upload(`${dir}/pub2/a.txt`);
    const above = await upload(`${dir}/a.txt`);
    const answer = await setFolder(`${dir}/pub`, true);
    expect(answer.json).toMatchObject({ path: `${dir}/pub`, public: true, files: 1 });
    expect(answer.json['publicUrl']).toBe(`/public/folder/id/${answer.json['id']}`);
    const later = await upload(`${dir}/pub/later/b.txt`);
    expect(later).toMatchObject({ public: true, publicUrl: `/public/id/${later.id}` });
    for (const id of [inside.id, later.id]) expect((await byId(id)).status).toBe(200);
    for (const id of [sibling.id, above.id]) expect((await byId(id)).status).toBe(404);
    const page = await listed(dir);
    expect(page['files']?.map(({ path }) => path)).toEqual([
      `${dir}/pub/deep/er/a.txt`,
      `${dir}/pub/later/b.txt`,
    ]);
  });

  it('whatever comes into a public folder inherits: in parts, by a move, out of the trash', async () => {
    const trashed = await upload(`${dir}/elsewhere/t.txt`);
    const moved = await upload(`${dir}/elsewhere/m.txt`);
    const refused = await upload(`${dir}/pub/deep/own-false.txt`, '&public=false');
    await setFolder(`${dir}/pub`, true);
    expect((await byId(refused.id)).status).toBe(200);
    const tus = { 'Tus-Resumable': '1.0.0' };
    const path64 = Buffer.from(`${dir}/pub/parts.txt`).toString('base64');
    const begun = await write('POST', '/api/fs/upload', {
      headers: { ...tus, 'Upload-Length': '1', 'Upload-Metadata': `path ${path64}` },
    });
    const done = await write('PATCH', begun.headers.get('location') ?? '', {
      body: 'x',
      headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    });
    await write('POST', '/api/fs/batch/move', {
      body: { items: [{ id: moved.id, destinationPath: `${dir}/pub/m.txt` }] },
    });
    await del('DELETE', `/api/fs/files/${trashed.id}`);
    const restored = await write('POST', `/api/fs/files/${trashed.id}/restore?path=${dir}/pub/t.txt`);
    expect(restored.json).toMatchObject({ public: true });
    for (const id of [String(done.headers.get('x-vfs-file-id')), moved.id, trashed.id])
      expect((await byId(id)).status, id).toBe(200);
    await setFolder(`${dir}/pub`, false);
    for (const id of [String(done.headers.get('x-vfs-file-id')), moved.id, trashed.id])
      expect((await byId(id)).status, id).toBe(404);
  });

  it('folder, PUT false: files and folders with their own flag stay public', async () => {
    const plain = await upload(`${dir}/pub/plain.txt`);
    const own = await upload(`${dir}/pub/own.txt`, '&public=true');
    const nested = await upload(`${dir}/pub/nested/a.txt`);
    await setFolder(`${dir}/pub`, true);
    await setFolder(`${dir}/pub/nested`, true);
    const answer = await setFolder(`${dir}/pub`, false);
    expect(answer.json).toMatchObject({ public: false, files: 2 });
    expect((await byId(plain.id)).status).toBe(404);
    expect((await byId(own.id)).status).toBe(200);
    expect((await byId(nested.id)).status).toBe(200);
  });

  it('a folder within a public folder cannot be made private by itself', async () => {
    const file = await upload(`${dir}/pub/sub/a.txt`);
    await setFolder(`${dir}/pub`, true);
    const answer = await setFolder(`${dir}/pub/sub`, false);
    expect(answer.json).toMatchObject({ public: true, ownPublic: false });
    expect((await byId(file.id)).status).toBe(200);
  });

  it('folder ids appear once published or hidden, are UUIDs, and stay', async () => {
    await upload(`${dir}/f/a.txt`);
    const node = async () => {
      const tree = await vfs.ucan({ can: 'fs/list', hidden: ['*'] })('GET', `/api/fs/tree?path=${dir}`);
      return tree.json['nodes']?.[0];
    };
    expect(await node()).not.toHaveProperty('id');
    const { id } = (await setFolder(`${dir}/f`, true)).json as unknown as { id: string };
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await setFolder(`${dir}/f`, false);
    expect(await node()).toMatchObject({ id, public: false });
    await upload(`${dir}/g/a.txt`);
    const hidden = await write('PUT', `/api/fs/folders/hidden?path=${dir}/g&hidden=true`);
    expect(hidden.json['id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('an empty folder can be published before its first file', async () => {
    expect((await setFolder(`${dir}/inbox`, true)).json).toMatchObject({ public: true, files: 0 });
    expect(await upload(`${dir}/inbox/a.txt`)).toMatchObject({ public: true });
    expect((await setFolder(`${dir}/none`, false)).status).toBe(404);
  });

  it('public overrides hidden for serving; hidden still gates what is authenticated', async () => {
    const dot = await upload(`${dir}/pub/.env`);
    await setFolder(`${dir}/pub`, true);
    expect((await byId(dot.id)).status).toBe(200);
    expect((await byPath(`${dir}/pub/.env`)).status).toBe(200);
    expect((await listed(dir))['files']).toHaveLength(1);
    const reveal = vfs.ucan({ can: 'fs/read', hidden: ['*'] });
    const elsewhere = vfs.ucan({ can: 'fs/read', hidden: ['/other'] });
    for (const path of [
      `/api/fs/files/${dot.id}`,
      `/api/fs/files/${dot.id}/content`,
      `/api/fs/content?path=${dir}/pub/.env`,
    ]) {
      expect((await read('GET', path)).status, path).toBe(404);
      expect((await elsewhere('GET', path)).status, path).toBe(404);
      expect((await reveal('GET', path)).status, path).toBe(200);
    }
    expect((await list('GET', `/api/fs/files?path=${dir}`)).json['files']).toEqual([]);
    expect((await setFile(dot.id, false)).status).toBe(404);
    const taken = await write('POST', `/api/fs/files?path=${dir}/pub/.env`, { body: 'x' });
    expect([taken.status, taken.text.includes(dot.id)]).toEqual([409, false]);
  });

  it('a hidden file that is not public is served nowhere without the reveal', async () => {
    const file = await upload(`${dir}/a.txt`);
    const set = (caller: Caller, hidden: boolean) =>
      caller('PATCH', `/api/fs/files/${file.id}/hidden`, { body: { hidden } });
    expect((await set(write, true)).json).toMatchObject({ hidden: true });
    expect((await read('GET', `/api/fs/files/${file.id}`)).status).toBe(404);
    expect((await set(write, false)).status).toBe(404);
    expect((await byId(file.id)).status).toBe(404);
    expect((await set(vfs.ucan({ can: 'fs/write', hidden: ['*'] }), false)).json).toMatchObject({
      hidden: false,
    });
  });

  it('trash: served nowhere, restored with its own flag; purge: gone for ever', async () => {
    const file = await upload(`${dir}/a.txt`, '&public=true');
    expect((await del('DELETE', `/api/fs/files/${file.id}`)).status).toBe(204);
    for (const path of [
      `/public/id/${file.id}`,
      `/public/cid/${file.cid}`,
      `/public/${vfs.namespace}${dir}/a.txt`,
    ])
      expect((await vfs.anyone('GET', path)).status, path).toBe(404);
    expect((await read('GET', `/api/fs/files/${file.id}`)).status).toBe(404);
    expect((await list('GET', '/api/fs/trash')).json['files']?.[0]).toMatchObject({
      id: file.id,
      public: false,
    });
    const restored = await write('POST', `/api/fs/files/${file.id}/restore`);
    expect(restored.json).toMatchObject({ id: file.id, public: true });
    expect((await byId(file.id)).status).toBe(200);
    await del('POST', '/api/fs/batch/delete', { body: { ids: [file.id] } });
    const purged = await del('POST', '/api/fs/batch/purge', { body: { ids: [file.id, file.id, 'none'] } });
    expect(purged.json).toMatchObject({ succeeded: 1, failed: 2 });
    expect(purged.json['results']?.map(({ status }) => status)).toEqual([200, 409, 404]);
    expect((await write('POST', `/api/fs/files/${file.id}/restore`)).status).toBe(404);
  });

  it('trash of a published folder: nothing of it is served, and a new file there is private', async () => {
    const file = await upload(`${dir}/pub/a.txt`);
    const { id } = (await setFolder(`${dir}/pub`, true)).json as unknown as { id: string };
    expect((await vfs.anyone('GET', `/public/folder/id/${id}`)).status).toBe(200);
    expect((await del('DELETE', `/api/fs/folders?path=${dir}/pub`)).json).toEqual({ files: 1 });
    for (const path of [
      `/public/id/${file.id}`,
      `/public/cid/${file.cid}`,
      `/public/folder/id/${id}`,
      `/public/folder/${vfs.namespace}${dir}/pub`,
    ])
      expect((await vfs.anyone('GET', path)).status, path).toBe(404);
    expect(await listed(dir)).toMatchObject({ files: [], folders: [] });
    expect(await upload(`${dir}/pub/b.txt`)).toMatchObject({ public: false });
  });

  it('delete and re-create under the same name: another id, private; the old link stays dead', async () => {
    const first = await upload(`${dir}/a.txt`, '&public=true', 'first');
    await del('DELETE', `/api/fs/files/${first.id}`);
    const second = await upload(`${dir}/a.txt`, '', 'second');
    expect(second.id).not.toBe(first.id);
    expect((await byId(first.id)).status).toBe(404);
    expect((await byId(second.id)).status).toBe(404);
    expect((await write('POST', `/api/fs/files/${first.id}/restore`)).status).toBe(409);
    for (const path of ['/', `${dir}/a.txt/b`, dir])
      expect([400, 409]).toContain(
        (await write('POST', `/api/fs/files/${first.id}/restore?path=${q(path)}`)).status,
      );
    expect((await write('POST', `/api/fs/files/${first.id}/restore?path=${dir}/b.txt`)).status).toBe(200);
    expect((await byId(first.id)).text).toBe('first');
  });

  it('the link by id survives rename, move and edit; by cid an edit makes another; by path a move ends it', async () => {
    const file = await upload(`${dir}/a.txt`, '&public=true', 'one');
    await write('PATCH', `/api/fs/files/${file.id}/path`, { body: { path: `${dir}/deep/b.txt` } });
    expect((await byId(file.id)).text).toBe('one');
    expect((await vfs.anyone('GET', `/public/cid/${file.cid}`)).text).toBe('one');
    expect((await byPath(`${dir}/a.txt`)).status).toBe(404);
    expect((await byPath(`${dir}/deep/b.txt`)).text).toBe('one');
    const edited = await write('PATCH', `/api/fs/files/${file.id}/edit`, {
      body: { oldString: 'one', newString: 'two' },
    });
    expect(edited.json).toMatchObject({ replacements: 1, file: { id: file.id, version: 2 } });
    expect((await byId(file.id)).text).toBe('two');
    expect((await vfs.anyone('GET', `/public/cid/${file.cid}`)).status).toBe(404);
  });

  it('moving out of a public folder makes private, moving in makes public', async () => {
    const file = await upload(`${dir}/a.txt`);
    await setFolder(`${dir}/pub`, true);
    const move = (to: string) => write('PATCH', `/api/fs/files/${file.id}/path`, { body: { path: to } });
    expect((await move(`${dir}/pub/a.txt`)).json).toMatchObject({ public: true });
    expect((await byId(file.id)).status).toBe(200);
    expect((await move(`${dir}/a.txt`)).json).toMatchObject({ public: false });
    expect((await byId(file.id)).status).toBe(404);
  });

  it('moving a folder carries its own flag along and takes on what the new place hands down', async () => {
    const file = await upload(`${dir}/x/sub/a.txt`);
    await setFolder(`${dir}/pub`, true);
    const move = (from: string, to: string) => write('PUT', '/api/fs/folders/path', { body: { from, to } });
    expect((await move(`${dir}/x`, `${dir}/pub/x`)).json).toMatchObject({
      path: `${dir}/pub/x`,
      public: true,
    });
    expect((await byPath(`${dir}/pub/x/sub/a.txt`)).status).toBe(200);
    expect((await move(`${dir}/pub/x`, `${dir}/y`)).json).toMatchObject({ public: false });
    expect((await byId(file.id)).status).toBe(404);
    expect((await read('GET', `/api/fs/content?path=${dir}/y/sub/a.txt`)).status).toBe(200);
    expect((await move(`${dir}/y`, `${dir}/y/z`)).status).toBe(409);
    expect((await move(`${dir}/y`, `${dir}/pub`)).status).toBe(409);
  });

  it('exactly true or false, from the query or the body; nothing else, nothing toggled: 400', async () => {
    const file = await upload(`${dir}/a.txt`);
    const path = `/api/fs/files/${file.id}/public`;
    for (const bad of [
      '',
      '?public=',
      '?public=1',
      '?public=TRUE',
      '?public=yes',
      '?public=true&public=false',
    ])
      expect((await write('PATCH', path + bad)).status, bad).toBe(400);
    for (const body of [{}, { public: 'true' }, { public: 1 }, { public: null }, [], null, 'true'])
      expect(
        (
          await write('PATCH', path, {
            body: JSON.stringify(body),
            headers: { 'Content-Type': 'application/json' },
          })
        ).status,
      ).toBe(400);
    expect((await write('PUT', `/api/fs/folders/public?path=${dir}`)).status).toBe(400);
    expect((await write('PUT', `/api/fs/folders/public?path=${dir}&public=maybe`)).status).toBe(400);
    expect((await write('POST', `/api/fs/files?path=${dir}/b.txt&public=1`, { body: 'x' })).status).toBe(400);
    expect((await read('GET', `/api/fs/files/${file.id}`)).json).toMatchObject({ public: false });
    expect((await write('PATCH', path, { body: { public: true } })).json).toMatchObject({ public: true });
    // The query is preferred.
    const both = await write('PATCH', `${path}?public=false`, { body: { public: true } });
    expect(both.json).toMatchObject({ public: false });
    expect(
      (await write('PUT', `/api/fs/folders/public?path=${dir}`, { body: { public: true } })).json,
    ).toMatchObject({
      public: true,
    });
  });

  it('needs fs/write on the path: anything less is 401 or 403 and changes nothing', async () => {
    const file = await upload(`${dir}/a.txt`);
    expect((await setFile(file.id, true, vfs.anyone)).status).toBe(401);
    for (const caller of [read, list, del, vfs.ucan({ can: 'fs/write', with: 'ixo:filesystem/elsewhere' })])
      expect([403, 404]).toContain((await setFile(file.id, true, caller)).status);
    const scoped = vfs.ucan({ can: 'fs/write', with: `ixo:filesystem${dir}x` });
    expect((await setFolder(dir, true, scoped)).status).toBe(403);
    expect((await byId(file.id)).status).toBe(404);
    expect(
      (await setFolder(dir, true, vfs.ucan({ can: 'fs/write', with: `ixo:filesystem${dir}` }))).status,
    ).toBe(200);
  });

  it('trashed, purged, private, hidden and nonexistent are one answer, byte for byte', async () => {
    const { id: privateId } = await upload(`${dir}/private.txt`);
    const { id: trashed } = await upload(`${dir}/trashed.txt`, '&public=true');
    const { id: purged } = await upload(`${dir}/purged.txt`, '&public=true');
    const { id: hidden } = await upload(`${dir}/.hidden`);
    await del('POST', '/api/fs/batch/delete', { body: { ids: [trashed, purged] } });
    await del('POST', '/api/fs/batch/purge', { body: { ids: [purged] } });
    const never = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all([never, privateId, trashed, purged, hidden].map(byId));
    for (const answer of answers) expect(stable(answer)).toEqual(stable(answers[0] as Answer));
    expect(answers[0]?.status).toBe(404);
    const names = ['never.txt', 'private.txt', 'trashed.txt', 'purged.txt', '.hidden', 'never/at/all'];
    const byName = await Promise.all(names.map((name) => byPath(`${dir}/${name}`)));
    for (const answer of byName) expect(stable(answer)).toEqual(stable(answers[0] as Answer));
  });

  it('publishes exact paths, never what they match', async () => {
    const file = await upload(`${dir}/private/a.txt`);
    const literal = await upload(`${dir}/private/*`);
    expect((await setFolder(`${dir}/*`, false)).status).toBe(404);
    expect((await setFile(literal.id, true)).status).toBe(200);
    expect((await byId(file.id)).status).toBe(404);
  });

  it('records who changed what', async () => {
    const file = await upload(`${dir}/a.txt`);
    await setFile(file.id, true);
    await setFile(file.id, false);
    const rows = await (
      vfs.app.store.db as unknown as {
        selectFrom(table: string): {
          selectAll(): {
            where(
              c: string,
              o: string,
              v: string,
            ): { execute(): Promise<{ action: string; actor: string }[]> };
          };
        };
      }
    )
      .selectFrom('vfs_audit')
      .selectAll()
      .where('item_id', '=', file.id)
      .execute();
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['create', 'publish', 'unpublish']);
    expect(rows.every(({ actor }) => actor === vfs.app.identity?.did)).toBe(true);
  });
});
