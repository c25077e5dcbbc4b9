import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, openUppyPage, type UppyPage } from '../testing/uppy-page.js';
import { startVfsApp, type VfsApp } from '../testing/vfs-app.js';

describe('Uppy, in a page of another origin', () => {
  let vfs: VfsApp;
  let uppy: UppyPage;
  let page: Page;
  let secret: string;
  beforeAll(async () => {
    uppy = await openUppyPage();
    page = uppy.page;
    vfs = await startVfsApp({ quotaBytes: 3_000_000, uploadFolder: '/inbox' }, undefined, {
      CORS_ORIGINS: uppy.origin,
    });
    ({ secret } = await vfs.key('fs/write', 'fs/read', 'fs/delete'));
  }, 180_000);
  afterAll(async () => {
    await uppy?.close();
    await vfs?.close();
  });

  const upload = (files: readonly object[], more: object = {}): Promise<Outcome> => {
    const headers = { Authorization: `Bearer ${secret}` };
    return uppy.upload({ endpoint: `${vfs.url}/api/fs/upload`, headers, ...more }, files);
  };
  const read = (path: string) => vfs.ucan({ can: 'fs/read' })('GET', `/api/fs/content?path=${path}`);
  const write = (path: string, body: Buffer | string) =>
    vfs.ucan({ can: 'fs/write' })('POST', `/api/fs/files?path=${path}`, { body });

  it('uploads files by name and type, an empty one too, and each is there', async () => {
    const { successful, failed } = await upload([
      { name: 'photo.webp', type: 'image/webp', size: 200_000 },
      { name: 'empty.txt', type: 'text/plain', size: 0 },
    ]);
    expect(failed).toEqual([]);
    expect(successful).toHaveLength(2);
    const photo = await read('/inbox/photo.webp');
    expect([photo.bytes.length, photo.headers.get('content-type')]).toEqual([200_000, 'image/webp']);
    expect((await read('/inbox/empty.txt')).status).toBe(200);
  });

  it('hears that a place is taken, and of a replacement that was meant', async () => {
    const file = { name: 'photo.webp', type: 'image/webp', size: 10 };
    const refused = await upload([file]);
    expect([refused.successful, refused.failed[0]?.error]).toEqual([
      [],
      expect.stringMatching(/409|already/),
    ]);
    expect((await read('/inbox/photo.webp')).bytes).toHaveLength(200_000);
    const meant = await upload([{ ...file, meta: { overwrite: 'true' } }]);
    expect(meant.failed).toEqual([]);
    expect((await read('/inbox/photo.webp')).bytes).toHaveLength(10);
  });

  it('hears of a place that was taken, and of a quota that was used up, while it sent', async () => {
    for (const [name, other] of [
      ['taken.bin', '/inbox/taken.bin'],
      ['large.bin', '/other.bin'],
    ] as const) {
      let isDone = false;
      await page.route('**/api/fs/upload/**', async (route) => {
        if (route.request().method() === 'PATCH' && !isDone) {
          isDone = true;
          const content = name === 'large.bin' ? Buffer.alloc(2_000_000) : 'first';
          expect((await write(other, content)).status).toBe(201);
        }
        await route.continue();
      });
      const { successful, failed } = await upload([
        { name, type: 'application/octet-stream', size: 1_500_000 },
      ]);
      await page.unroute('**/api/fs/upload/**');
      expect([successful, failed.length], name).toEqual([[], 1]);
      const got = await read(`/inbox/${name}`);
      if (name === 'taken.bin') expect(got.text).toBe('first');
      else expect(got.status).toBe(404);
    }
  });

  it('sends parts side by side and has one file', async () => {
    const file = { name: 'joined.bin', type: 'application/octet-stream', size: 300_001 };
    const { failed } = await upload([{ ...file, meta: { folder: '/side' } }], { parallelUploads: 3 });
    expect(failed).toEqual([]);
    expect((await read('/side/joined.bin')).bytes.equals(Buffer.alloc(300_001, 7))).toBe(true);
  });
});
