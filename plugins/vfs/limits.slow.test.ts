import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vfsConfig } from './config.js';
import vfsPlugin from './index.js';
import { startVfsApp, type VfsApp } from './testing/vfs-app.js';

describe('limits', () => {
  it('are by default those that were promised', () => {
    expect(vfsConfig.parse({})).toMatchObject({
      maxFileBytes: 5 * 1024 ** 3,
      maxVersions: 50,
      zipMaxFiles: 20_000,
      zipMaxBytes: 50 * 1024 ** 3,
    });
  });

  describe('over the wire', () => {
    let vfs: VfsApp;
    beforeAll(async () => {
      vfs = await startVfsApp({ zipMaxFiles: 120, zipMaxBytes: 2_000 }, [vfsPlugin], {
        RATE_LIMIT_PER_MINUTE: '300',
      });
    });
    afterAll(() => vfs.close());

    it('a list has 100 files without a limit, up to 500 with one, and an archive of too many is 413', async () => {
      const key = await vfs.key('fs/write');
      const put = (path: string, body: string) =>
        key('POST', `/api/fs/files?path=${path}&public=true`, { body });
      const many = await Promise.all(Array.from({ length: 121 }, (_, n) => put(`/many/${n}`, 'x')));
      expect(many.every(({ status }) => status === 201)).toBe(true);
      await put('/large/a', 'x'.repeat(2_001));
      await put('/fits/a', 'x'.repeat(2_000));
      const list = async (query: string) =>
        vfs.anyone('GET', `/public/list/${vfs.namespace}?path=/many${query}`);
      expect((await list('')).json['files']).toHaveLength(100);
      expect((await list('&limit=500')).json['files']).toHaveLength(121);
      expect((await list('&limit=501')).status).toBe(400);
      const zip = async (folder: string) =>
        (await vfs.anyone('GET', `/public/folder/${vfs.namespace}/${folder}`)).status;
      expect([await zip('many'), await zip('large'), await zip('fits')]).toEqual([413, 413, 200]);
      expect((await key('GET', '/api/fs/folder/download?path=/many')).status).toBe(413);
    });

    it('batches have 1,000 items, patterns and texts 512 characters, reads 5,000 lines, at most', async () => {
      const all = await vfs.key('fs/write', 'fs/delete');
      const ids = (count: number) => ({ body: { ids: Array.from({ length: count }, (_, n) => `${n}`) } });
      const items = (count: number) => ({
        body: { items: ids(count).body.ids.map((id) => ({ id, destinationPath: `/${id}` })) },
      });
      for (const name of ['delete', 'purge', 'restore']) {
        expect((await all('POST', `/api/fs/batch/${name}`, ids(1_000))).json).toMatchObject({
          failed: 1_000,
        });
        expect((await all('POST', `/api/fs/batch/${name}`, ids(1_001))).status, name).toBe(400);
      }
      expect((await all('POST', '/api/fs/batch/move', items(1_000))).status).toBe(200);
      expect((await all('POST', '/api/fs/batch/move', items(1_001))).status).toBe(400);
      const { id } = (await all('POST', '/api/fs/files?path=/lines.txt', { body: 'x' })).json as unknown as {
        id: string;
      };
      for (const [path, most] of [
        ['glob?pattern=', 512],
        ['grep?q=', 512],
        ['search?q=', 512],
      ] as const) {
        expect((await all('GET', `/api/fs/${path}${'a'.repeat(most)}`)).status, path).toBe(200);
        expect((await all('GET', `/api/fs/${path}${'a'.repeat(most + 1)}`)).status, path).toBe(400);
      }
      expect((await all('GET', `/api/fs/files/${id}/read?limit=5000`)).status).toBe(200);
      expect((await all('GET', `/api/fs/files/${id}/read?limit=5001`)).status).toBe(400);
    });

    it('anonymous reads count by address: too many are 429 and say when to come back', async () => {
      let limited: Awaited<ReturnType<typeof vfs.anyone>> | undefined;
      for (let n = 0; n < 310 && limited === undefined; n++) {
        const answer = await vfs.anyone('GET', '/public/id/00000000-0000-4000-8000-000000000000');
        if (answer.status !== 404) limited = answer;
      }
      expect(limited?.status).toBe(429);
      expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
