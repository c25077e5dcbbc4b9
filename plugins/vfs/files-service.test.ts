import { setImmediate } from 'node:timers/promises';
import { definePlugin, type Principal } from 'oracle-runtime/plugin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import vfsPlugin from './index.js';
import { type FileChange, type FileService, Files } from './service.js';
import { collect } from './testing/open-test-files.js';
import { startVfsApp, type VfsApp } from './testing/vfs-app.js';

let held: FileService | undefined;
/** All that a plugin needs to work with files. */
const mirror = definePlugin({
  name: 'mirror',
  version: '1.0.0',
  manifest: { title: 'Mirror', summary: 'Follows files.', whenToUse: ['Never'], loading: 'silent' },
  dependsOn: ['vfs'],
  setup(ctx) {
    held = ctx.use(Files);
    return {};
  },
});

describe('the service Files', () => {
  let vfs: VfsApp;
  let files: FileService;
  let owner: Principal;
  let stop: AbortController;
  beforeEach(async () => {
    vfs = await startVfsApp({}, [vfsPlugin, mirror]);
    if (held === undefined) throw new Error('no service');
    files = held;
    const did = vfs.app.identity?.did ?? '';
    owner = { id: did, kind: 'owner', did, scopes: new Set(['*']), name: 'owner' };
    stop = new AbortController();
  });
  afterEach(async () => {
    stop.abort();
    await vfs.close();
  });
  const write = (path: string, text: string) =>
    files.write(owner, path, Buffer.from(text), { overwrite: true });
  /** Reads along; gives all that was told until then. */
  const watching = async (folder: string): Promise<() => Promise<readonly FileChange[]>> => {
    const changes = await files.watch(owner, folder, stop.signal);
    const told: FileChange[] = [];
    const reading = (async () => {
      for await (const change of changes) told.push(change);
    })();
    return async () => {
      await setImmediate();
      stop.abort();
      await reading;
      return told;
    };
  };

  it('keeps the files of the owner from an account from outside that is not linked to it', async () => {
    await write('/d/a.txt', 'one');
    // A subject may be spelled so that the id ends like the owner's DID.
    const id = `chat:x:${owner.did.split(':')[2]}`;
    const outside: Principal = { ...owner, id, did: id, kind: 'external' };
    await expect(files.read(outside, '/d/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(files.list(outside, '/')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(files.read({ ...outside, linkedAs: 'ucan' }, '/d/a.txt')).rejects.toMatchObject({
      code: 'forbidden',
    });
    const linked: Principal = { ...owner, kind: 'external', linkedAs: 'owner' };
    expect(await files.stat(linked, '/d/a.txt')).toMatchObject({ path: '/d/a.txt' });
    const mayOnlyChat: Principal = { ...linked, scopes: new Set(['chat']) };
    await expect(files.stat(mayOnlyChat, '/d/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('removes, publishes, unpublishes and tells the history of what is there', async () => {
    await write('/d/a.txt', 'one');
    const { id } = await write('/d/a.txt', 'two');
    expect(await files.publish(owner, '/d/a.txt')).toEqual({ url: `/public/id/${id}` });
    expect((await vfs.anyone('GET', `/public/id/${id}`)).text).toBe('two');
    const folder = await files.publish(owner, '/d');
    expect(folder.url).toMatch(/^\/public\/folder\/id\//);
    expect(await files.unpublish(owner, '/d/a.txt')).toEqual({ public: true });
    expect(await files.unpublish(owner, '/d')).toEqual({ public: false });
    expect((await vfs.anyone('GET', `/public/id/${id}`)).status).toBe(404);

    const history = await files.history(owner, '/d/a.txt');
    expect(history.map(({ version, size, createdBy }) => [version, size, createdBy])).toEqual([
      [2, 3, owner.did],
      [1, 3, owner.did],
    ]);
    const first = await files.read(owner, '/d/a.txt', 1);
    expect(first.entry).toMatchObject({ id, path: '/d/a.txt', version: 1, cid: history[1]?.cid });
    expect((await collect(first.open())).toString()).toBe('one');
    await expect(files.read(owner, '/d/a.txt', 3)).rejects.toMatchObject({ code: 'not_found' });

    await files.remove(owner, '/d');
    expect(await files.list(owner, '/d')).toEqual([]);
    for (const call of [files.remove, files.publish, files.unpublish, files.history])
      await expect(call(owner, '/d/a.txt')).rejects.toMatchObject({ code: 'not_found' });
    await expect(files.publish(owner, '/d/*')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('holds each method to its ability', async () => {
    await write('/a.txt', 'a');
    const able = (...scopes: string[]): Principal => ({ ...owner, kind: 'api-key', scopes: new Set(scopes) });
    const writer = able('fs/write', 'fs/read', 'fs/list');
    await expect(files.remove(writer, '/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
    for (const call of [files.publish, files.unpublish])
      await expect(call(able('fs/read', 'fs/delete'), '/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(files.history(able('fs/list'), '/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(files.watch(able('chat'), '/', stop.signal)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('tells what happens in a folder once it is stored, whoever does it', async () => {
    await write('/w/old.txt', 'old');
    const seen = await watching('/w');
    const { id } = await write('/w/a.txt', 'a');
    await write('/w/a.txt', 'b');
    await write('/else.txt', 'not here');
    await files.publish(owner, '/w/a.txt');
    const key = await vfs.key('fs/write', 'fs/delete');
    await key('PATCH', `/api/fs/files/${id}/path`, { body: { path: '/w/b.txt' } });
    await key('PUT', `/api/fs/folders/public?path=/w&public=true`);
    await files.unpublish(owner, '/w/b.txt');
    await expect(files.write(owner, '/w/b.txt', Buffer.from('x'))).rejects.toThrow();
    await files.remove(owner, '/w');
    const told = await seen();
    expect(told.map(({ kind, path, version }) => [kind, path, version])).toEqual([
      ['created', '/w/a.txt', 1],
      ['changed', '/w/a.txt', 2],
      ['published', '/w/a.txt', 2],
      ['moved', '/w/b.txt', 2],
      ['published', '/w', undefined],
      ['unpublished', '/w/b.txt', 2],
      ['removed', '/w/b.txt', 2],
      ['removed', '/w/old.txt', 1],
    ]);
    expect(told[0]).toEqual({ kind: 'created', type: 'file', path: '/w/a.txt', id, version: 1 });
    expect(told[3]).toMatchObject({ from: '/w/a.txt', id });
    expect(told[4]).toMatchObject({ type: 'folder' });
  });

  it('tells of what comes and goes by a move, and nothing of what is hidden', async () => {
    await write('/w/in/a.txt', 'a');
    const seen = await watching('/w/in');
    const key = await vfs.key('fs/write');
    const move = async (from: string, to: string) => {
      const file = await key('GET', `/api/fs/files?path=${from}&hidden=true`);
      const { id } = (file.json['files'] as unknown as { id: string }[])[0] ?? { id: '' };
      await key('PATCH', `/api/fs/files/${id}/path?hidden=true`, { body: { path: to } });
    };
    await move('/w/in/a.txt', '/w/in/.a');
    await write('/w/in/.b', 'b');
    await move('/w/in/.a', '/w/in/c.txt');
    await move('/w/in/c.txt', '/w/out.txt');
    await write('/w/in/d.txt', 'd');
    await key('PUT', '/api/fs/folders/path?hidden=true', { body: { from: '/w', to: '/v' } });
    expect((await seen()).map(({ kind, path, from }) => [kind, path, from])).toEqual([
      ['removed', '/w/in/a.txt', undefined],
      ['created', '/w/in/c.txt', undefined],
      ['moved', '/w/out.txt', '/w/in/c.txt'],
      ['created', '/w/in/d.txt', undefined],
      ['moved', '/v', '/w'],
    ]);
  });
});
