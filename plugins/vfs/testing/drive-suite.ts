import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyItem } from '../drive/copy.js';
import { contentByCid } from '../drive/find-by-cid.js';
import { listFiles, listTree } from '../drive/list.js';
import { moveFile, moveFolder } from '../drive/move.js';
import { flagFile, flagFolder } from '../drive/publish.js';
import { purgeAt, purgeFile } from '../drive/purge.js';
import { usedBytes } from '../drive/quota.js';
import { restoreFile } from '../drive/restore.js';
import { listTrash, trashFile, trashFolder } from '../drive/trash.js';
import { deleteVersion, listVersions, restoreVersion } from '../drive/versions.js';
import { createFile, replaceFile } from '../drive/write.js';
import { SLICE } from '../folders/slice.js';
import { parsePath } from '../paths/namespace-path.js';
import { globFiles, grepFiles } from '../search/find-text.js';
import { searchFiles } from '../search/search-files.js';
import { collect, source, type TestFiles } from './open-test-files.js';

/** What the file system does, on whichever database `open` opens. */
export function driveSuite(open: () => Promise<TestFiles>): void {
  describe('the file system', () => {
    let files: TestFiles;
    let dir = '';
    let count = 0;
    beforeAll(async () => {
      files = await open();
    });
    afterAll(() => files.close());
    beforeEach(() => {
      count += 1;
      dir = `/case-${count}`;
    });
    const path = (text: string) => parsePath(`${dir}${text}`);
    const access = () => files.access();
    const put = (text: string, content = 'x', isPublic?: boolean) =>
      files.put(`${dir}${text}`, content, {
        mimeType: 'text/plain',
        ...(isPublic === undefined ? {} : { public: isPublic }),
      });
    const find = (id: string) => files.vfs.files.findFile(id);
    const publicPaths = async () => {
      const page = {
        namespace: access().namespace,
        path: parsePath(dir),
        view: 'flat',
        limit: 100,
        publicOnly: true,
      } as const;
      return (await files.vfs.files.listFiles(page)).map((file) => file.path.slice(dir.length));
    };

    it('cascades publishing and takes it back to what is published by itself', async () => {
      await put('/a/one');
      await put('/a/own', 'x', true);
      await put('/a/b/two');
      await put('/a/b/c/three');
      await put('/ab/sibling');
      await flagFolder(files.vfs, access(), path('/a/b'), 'public', true);
      expect(await publicPaths()).toEqual(['/a/b/c/three', '/a/b/two', '/a/own']);
      await flagFolder(files.vfs, access(), path('/a'), 'public', true);
      expect(await publicPaths()).toEqual(['/a/b/c/three', '/a/b/two', '/a/one', '/a/own']);
      await flagFolder(files.vfs, access(), path('/a'), 'public', false);
      expect(await publicPaths()).toEqual(['/a/b/c/three', '/a/b/two', '/a/own']);
      await flagFolder(files.vfs, access(), path('/a/b'), 'public', false);
      expect(await publicPaths()).toEqual(['/a/own']);
    });

    it('hides by flag and by name, and shows again what is neither', async () => {
      await put('/h/plain');
      await put('/h/.dot/x');
      const hidden = async () => {
        const page = { path: parsePath(dir), limit: 100 };
        return (await listFiles(files.vfs, access(), page)).files.map((file) => file.path.slice(dir.length));
      };
      expect(await hidden()).toEqual(['/h/plain']);
      await flagFolder(files.vfs, access(), path('/h'), 'hidden', true);
      await expect(listFiles(files.vfs, access(), { path: path('/h'), limit: 9 })).rejects.toMatchObject({
        code: 'not_found',
      });
      const revealing = files.access(undefined, { hidden: true });
      await flagFolder(files.vfs, revealing, path('/h'), 'hidden', false);
      expect(await hidden()).toEqual(['/h/plain']);
    });

    it('publishes the whole namespace by its root', async () => {
      const bob = files.access('did:key:zBob');
      const root = parsePath('/');
      const upload = (text: string) =>
        createFile(files.vfs, bob, { path: parsePath(text), source: source('x') });
      const before = await upload('/deep/er/a');
      await flagFolder(files.vfs, bob, root, 'public', true);
      const after = await upload('/new/b');
      expect([(await find(before.id))?.public, after.public]).toEqual([true, true]);
      await flagFolder(files.vfs, bob, root, 'public', false);
      expect([(await find(before.id))?.public, (await find(after.id))?.public]).toEqual([false, false]);
    });

    it('moves files and folders with Unicode names, flags following the place', async () => {
      const file = await put('/😀 émile/x');
      await flagFile(files.vfs, access(), file.id, 'public', true);
      await put('/😀 émile/sub/文');
      await moveFolder(files.vfs, access(), path('/😀 émile'), path('/moved/to/here'));
      expect((await find(file.id))?.path).toBe(path('/moved/to/here/x'));
      const tree = await listTree(files.vfs, access(), { path: path('/moved/to/here'), limit: 10 });
      expect(tree.nodes.map((node) => node.path.slice(dir.length))).toEqual([
        '/moved/to/here/sub',
        '/moved/to/here/x',
      ]);
      expect(await files.vfs.files.findFolderAt(access().namespace, path('/😀 émile'))).toBeUndefined();
      expect(await publicPaths()).toEqual(['/moved/to/here/x']);
    });

    it('moves no folder to where a path in it would be too long, as its readers count', async () => {
      // 1,024 units of UTF-16: the emoji are two each, and one code point.
      const segment = '😀'.repeat(60);
      const tail = `/${segment}`.repeat(7);
      const room = 1_024 - `${dir}/`.length - tail.length;
      await put(`/l${tail}`);
      const move = (to: string) => moveFolder(files.vfs, access(), path('/l'), path(`/${to}`));
      await expect(move('m'.repeat(room + 1))).rejects.toMatchObject({ code: 'conflict' });
      await move('m'.repeat(room));
      const page = await listFiles(files.vfs, access(), { path: path(`/${'m'.repeat(room)}`), limit: 1 });
      expect(page.files[0]?.path).toHaveLength(1_024);
    });

    it('prunes folders that nothing is in any more, and keeps those with a flag', async () => {
      const one = await put('/p/q/r/a');
      const two = await put('/keep/a');
      await flagFolder(files.vfs, access(), path('/keep'), 'public', true);
      await moveFile(files.vfs, access(), one.id, { to: path('/p/b') });
      await trashFile(files.vfs, access(), two.id);
      const folders = await files.vfs.files.listFolders({
        namespace: access().namespace,
        path: parsePath(dir),
        view: 'flat',
        limit: 10,
      });
      expect(folders.map((folder) => folder.path.slice(dir.length))).toEqual(['/keep', '/p']);
    });

    it('trashes, restores and purges, bytes accounted for', async () => {
      const before = await usedBytes(files.db, access().namespace);
      const file = await put('/t/a', 'twelve bytes');
      await replaceFile(files.vfs, access(), file.id, { source: source('more') });
      expect((await usedBytes(files.db, access().namespace)) - before).toBe(16);
      files.advance(1);
      expect(await trashFolder(files.vfs, access(), path('/t'))).toEqual({ files: 1 });
      expect(await find(file.id)).toBeUndefined();
      expect((await listTrash(files.vfs, access(), 1)).files[0]?.id).toBe(file.id);
      await restoreFile(files.vfs, access(), file.id, path('/elsewhere/b'));
      expect((await find(file.id))?.path).toBe(path('/elsewhere/b'));
      await trashFile(files.vfs, access(), file.id);
      await purgeFile(files.vfs, access(), file.id);
      expect((await usedBytes(files.db, access().namespace)) - before).toBe(0);
    });

    it('copies a folder some files at a time, and purges what is in the trash of a path', async () => {
      const contents: Record<string, string> = { '/large.bin': randomBytes(100_000).toString('hex') };
      for (let n = 0; n < SLICE + 20; n++) contents[`/sub/${n % 7}/${n}.txt`] = `heron number${n}`;
      for (const [name, content] of Object.entries(contents)) await put(`/c${name}`, content);
      const before = await usedBytes(files.db, access().namespace);
      const bytes = Object.values(contents).reduce((sum, content) => sum + content.length, 0);
      const count = Object.keys(contents).length;
      const copied = await copyItem(files.vfs, access(), { from: path('/c'), to: path('/d/e') });
      expect(copied).toMatchObject({ type: 'folder', files: count });
      expect((await usedBytes(files.db, access().namespace)) - before).toBe(bytes);
      for (const [name, content] of Object.entries(contents)) {
        const file = await files.vfs.files.findFileAt(access().namespace, path(`/d/e${name}`));
        if (file === undefined) throw new Error(`${name} was not copied`);
        expect((await collect(files.vfs.files.open(file).read())).toString()).toBe(content);
      }
      const [hit] = await searchFiles(files.vfs, access(), { q: 'number12', path: path('/d'), limit: 9 });
      expect(hit?.path).toBe(path('/d/e/sub/5/12.txt'));

      await trashFolder(files.vfs, access(), path('/d'));
      const purge = async (text: string) => {
        const { files: count, through } = await purgeAt(files.vfs, access(), path(text));
        await through;
        return count;
      };
      expect(await purge('/d/e/sub')).toBe(count - 1);
      expect(await purge('/d')).toBe(1);
      expect(await purge('/d')).toBe(0);
      expect(await usedBytes(files.db, access().namespace)).toBe(before);
    });

    it('keeps versions whose bytes are shared until the last of them goes', async () => {
      const content = 'v1'.repeat(50_000);
      const file = await put('/v', content);
      await replaceFile(files.vfs, access(), file.id, { source: source('v2') });
      const restored = await restoreVersion(files.vfs, access(), file.id, 1);
      await deleteVersion(files.vfs, access(), file.id, 1);
      files.advance(60 * 60 * 1_000);
      await files.vfs.sweep();
      expect((await collect(files.vfs.files.open(restored).read())).toString()).toBe(content);
      expect((await listVersions(files.vfs, access(), file.id)).map(({ version }) => version)).toEqual([
        3, 2,
      ]);
    });

    it('finds by pattern, text and words', async () => {
      await put('/s/Ä-report.md', 'The quick brown fox\njumps');
      await put('/s/other.md', 'lazy dogs jump over the fox fox');
      const globbed = await globFiles(files.vfs, access(), { pattern: `${dir}/**/*-report.*`, limit: 10 });
      expect(globbed.items.map((file) => file.name)).toEqual(['Ä-report.md']);
      const grepped = await grepFiles(files.vfs, access(), { q: 'fox', path: parsePath(dir), limit: 1 });
      expect([grepped.matches[0]?.line, grepped.truncated]).toEqual([1, true]);
      const hits = await searchFiles(files.vfs, access(), {
        q: 'quick fox',
        path: parsePath(dir),
        limit: 10,
      });
      expect(hits.map((hit) => hit.path.slice(dir.length))).toEqual(['/s/Ä-report.md', '/s/other.md']);
      const replaced = globbed.items[0]?.id ?? '';
      await replaceFile(files.vfs, access(), replaced, { source: source('nothing') });
      const again = await searchFiles(files.vfs, access(), { q: 'quick', path: parsePath(dir), limit: 10 });
      expect(again).toEqual([]);
    });

    it('finds content by its CID: where it is now, then where it was', async () => {
      const first = await put('/cid/b');
      await replaceFile(files.vfs, access(), first.id, { source: source('another') });
      const find = async (folder: string) => {
        const { file, version } = await contentByCid(files.vfs, access(), first.cid, path(folder));
        return [file.path, version.version];
      };
      expect(await find('/cid')).toEqual([path('/cid/b'), 1]);
      await put('/cid/c');
      await put('/cid/.a');
      expect(await find('/cid')).toEqual([path('/cid/c'), 1]);
      await expect(find('/cid2')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('takes one of many changes to one place at the same time', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => put('/race', `${n}`)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' });
    });

    it('lists in the order of UTF-8 bytes', async () => {
      const names = ['/Z', '/a', '/é', '/\uffee', '/\u{1f600}', '/-', '/~'];
      for (const name of names) await put(name);
      const listed = await listFiles(files.vfs, access(), { path: parsePath(dir), limit: 20 });
      const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(listed.files.map((file) => file.path.slice(dir.length))).toEqual(sorted);
    });
  });
}
