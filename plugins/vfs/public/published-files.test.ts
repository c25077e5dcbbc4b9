import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveFile, moveFolder } from '../drive/move.js';
import { flagFile, flagFolder } from '../drive/publish.js';
import { purgeFile } from '../drive/purge.js';
import { restoreFile } from '../drive/restore.js';
import { trashFile, trashFolder } from '../drive/trash.js';
import { restoreVersion } from '../drive/versions.js';
import { replaceFile } from '../drive/write.js';
import { prepareFile } from '../http/prepared-file.js';
import { parsePath } from '../paths/namespace-path.js';
import { DatabaseVersion } from '../store/database-version.js';
import { source, type TestFiles } from '../testing/open-test-files.js';
import { type PublicSite, servePublic } from '../testing/serve-public.js';
import type { FileRow } from '../types.js';
import { PublishedFiles } from './published-files.js';

const ALICE = 'user:zAlice';

let site: PublicSite;
beforeAll(async () => {
  site = await servePublic();
});
afterAll(() => site.close());

/** Asks twice, so that whatever is kept is kept. */
async function read(path: string): Promise<string> {
  await site.get(path).then((response) => response.text());
  const response = await site.get(path);
  return response.status === 200 ? response.text() : String(response.status);
}

/** A change in this process, and what the file's link and place show after it. */
type Change = (files: TestFiles, file: FileRow) => Promise<unknown>;
const inFolder = (path: string) => parsePath(path.slice(0, path.lastIndexOf('/')));
const CHANGES: readonly [what: string, change: Change, byId: string, atPlace: string][] = [
  ['unpublished', (files, { id }) => flagFile(files.vfs, files.access(), id, 'public', false), '404', '404'],
  [
    'replaced',
    (files, { id }) => replaceFile(files.vfs, files.access(), id, { source: source('second') }),
    'second',
    'second',
  ],
  [
    'replaced and put back',
    async (files, { id }) => {
      await replaceFile(files.vfs, files.access(), id, { source: source('second') });
      await restoreVersion(files.vfs, files.access(), id, 1);
    },
    'first',
    'first',
  ],
  [
    'moved',
    (files, { id, path }) => moveFile(files.vfs, files.access(), id, { to: parsePath(`${path}.moved`) }),
    'first',
    '404',
  ],
  [
    'moved with its folder',
    (files, { path }) =>
      moveFolder(files.vfs, files.access(), inFolder(path), parsePath(`${inFolder(path)}-2`)),
    'first',
    '404',
  ],
  ['trashed', (files, { id }) => trashFile(files.vfs, files.access(), id), '404', '404'],
  [
    'trashed with its folder',
    (files, { path }) => trashFolder(files.vfs, files.access(), inFolder(path)),
    '404',
    '404',
  ],
  [
    'trashed and restored',
    async (files, { id }) => {
      await trashFile(files.vfs, files.access(), id);
      await restoreFile(files.vfs, files.access(), id);
    },
    'first',
    'first',
  ],
  [
    'purged',
    async (files, { id }) => {
      await trashFile(files.vfs, files.access(), id);
      await purgeFile(files.vfs, files.access(), id);
    },
    '404',
    '404',
  ],
];

describe('published files that are kept ready', () => {
  it.each(CHANGES)('show it at once when the file is %s', async (what, change, byId, atPlace) => {
    const { files } = site;
    const path = `/kept/${what.replaceAll(' ', '-')}/a.txt`;
    const file = await files.put(path, 'first', { public: true });
    const doors = [`/public/id/${file.id}`, `/public/${ALICE}${path}`];
    expect(await Promise.all(doors.map(read))).toEqual(['first', 'first']);
    await change(files, file);
    expect(await Promise.all(doors.map(read))).toEqual([byId, atPlace]);
  });

  it('show it at once when a folder above is unpublished', async () => {
    const { files } = site;
    const file = await files.put('/above/b/c.txt', 'inherited');
    await flagFolder(files.vfs, files.access(), parsePath('/above'), 'public', true);
    expect(await read(`/public/id/${file.id}`)).toBe('inherited');
    await flagFolder(files.vfs, files.access(), parsePath('/above'), 'public', false);
    expect(await read(`/public/id/${file.id}`)).toBe('404');
  });

  it('show it at once when another process unpublishes the file', async () => {
    const { files } = site;
    const file = await files.put('/elsewhere.txt', 'first', { public: true });
    expect(await read(`/public/id/${file.id}`)).toBe('first');
    const script = `const Database = require('libsql');
      new Database(process.argv[1]).prepare('update vfs_files set public = 0, own_public = 0 where id = ?').run([process.argv[2]]);`;
    const { stderr } = spawnSync(
      process.execPath,
      ['-e', script, join(files.dataDir, 'oracle.db'), file.id],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(await read(`/public/id/${file.id}`)).toBe('404');
  });

  it('are read from the database once, until it changes', async () => {
    const { files } = site;
    const file = await files.put('/once.txt', 'once', { public: true });
    const published = new PublishedFiles(new DatabaseVersion(files.db));
    let found = 0;
    const ask = () =>
      published.at('/public/id/once', () => {
        found += 1;
        return prepareFile(files.vfs.files, file, { cacheControl: 'no-store' });
      });
    for (let times = 0; times < 5; times++) await ask();
    expect(found).toBe(1);
    await files.put('/another.txt', 'another');
    await new Promise(setImmediate);
    await ask();
    await ask();
    expect(found).toBe(2);
  });

  it('keep nothing that was found while the database changed', async () => {
    const { files } = site;
    const file = await files.put('/during.txt', 'first', { public: true });
    const published = new PublishedFiles(new DatabaseVersion(files.db));
    const prepare = async () =>
      prepareFile(files.vfs.files, (await files.vfs.files.findFile(file.id)) ?? file, {
        cacheControl: 'no-store',
      });
    await published.at('/x', async () => {
      const old = await prepare();
      await replaceFile(files.vfs, files.access(), file.id, { source: source('second') });
      return old;
    });
    await new Promise(setImmediate);
    expect((await published.at('/x', prepare))?.file.version).toBe(2);
  });
});
