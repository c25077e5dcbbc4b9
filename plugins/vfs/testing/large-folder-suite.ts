import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../access/access.js';
import { moveFolder } from '../drive/move.js';
import { flagFile, flagFolder } from '../drive/publish.js';
import { purgeAt, purgesUnderWay } from '../drive/purge.js';
import { findTrashed, restoreFile, restoreFolder } from '../drive/restore.js';
import { listTrash, type TrashPlace, trashFile, trashFolder } from '../drive/trash.js';
import { createFile } from '../drive/write.js';
import { SLICE } from '../folders/slice.js';
import { type NamespacePath, parsePath } from '../paths/namespace-path.js';
import type { FileRow } from '../types.js';
import { checkFlags } from './check-flags.js';
import { fillFolder, manyPaths } from './fill-folder.js';
import { source, type TestFiles } from './open-test-files.js';

const FILES = 3 * SLICE + 50;
const FOLDERS = SLICE + 30;
const EACH = Math.ceil(FILES / FOLDERS);

/** A folder of several slices, on whichever database `open` opens. */
export function largeFolderSuite(open: () => Promise<TestFiles>): void {
  describe('a folder of several slices', { timeout: 90_000 }, () => {
    let files: TestFiles;
    let owner = 0;
    beforeAll(async () => {
      files = await open();
    });
    beforeEach(async () => {
      owner += 1;
      await fillFolder(files.vfs, access(), manyPaths('/a', FILES, EACH));
    });
    afterAll(() => files.close());

    const path = (text: string) => parsePath(text);
    // A namespace of its own for each case.
    const access = () => files.access(`did:key:zLarge${owner}`);
    const revealing = () => files.access(`did:key:zLarge${owner}`, { hidden: true });
    const publish = (text: string, value = true) =>
      flagFolder(files.vfs, access(), path(text), 'public', value);
    const list = (text: string, publicOnly = false) =>
      files.vfs.files.listFiles({
        namespace: access().namespace,
        path: path(text),
        view: 'flat',
        limit: 10_000,
        publicOnly,
      });
    const move = (from: string, to: string) => moveFolder(files.vfs, access(), path(from), path(to));
    const trash = (text: string) => trashFolder(files.vfs, access(), path(text));
    const restore = async (text: string) => {
      const found = await findTrashed(files.vfs, access(), path(text), undefined);
      return found.type === 'folder' ? restoreFolder(files.vfs, access(), found) : 0;
    };
    const pending = async () =>
      (await files.db.selectFrom('vfs_folder_changes').select('kind').execute()).map(({ kind }) => kind);
    const decided = async (kind: string) => {
      while (!(await pending()).includes(kind)) await setImmediate();
    };
    /** The whole trash, page by page. */
    const trashed = async (by: Access) => {
      const all: FileRow[] = [];
      for (let after: TrashPlace | undefined, looks = 0; looks === 0 || after !== undefined; looks++) {
        const { files: page, next } = await listTrash(files.vfs, by, 400, after);
        all.push(...page);
        after = next;
      }
      return all;
    };
    const audited = async (action: string) =>
      (
        await files.db
          .selectFrom('vfs_audit')
          .select('path')
          .where('namespace', '=', access().namespace)
          .where('action', '=', action)
          .execute()
      ).length;

    it('goes into the trash and comes back whole, each file recorded once', async () => {
      expect(await trash('/a')).toEqual({ files: FILES });
      expect(await list('/')).toEqual([]);
      const folders = await files.db
        .selectFrom('vfs_folders')
        .select('path')
        .where('namespace', '=', access().namespace)
        .execute();
      expect(folders).toEqual([]);
      expect(await audited('trash')).toBe(FILES);
      expect(await restore('/a')).toBe(FILES);
      expect(await list('/a')).toHaveLength(FILES);
      expect(await audited('restore')).toBe(FILES);
      await checkFlags(files.db);
      expect(await pending()).toEqual([]);
    });

    it('comes back to nothing or to all: one place that is taken keeps it in the trash', async () => {
      await trash('/a');
      const taken = [...manyPaths('/a', FILES, EACH)].at(-1) ?? '';
      for (const there of [taken, `${taken}/in`, parentOfText(taken)]) {
        await fillFolder(files.vfs, access(), [there]);
        await expect(restore('/a'), there).rejects.toMatchObject({ code: 'conflict' });
        expect(await list('/')).toHaveLength(1);
        await files.db
          .deleteFrom('vfs_files')
          .where('namespace', '=', access().namespace)
          .where('path', '=', there)
          .where('trashed_at', 'is', null)
          .execute();
        await files.db.deleteFrom('vfs_folders').where('namespace', '=', access().namespace).execute();
      }
      expect(await restore('/a')).toBe(FILES);
    });

    it('is published, and unpublished but for what is so by itself', async () => {
      const [first, second] = await list('/a');
      await flagFile(files.vfs, access(), second?.id ?? '', 'public', true);
      await publish('/a/0003');
      expect((await publish('/a')).files).toBe(FILES);
      await checkFlags(files.db);
      const ids = await files.db
        .selectFrom('vfs_folders')
        .select('id')
        .where('namespace', '=', access().namespace)
        .where('public', '=', 1)
        .execute();
      expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
      expect(ids.every(({ id }) => id !== null)).toBe(true);
      expect((await publish('/a', false)).files).toBe(EACH + 1);
      await checkFlags(files.db);
      expect((await list('/a', true)).map((file) => file.id)).not.toContain(first?.id);
      expect(await audited('publish')).toBe(3);
    });

    it('is hidden and shown, and stays hidden where a name says so', async () => {
      await fillFolder(files.vfs, access(), ['/a/0001/.x', '/a/.y/z']);
      await flagFolder(files.vfs, revealing(), path('/a'), 'hidden', true);
      await checkFlags(files.db);
      expect(await list('/')).toEqual([]);
      await flagFolder(files.vfs, revealing(), path('/a'), 'hidden', false);
      await checkFlags(files.db);
      expect(await list('/')).toHaveLength(FILES);
    });

    it('moves to where other flags are handed down, its ids staying', async () => {
      await fillFolder(files.vfs, access(), ['/open/x', '/plain/x']);
      await publish('/open');
      const before = new Set((await list('/a')).map((file) => file.id));
      for (const to of ['/open/é😀', '/plain/b', '/.dark/c', '/a']) {
        const from = (await folderOf()) ?? '/a';
        await moveFolder(files.vfs, revealing(), path(from), path(to));
        await checkFlags(files.db);
        const rows = await files.db
          .selectFrom('vfs_files')
          .select(['id', 'path'])
          .where('namespace', '=', access().namespace)
          .where('path', 'like', `${to}/%`)
          .execute();
        expect(new Set(rows.map(({ id }) => id))).toEqual(before);
      }
      expect(await audited('move')).toBe(4);
    });

    /** The folder that holds the large one's first folder now. */
    async function folderOf(): Promise<string | undefined> {
      const row = await files.db
        .selectFrom('vfs_folders')
        .select('parent')
        .where('namespace', '=', access().namespace)
        .where('path', 'like', '%/0000')
        .executeTakeFirst();
      return row?.parent;
    }

    it('is all old or all new to who reads meanwhile', async () => {
      const [file] = await list('/a');
      const reads: Record<string, () => Promise<unknown>> = {
        list: async () => (await list('/a')).length,
        all: async () => (await list('/')).length,
        public: async () => (await list('/', true)).length,
        id: async () => (await files.vfs.files.findFile(file?.id ?? ''))?.path ?? 'gone',
        path: async () =>
          (await files.vfs.files.findFileAt(access().namespace, file?.path ?? ('/' as NamespacePath)))
            ?.public ?? 'gone',
        measure: async () =>
          (await files.vfs.files.measure({ namespace: access().namespace, path: path('/a') }, 10_000)).files,
      };
      const changes = [
        () => publish('/a'),
        () => publish('/a', false),
        () => move('/a', '/b'),
        () => move('/b', '/a'),
        () => trash('/a'),
        () => restore('/a'),
      ];
      const look = async () =>
        Object.fromEntries(
          await Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read()])),
        );
      for (const change of changes) {
        const old = await look();
        const changing = change();
        let isOver = false;
        const over = changing.then(() => {
          isOver = true;
        });
        const seen: Record<string, unknown>[] = [];
        while (!isOver) {
          await setImmediate();
          seen.push(await look());
        }
        await over;
        const now = await look();
        for (const looked of seen)
          for (const [name, value] of Object.entries(looked))
            expect([old[name], now[name]], `${name} while ${change}`).toContainEqual(value);
      }
    });

    it('lets nobody in while its rows follow, and all others on', async () => {
      await fillFolder(files.vfs, access(), manyPaths('/large', 20 * SLICE, SLICE));
      // With it the keys of the namespace are there.
      await createAt('/first.txt');
      const order: string[] = [];
      const note = (what: string) => () => order.push(what);
      const trashing = trash('/large').then(note('trashed'));
      await decided('trash');
      await Promise.all([
        createAt('/large/new.txt').then(note('inside')),
        createAt('/other.txt').then(note('elsewhere')),
        trashing,
      ]);
      expect(order).toEqual(['elsewhere', 'trashed', 'inside']);
      expect((await list('/large')).map((file) => file.path)).toEqual(['/large/new.txt']);
    });

    it('takes one change after the other where they overlap', async () => {
      const publishing = publish('/a');
      await decided('flags');
      const moving = move('/a', '/b');
      await decided('move');
      await Promise.all([createAt('/b/late.txt'), trash('/b/0000'), publishing]);
      expect((await moving).public).toBe(true);
      expect(await list('/b', true)).toHaveLength(FILES - EACH + 1);
      expect(await list('/a')).toEqual([]);
      await checkFlags(files.db);
    });

    it('is deleted for good at once to everybody, while its rows follow, and nothing that comes after it', async () => {
      await fillFolder(files.vfs, access(), [...manyPaths('/a/more', 20 * SLICE, SLICE), '/b/kept']);
      const count = FILES + 20 * SLICE;
      await createFile(files.vfs, revealing(), { path: path('/a/.hidden/x'), source: source('x') });
      await trashFolder(files.vfs, revealing(), path('/a'));
      await trash('/b');
      const listed = await trashed(access());
      expect(listed).toHaveLength(count + 1);
      const [doomed] = listed.filter((file) => file.path.startsWith('/a/'));
      const { files: taken, through } = await purgeAt(files.vfs, access(), path('/a'));
      expect([taken, await pending()]).toEqual([count, ['purge']]);
      const kept = async () => (await trashed(access())).map((file) => file.path);
      expect(await kept()).toEqual(['/b/kept']);
      await expect(restore('/a')).rejects.toMatchObject({ code: 'not_found' });
      await expect(restoreFile(files.vfs, access(), doomed?.id ?? '')).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await purgesUnderWay(files.vfs, access())).toEqual([{ path: '/a', files: count }]);
      // What lies there and goes into the trash now is not meant.
      const late = await createAt('/a/late.txt');
      expect(await list('/a')).toHaveLength(1);
      files.advance(1);
      await trashFile(files.vfs, access(), late.id);
      expect(await kept()).toEqual(['/a/late.txt', '/b/kept']);
      expect(await pending()).toEqual(['purge']);
      await through;
      expect(await pending()).toEqual([]);
      expect(await kept()).toEqual(['/a/late.txt', '/b/kept']);
      expect(await audited('purge')).toBe(count);
      // What the request did not see was not meant either.
      expect(await trashed(revealing())).toHaveLength(3);
    });

    it('takes nothing along that goes into the trash in the millisecond of a purge', async () => {
      await trash('/a');
      const late = await createAt('/a/late.txt');
      const { through } = await purgeAt(files.vfs, access(), path('/a'));
      // At the same time as the others: it waits until they are gone.
      await trashFile(files.vfs, access(), late.id, (await purgeTime()) ?? 0);
      await through;
      expect((await trashed(access())).map(({ id }) => id)).toEqual([late.id]);
    });

    async function purgeTime(): Promise<number | undefined> {
      const row = await files.db.selectFrom('vfs_folder_changes').select('details').executeTakeFirst();
      return row && (JSON.parse(row.details) as { at: number }).at;
    }

    it('is purged to its end after a start, when the process that decided it is gone', async () => {
      await trash('/a');
      const follow = files.vfs.pending.settle;
      files.vfs.pending.settle = () => Promise.reject(new Error('killed'));
      const { through } = await purgeAt(files.vfs, access(), path('/a'));
      await expect(through).rejects.toThrow('killed');
      files.vfs.pending.settle = follow;
      expect(await trashed(access())).toEqual([]);
      // Asked again it is the same purge.
      const again = await purgeAt(files.vfs, access(), path('/a'));
      expect(again.files).toBeLessThan(FILES);
      await again.through;
      expect([await pending(), await audited('purge')]).toEqual([[], FILES]);
    });

    it('goes on after a start with what a process left, and does nothing twice', async () => {
      for (const change of [() => publish('/a'), () => move('/a', '/b'), () => trash('/b')]) {
        // The process that decided it is gone before a row followed.
        const follow = files.vfs.pending.settle;
        files.vfs.pending.settle = () => Promise.reject(new Error('killed'));
        await expect(change()).rejects.toThrow('killed');
        files.vfs.pending.settle = follow;
        expect(await files.vfs.pending.settleAll()).toBe(1);
        expect(await files.vfs.pending.settleAll()).toBe(0);
        await checkFlags(files.db);
      }
      expect(await list('/')).toEqual([]);
      expect([await audited('publish'), await audited('move'), await audited('trash')]).toEqual([
        1,
        1,
        FILES,
      ]);
      expect(await restore('/b')).toBe(FILES);
      expect(await list('/b', true)).toHaveLength(0);
    });

    const createAt = (text: string) =>
      createFile(files.vfs, access(), { path: path(text), source: source('x') });
  });
}

const parentOfText = (text: string) => text.slice(0, text.lastIndexOf('/'));
