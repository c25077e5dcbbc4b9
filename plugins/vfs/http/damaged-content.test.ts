import { randomBytes } from 'node:crypto';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepParts } from '../content/joined-blobs.js';
import { flagFile } from '../drive/publish.js';
import { type PublicSite, servePublic } from '../testing/serve-public.js';
import type { FileRow } from '../types.js';

let site: PublicSite;
beforeAll(async () => {
  site = await servePublic();
});
afterAll(() => site.close());

async function blobFile({ blob }: FileRow): Promise<string> {
  const root = join(site.files.dataDir, 'blobs');
  const found = (await readdir(root, { recursive: true })).find((name) => name.endsWith(blob));
  return join(root, found ?? 'none');
}

async function publish(path: string, content: Uint8Array): Promise<FileRow> {
  const file = await site.files.put(path, content);
  await flagFile(site.files.vfs, site.files.access(), file.id, 'public', true);
  return file;
}

/** The last defect that the log tells. */
function lastFailure(): string {
  const failures = site.oracle.logs.filter(({ message }) => message === 'request failed');
  const { message } = (failures.at(-1)?.fields['err'] ?? {}) as { message?: string };
  return message ?? '';
}

const DAMAGES = {
  lost: async (file: FileRow) => rm(await blobFile(file)),
  'cut short': async (file: FileRow) => truncate(await blobFile(file), 200_000),
  'emptied, of a small file': async ({ blob }: FileRow) => {
    await site.files.db.deleteFrom('vfs_small_blobs').where('blob', '=', blob).execute();
  },
};

describe('content whose stored bytes are damaged', () => {
  it.each(Object.entries(DAMAGES))('is no success for HEAD when they are %s', async (name, damage) => {
    const path = `/damaged/${name}.bin`;
    const file = await publish(path, randomBytes(name.includes('small') ? 300 : 300_000));
    expect((await site.get(`/public/id/${file.id}`, {}, 'HEAD')).status).toBe(200);
    await damage(file);
    const answer = await site.get(`/public/id/${file.id}`, {}, 'HEAD');
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-length')).not.toBe(String(file.size));
    expect(lastFailure()).toContain(`user:zAlice${path}, version 1: `);
  });

  it('says the same of a GET to the log, and no path of the server to the client', async () => {
    const file = await publish('/damaged/get.bin', randomBytes(300_000));
    await rm(await blobFile(file));
    const answer = await site.get(`/public/id/${file.id}`);
    expect(answer.status).toBe(500);
    const said = await answer.text();
    expect(said).not.toContain(site.files.dataDir);
    expect(said).not.toContain(file.blob);
    expect(lastFailure()).toContain('user:zAlice/damaged/get.bin, version 1: ');
  });

  it('is found in each part of what came in parts', async () => {
    const { db, vfs } = site.files;
    const [one, two] = [
      await publish('/parts/1', randomBytes(300_000)),
      await publish('/parts/2', randomBytes(20)),
    ];
    const blob = 'joined-for-a-test';
    const sealed = { sealedFor: 'upload', wrappedKey: 'unopened' };
    await keepParts(db, blob, [
      { start: 0, size: one.size, blob: one.blob, ...sealed },
      { start: one.size, size: two.size, blob: two.blob, ...sealed },
    ]);
    const whole = { ...one, blob, size: one.size + two.size };
    await vfs.content.check(whole);
    await expect(vfs.content.check({ ...whole, size: whole.size + 1 })).rejects.toThrow('cannot be read');
    await db.deleteFrom('vfs_small_blobs').where('blob', '=', two.blob).execute();
    await expect(vfs.content.check(whole)).rejects.toThrow('cannot be read');
  });
});
