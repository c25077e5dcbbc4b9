import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { flagFile, flagFolder } from '../drive/publish.js';
import { parsePath } from '../paths/namespace-path.js';
import { type PublicSite, servePublic } from '../testing/serve-public.js';
import type { listingPage } from './listing.js';

type Page = z.output<typeof listingPage>;
const ALICE = 'user:zAlice';

let site: PublicSite;
beforeAll(async () => {
  site = await servePublic();
});
afterAll(() => site.close());

async function list(query: string, namespace = ALICE): Promise<Page> {
  const response = await site.get(`/public/list/${namespace}${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

async function refusal(query: string) {
  const response = await site.get(`/public/list/${ALICE}${query}`);
  const { errors } = (await response.json()) as { errors?: { field: string }[] };
  return [response.status, errors?.map(({ field }) => field)];
}

/** All pages of a listing. */
async function walk(
  query: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const paths: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(
      `?${query}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    paths.push(...page.files.map(({ path }) => path));
    cursor = page.cursor;
    await between();
  } while (cursor !== undefined);
  return paths;
}

describe('a public listing', () => {
  it('shows what is effectively public and nothing of its owner', async () => {
    const { files } = site;
    const owner = files.access('did:key:zAlice', { hidden: true });
    const file = await files.put('/show/deep/.dot/a b.txt', 'hello', { mimeType: 'text/plain' });
    await files.put('/show/private.txt', 'private');
    await flagFolder(files.vfs, owner, parsePath('/show/deep'), 'public', true);
    expect(await list('?path=/show')).toEqual({
      namespace: ALICE,
      path: '/show',
      view: 'flat',
      folders: [
        {
          id: expect.any(String),
          path: '/show/deep',
          name: 'deep',
          publicUrl: expect.stringMatching(/^\/public\/folder\/id\//),
        },
        { id: expect.any(String), path: '/show/deep/.dot', name: '.dot', publicUrl: expect.any(String) },
      ],
      foldersTruncated: false,
      files: [
        {
          id: file.id,
          path: '/show/deep/.dot/a b.txt',
          name: 'a b.txt',
          size: 5,
          mimeType: 'text/plain',
          cid: file.cid,
          updatedAt: Date.UTC(2025, 0, 1),
          publicUrl: `/public/id/${file.id}`,
        },
      ],
    });
    const tree = await list('?path=/show&view=tree');
    expect(tree.folders.map(({ path }) => path)).toEqual(['/show/deep']);
    expect(tree.files).toEqual([]);
    const [folder] = tree.folders;
    expect((await site.get(folder?.publicUrl ?? '')).status).toBe(200);
  });

  it('is empty alike for what is private, what is not there and namespaces that nobody has', async () => {
    await site.files.put('/quiet/private.txt', 'private');
    const empty = { folders: [], foldersTruncated: false, files: [] };
    expect(await list('?path=/quiet')).toMatchObject(empty);
    expect(await list('?path=/nothing')).toMatchObject(empty);
    expect(await list('', 'user:nobody')).toEqual({
      namespace: 'user:nobody',
      path: '/',
      view: 'flat',
      ...empty,
    });
    expect(await list('', 'entity:did:ixo:entity:1')).toMatchObject(empty);
  });

  it('goes page by page, each file once, though others come, go and change places', async () => {
    const { files } = site;
    const owner = files.access();
    const stable: string[] = [];
    for (let index = 0; index < 30; index++) {
      stable.push(
        (await files.put(`/walked/${String(index * 2).padStart(3, '0')}`, 'x', { public: true })).path,
      );
    }
    const fleeting = await files.put('/walked/031', 'x', { public: true });
    let round = 0;
    const paths = await walk('path=/walked&limit=7', async () => {
      round += 1;
      await files.put(`/walked/000-${round}`, 'x', { public: true });
      await files.put(`/walked/999-${round}`, 'x', { public: true });
      if (round === 2) await flagFile(files.vfs, owner, fleeting.id, 'public', false);
    });
    for (const path of stable) expect(paths.filter((each) => each === path)).toHaveLength(1);
    expect(paths.toSorted()).toEqual(paths);
    expect(paths).not.toContain(fleeting.path);
  });

  it('has a cursor on every page but the last, folders only on the first', async () => {
    const { files } = site;
    for (const name of ['a', 'b', 'c', 'd']) await files.put(`/paged/${name}`, name);
    await files.put('/paged/inner/e', 'e');
    await flagFolder(files.vfs, files.access(), parsePath('/paged'), 'public', true);
    const first = await list('?path=/paged&view=tree&limit=2');
    expect(first.cursor).toBe('/paged/b');
    expect(first.folders).toHaveLength(1);
    const last = await list('?path=/paged&view=tree&limit=2&cursor=/paged/b');
    expect(last.files.map(({ name }) => name)).toEqual(['c', 'd']);
    expect(last.folders).toEqual([]);
    expect('cursor' in last).toBe(false);
    expect(await walk('path=/paged&limit=1')).toEqual([
      '/paged/a',
      '/paged/b',
      '/paged/c',
      '/paged/d',
      '/paged/inner/e',
    ]);
  });

  it('goes by the bytes of the paths, whatever their letters', async () => {
    const names = ['~', 'Z', 'a', 'é', '\uffee', '😀', ' ', '!'];
    for (const name of names) await site.files.put(`/bytes/${name}`, name, { public: true });
    const sorted = names
      .map((name) => `/bytes/${name}`)
      .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await walk('path=/bytes&limit=1')).toEqual(sorted);
  });

  it('refuses what makes no sense, naming the field', async () => {
    await site.files.put('/refusals/a', 'a', { public: true });
    for (const [query, field] of [
      ['?limit=0', 'limit'],
      ['?limit=501', 'limit'],
      ['?limit=x', 'limit'],
      ['?limit=1.5', 'limit'],
      ['?view=list', 'view'],
      ['?path=docs', 'path'],
      ['?path=/docs/', 'path'],
      ['?path=/a/../b', 'path'],
      ['?path=/a%00', 'path'],
      ['?path=/a&path=/b', 'path'],
      ['?cursor=', 'cursor'],
      ['?cursor=abc', 'cursor'],
      ['?path=/refusals&cursor=/other/a', 'cursor'],
      ['?path=/refusals&cursor=/refusals', 'cursor'],
      ['?path=/refusals&cursor=/refusals2', 'cursor'],
      ['?path=/refusals&view=tree&cursor=/refusals/a/b', 'cursor'],
      ['?%zz', 'query'],
    ]) {
      expect(await refusal(query ?? ''), query).toEqual([400, [field]]);
    }
  });

  it('shows a thousand folders at most and says so', async () => {
    const { files } = site;
    await flagFolder(files.vfs, files.access(), parsePath('/wide'), 'public', true);
    const addFolders = (from: number, to: number) => {
      const rows = Array.from({ length: to - from }, (_, index) => ({
        namespace: ALICE,
        path: `/wide/${String(from + index).padStart(4, '0')}`,
        parent: '/wide',
        id: randomUUID(),
        own_public: 0,
        own_hidden: 0,
        public: 1,
        hidden: 0,
        updated_at: 0,
      }));
      return files.db.insertInto('vfs_folders').values(rows).execute();
    };
    await addFolders(0, 1000);
    for (const view of ['tree', 'flat']) {
      const full = await list(`?path=/wide&view=${view}`);
      expect([full.folders.length, full.foldersTruncated]).toEqual([1000, false]);
    }
    await addFolders(1000, 1001);
    for (const view of ['tree', 'flat']) {
      const over = await list(`?path=/wide&view=${view}`);
      expect([over.folders.length, over.foldersTruncated]).toEqual([1000, true]);
    }
  });
});
