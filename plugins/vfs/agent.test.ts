import type { Principal } from 'oracle-runtime/plugin';
import { person } from 'oracle-runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileService } from './service.js';
import { startAppWithConsumer } from './testing/app-with-consumer.js';
import { collect } from './testing/open-test-files.js';
import type { VfsApp } from './testing/vfs-app.js';

describe('files for the agent and for other plugins', () => {
  let vfs: VfsApp;
  let files: FileService;
  let owner: Principal;
  const alice = person('alice of the files');
  const visitor: Principal = {
    id: alice.did,
    kind: 'ucan',
    did: alice.did,
    scopes: new Set(['chat']),
    name: 'alice',
  };
  beforeAll(async () => {
    ({ vfs, files, owner } = await startAppWithConsumer());
  });
  afterAll(() => vfs.close());

  it('reads and writes for the owner, whole or not at all', async () => {
    expect(await files.stat(owner, '/r/list.csv')).toBeUndefined();
    const entry = await files.write(owner, '/r/list.csv', Buffer.from('id\n1\n'));
    expect(entry).toMatchObject({
      path: '/r/list.csv',
      mimeType: 'text/csv; charset=utf-8',
      version: 1,
      public: false,
    });
    await expect(files.write(owner, '/r/list.csv', Buffer.from('x'))).rejects.toMatchObject({
      code: 'conflict',
    });
    const read = await files.read(owner, '/r/list.csv');
    await files.write(owner, '/r/list.csv', Buffer.from('changed'), { overwrite: true });
    // What was opened stays what it was, again and again.
    for (let n = 0; n < 2; n++) expect((await collect(read.open())).toString()).toBe('id\n1\n');
    expect((await files.list(owner, '/r')).map(({ path, version }) => [path, version])).toEqual([
      ['/r/list.csv', 2],
    ]);
    expect(await files.list(owner, '/none')).toEqual([]);
    await expect(files.read(owner, 'relative')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(
      files.read({ ...owner, kind: 'api-key', scopes: new Set(['chat']) }, '/r/list.csv'),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('acts for a visitor only in the folder that was granted, in the visitor’s own namespace, audited', async () => {
    await expect(files.write(visitor, '/shared/a.txt', Buffer.from('x'))).rejects.toMatchObject({
      code: 'forbidden',
      hint: expect.stringContaining('POST /delegation'),
    });
    const to = vfs.app.identity?.did ?? '';
    const delegation = await vfs.delegation({
      by: alice,
      to,
      can: 'fs/write',
      with: 'ixo:filesystem/shared',
    });
    const stored = await vfs.ucan({ by: alice, can: 'fs/list' })('POST', '/delegation', {
      body: { delegation },
    });
    expect(stored.status, stored.text).toBe(201);

    const entry = await files.write(visitor, '/shared/a.txt', Buffer.from('hers'));
    expect((await collect((await files.read(visitor, '/shared/a.txt')).open())).toString()).toBe('hers');
    for (const path of ['/a.txt', '/shared2/a.txt'])
      await expect(files.write(visitor, path, Buffer.from('x')), path).rejects.toMatchObject({
        code: 'forbidden',
      });
    // Not among the owner's files.
    expect(await files.stat(owner, '/shared/a.txt')).toBeUndefined();
    const db = vfs.app.store.db as unknown as import('kysely').Kysely<{
      vfs_audit: { item_id: string; namespace: string; actor: string; invoker: string };
    }>;
    const row = await db
      .selectFrom('vfs_audit')
      .selectAll()
      .where('item_id', '=', entry.id)
      .executeTakeFirst();
    expect(row).toMatchObject({
      namespace: `user:${alice.did.slice('did:key:'.length)}`,
      actor: alice.did,
      invoker: 'oracle',
    });
  });

  describe('within a delegation that comes with the request', () => {
    const bob = person('bob of the files');
    const granted = async (resource: string, can = 'fs/write'): Promise<Principal> => {
      const to = vfs.app.identity?.did ?? '';
      const token = await vfs.delegation({ by: bob, to, can, with: resource });
      return {
        id: bob.did,
        kind: 'ucan',
        did: bob.did,
        scopes: new Set(['chat']),
        name: 'bob',
        delegation: token,
      };
    };
    const write = (as: Principal, path: string) => files.write(as, path, Buffer.from(path));

    it('reads and writes, and stores nothing of it', async () => {
      const with_ = await granted('ixo:filesystem/sent');
      expect(await write(with_, '/sent/a.txt')).toMatchObject({ path: '/sent/a.txt' });
      const { delegation: _, ...without } = with_;
      await expect(files.stat(without, '/sent/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
      const reader = await granted('ixo:filesystem/sent', 'fs/read');
      expect(await files.stat(reader, '/sent/a.txt')).toMatchObject({ size: 11 });
      await expect(write(reader, '/sent/b.txt')).rejects.toMatchObject({ code: 'forbidden' });
      // What someone else was granted is of no use to her.
      const hers = { ...with_, id: alice.did, did: alice.did };
      await expect(files.stat(hers, '/sent/a.txt')).rejects.toMatchObject({ code: 'forbidden' });
    });

    it.each(['50%.txt', '%2e%2e', 'cafe\u0301.txt', 'did:ixo:entity:1', '\u0065\u0301/b', '*'])(
      'reaches names that no resource can spell: %s',
      async (name) => {
        const path = `/odd/${name}`;
        expect(await write(await granted('ixo:filesystem/odd'), path)).toMatchObject({ path });
        for (const elsewhere of ['ixo:filesystem/od', 'ixo:filesystem/odd/x'])
          await expect(files.stat(await granted(elsewhere), path)).rejects.toMatchObject({
            code: 'forbidden',
            hint: expect.stringContaining('ixo:filesystem/odd'),
          });
      },
    );

    it('takes a first folder that reads like a DID for a folder', async () => {
      const path = '/did:ixo:entity:1/a.txt';
      await expect(write(await granted('ixo:filesystem/sent'), path)).rejects.toMatchObject({
        code: 'forbidden',
        hint: expect.stringMatching(/on ixo:filesystem to/),
      });
      const all = await granted('ixo:filesystem');
      expect(await write(all, path)).toMatchObject({ path });
      expect((await files.list(all, '/did:ixo:entity:1')).map((entry) => entry.path)).toEqual([path]);
    });
  });
});
