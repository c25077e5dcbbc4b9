import { definePlugin } from 'oracle-runtime/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import vfsPlugin from './index.js';
import { type Caller, startVfsApp, type VfsApp } from './testing/vfs-app.js';

const ENTITY = 'did:ixo:entity:abc';
const OTHER = 'did:ixo:entity:other';

let controller = '';
/** A chain that knows one entity, which the oracle's owner controls, and one that somebody else does. */
const chain = definePlugin({
  name: 'entities',
  version: '1.0.0',
  manifest: { title: 'Entities', summary: 'For tests.', whenToUse: ['Never'], loading: 'silent' },
  setup: () => ({
    didDocuments: {
      methods: ['ixo'],
      async resolve(did: string) {
        if (did === ENTITY) return { id: did, controller };
        return did === OTHER ? { id: did, controller: 'did:ixo:ixo1somebody' } : undefined;
      },
    },
  }),
});

describe('content by CID', () => {
  let vfs: VfsApp;
  beforeAll(async () => {
    vfs = await startVfsApp({}, [chain, vfsPlugin]);
    controller = vfs.app.identity?.did ?? '';
  });
  afterAll(() => vfs.close());

  const put = async (caller: Caller, path: string, body: string) => {
    const answer = await caller('POST', `/api/fs/files?path=${encodeURIComponent(path)}`, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json as unknown as { id: string; cid: string };
  };
  const statusOf = async (caller: Caller, path: string) => (await caller('GET', path)).status;

  it('is found where the credential reaches, with its bytes and headers', async () => {
    const { cid } = await put(vfs.ucan({ can: 'fs/write' }), '/by-cid/a.txt', 'one');
    await put(vfs.ucan({ can: 'fs/write' }), '/elsewhere/.copy', 'hidden one');
    const read = vfs.ucan({ can: 'fs/read' });
    const answer = await read('GET', `/api/fs/cid/${cid}`);
    expect([answer.status, answer.text]).toEqual([200, 'one']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-vfs-cid': cid,
      etag: `"${cid}"`,
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment; filename="a.txt"',
    });
    const part = await read('GET', `/api/fs/cid/${cid}`, { headers: { Range: 'bytes=1-' } });
    expect([part.status, part.text]).toEqual([206, 'ne']);
    const inside = vfs.ucan({ can: 'fs/read', with: 'ixo:filesystem/by-cid' });
    const outside = vfs.ucan({ can: 'fs/read', with: 'ixo:filesystem/by' });
    expect(await statusOf(inside, `/api/fs/cid/${cid}`)).toBe(200);
    expect(await statusOf(outside, `/api/fs/cid/${cid}`)).toBe(404);
    expect(await statusOf(vfs.ucan({ can: 'fs/list' }), `/api/fs/cid/${cid}`)).toBe(403);
    expect(await statusOf(vfs.anyone, `/api/fs/cid/${cid}`)).toBe(401);
  });

  it('is not found when it is hidden, in the trash, nowhere, or spelled another way', async () => {
    const write = vfs.ucan({ can: 'fs/write' });
    const read = vfs.ucan({ can: 'fs/read' });
    const hidden = await put(write, '/by-cid/.hidden', 'hidden content');
    const trashed = await put(write, '/by-cid/trashed', 'trashed content');
    await vfs.ucan({ can: 'fs/delete' })('DELETE', `/api/fs/files/${trashed.id}`);
    const reveal = vfs.ucan({ can: 'fs/read', hidden: ['*'] });
    expect(await statusOf(reveal, `/api/fs/cid/${hidden.cid}`)).toBe(200);
    for (const cid of [
      hidden.cid,
      trashed.cid,
      'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
      hidden.cid.toUpperCase(),
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
      '*',
    ])
      expect(await statusOf(read, `/api/fs/cid/${cid}`), cid).toBe(404);
  });

  it('is what a file holds now before what one held once, and that as long as the version is kept', async () => {
    const write = vfs.ucan({ can: 'fs/write' });
    const read = vfs.ucan({ can: 'fs/read' });
    const file = await put(write, '/by-cid/b-old.txt', 'evidence');
    await write('PUT', `/api/fs/files/${file.id}`, { body: 'corrected' });
    const old = await read('GET', `/api/fs/cid/${file.cid}`);
    expect([old.text, old.headers.get('x-vfs-version')]).toEqual(['evidence', '1']);
    await put(write, '/by-cid/z-now.txt', 'evidence');
    const now = await read('GET', `/api/fs/cid/${file.cid}`);
    expect(now.headers.get('content-disposition')).toContain('z-now.txt');
    await vfs.ucan({ can: 'fs/delete' })('DELETE', `/api/fs/files/${file.id}/versions/1`);
    expect((await read('GET', `/api/fs/cid/${file.cid}`)).text).toBe('evidence');
  });

  it('is found in the claims of an entity, by its controllers, with the reveal that a dot asks for', async () => {
    const resource = `ixo:filesystem/${ENTITY}`;
    const claims = vfs.ucan({ can: 'fs/write', with: resource, hidden: ['*'] });
    const { cid } = await put(claims, '/.claims/c1/evidence.json', '{"claim":1}');
    await put(claims, '/.claims/c2/evidence.json', '{"claim":2}');
    const lane = vfs.ucan({ can: 'fs/read', with: `${resource}/.claims/c1`, hidden: ['*'] });
    const query = `entity=${ENTITY}&collection=c1`;
    expect((await lane('GET', `/api/fs/cid/${cid}?${query}`)).text).toBe('{"claim":1}');
    expect(await statusOf(lane, `/api/fs/cid/${cid}`)).toBe(200);
    expect(await statusOf(lane, `/api/fs/cid/${cid}?entity=${ENTITY}&collection=c2`)).toBe(403);
    expect(await statusOf(claims, `/api/fs/cid/${cid}?entity=${ENTITY}&collection=c2`)).toBe(404);
    expect(await statusOf(lane, `/api/fs/cid/${cid}?entity=${OTHER}&collection=c1`)).toBe(403);
    const blind = vfs.ucan({ can: 'fs/read', with: `${resource}/.claims/c1` });
    expect(await statusOf(blind, `/api/fs/cid/${cid}?${query}`)).toBe(404);
    // The owner's own files are another namespace, whatever their paths are.
    const own = vfs.ucan({ can: 'fs/read', hidden: ['*'] });
    expect(await statusOf(own, `/api/fs/cid/${cid}`)).toBe(404);
    expect(await statusOf(own, `/api/fs/cid/${cid}?entity=${ENTITY}`)).toBe(403);
    for (const bad of ['entity=abc', `entity=${ENTITY}&collection=a/b`, `entity=${ENTITY}&collection=..`])
      expect(await statusOf(claims, `/api/fs/cid/${cid}?${bad}`), bad).toBe(400);
  });

  it('an entity publishes under its own namespace', async () => {
    const entity = vfs.ucan({ can: 'fs/write', with: `ixo:filesystem/${ENTITY}` });
    const file = await put(entity, '/reports/q1.txt', 'first quarter');
    await entity('PATCH', `/api/fs/files/${file.id}/public?public=true`);
    const namespace = `entity:${ENTITY}`;
    expect((await vfs.anyone('GET', `/public/${namespace}/reports/q1.txt`)).text).toBe('first quarter');
    expect((await vfs.anyone('GET', `/public/list/${namespace}`)).json).toMatchObject({
      namespace,
      files: [{ path: '/reports/q1.txt' }],
    });
    const foreign = vfs.ucan({ can: 'fs/write', with: `ixo:filesystem/${OTHER}` });
    expect((await foreign('POST', '/api/fs/files?path=/a', { body: 'x' })).status).toBe(403);
  });
});
