import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flagFolder } from '../drive/publish.js';
import { createFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { openTestFiles, source, type TestFiles } from '../testing/open-test-files.js';
import { Owners } from './owners.js';

describe('a personal namespace belongs to the DID that first changes something in it', () => {
  let files: TestFiles;
  beforeEach(async () => {
    files = await openTestFiles();
  });
  afterEach(() => files.close());

  const create = (did: string, path: string) =>
    createFile(files.vfs, files.access(did), { path: parsePath(path), source: source('x') });

  it('and to no other DID of the same method-specific id', async () => {
    await expect(files.vfs.owners.admit(files.access('did:web:zAlice'))).resolves.toMatchObject({
      namespace: 'user:zAlice',
    });
    await files.put('/a.txt', 'hers');
    for (const owners of [files.vfs.owners, new Owners(files.db, files.vfs.clock)]) {
      for (let times = 0; times < 2; times += 1) {
        await expect(owners.admit(files.access('did:web:zAlice'))).rejects.toMatchObject({ status: 403 });
        await expect(owners.admit(files.access('did:key:zAlice'))).resolves.toBeDefined();
      }
    }
    await expect(create('did:web:zAlice', '/b.txt')).rejects.toMatchObject({ code: 'forbidden' });
    await create('did:key:zAlice', '/b.txt');
    const rows = await files.db.selectFrom('vfs_namespaces').select(['namespace', 'owner']).execute();
    expect(rows).toEqual([{ namespace: 'user:zAlice', owner: 'did:key:zAlice' }]);
  });

  it('to one of them when they come at once', async () => {
    const dids = ['did:key:zSame', 'did:web:zSame', 'did:ixo:zSame'];
    const results = await Promise.allSettled(dids.map((did, index) => create(did, `/${index}`)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const winner = dids[results.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    for (const did of dids) {
      const admitted = files.vfs.owners.admit(files.access(did));
      if (did === winner) await expect(admitted).resolves.toBeDefined();
      else await expect(admitted).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('also by a folder that is published before its first file', async () => {
    await flagFolder(files.vfs, files.access('did:key:zFolder'), parsePath('/a'), 'public', true);
    await expect(create('did:web:zFolder', '/a/b')).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('not by looking, nor by a write that failed', async () => {
    await files.vfs.owners.admit(files.access('did:web:zLater'));
    await expect(
      createFile(files.vfs, files.access('did:web:zLater'), {
        path: parsePath('/a'),
        source: source('x'),
        size: 2,
      }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    await create('did:key:zLater', '/a');
    await expect(files.vfs.owners.admit(files.access('did:web:zLater'))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
