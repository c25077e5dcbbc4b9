import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from 'oracle-runtime/plugin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { flagFile, flagFolder } from '../drive/publish.js';
import { replaceFile } from '../drive/write.js';
import { parsePath } from '../paths/namespace-path.js';
import { source } from '../testing/open-test-files.js';
import { type PublicSite, servePublic } from '../testing/serve-public.js';

const ALICE = 'user:zAlice';

let site: PublicSite;
/** While set, a blob on disk fails after this many bytes. */
let failAfter: number | undefined;

function fragile(blobs: Blobs): Blobs {
  return {
    ...blobs,
    async open(key) {
      const blob = await blobs.open(key);
      return {
        ...blob,
        async read(into, at) {
          if (failAfter !== undefined && at + into.length > failAfter) throw new Error('the disk failed');
          return blob.read(into, at);
        },
      };
    },
  };
}

beforeAll(async () => {
  site = await servePublic({ blobs: fragile });
});
afterAll(() => site.close());

async function publish(path: string) {
  // What is hidden goes along only for who asks for it.
  const access = site.files.access(undefined, { hidden: true });
  const { folder } = await flagFolder(site.files.vfs, access, parsePath(path), 'public', true);
  return folder;
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Content by name, in the order of the archive. */
async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  const files: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  return files;
}

describe('a published folder as an archive', () => {
  it('holds what is public under it, hidden or not, under its name', async () => {
    const { files } = site;
    await files.put('/holds/docs/b.txt', 'b');
    await files.put('/holds/docs/.git/config', 'hidden');
    await files.put('/holds/docs/a/a.txt', 'a');
    await files.put('/holds/docs2/c.txt', 'beside');
    await files.put('/holds/d.txt', 'above');
    const folder = await publish('/holds/docs');
    await files.put('/holds/docs/later.txt', 'later');
    const response = await site.get(`/public/folder/id/${folder.id}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="docs.zip"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(await unzip(bytes)).toEqual({
      'docs/.git/config': 'hidden',
      'docs/a/a.txt': 'a',
      'docs/b.txt': 'b',
      'docs/later.txt': 'later',
    });
    const byPath = await bytesOf(await site.get(`/public/folder/${ALICE}/holds/docs`));
    expect(byPath.equals(bytes)).toBe(true);
  });

  it('holds only the published files of a folder that is not published itself', async () => {
    const { files } = site;
    await files.put('/mixed/private.txt', 'private');
    const published = await files.put('/mixed/public.txt', 'public', { public: true });
    const folder = await publish('/mixed/inner');
    expect((await site.get(`/public/folder/id/${folder.id}`)).status).toBe(404);
    expect(await unzip(await bytesOf(await site.get(`/public/folder/${ALICE}/mixed`)))).toEqual({
      'mixed/public.txt': 'public',
    });
    await flagFile(files.vfs, files.access(), published.id, 'public', false);
    expect((await site.get(`/public/folder/${ALICE}/mixed`)).status).toBe(404);
  });

  it('is closed by its id once it is unpublished, though single files stay public', async () => {
    const { files } = site;
    await files.put('/closed/own.txt', 'own', { public: true });
    const folder = await publish('/closed');
    expect((await site.get(`/public/folder/id/${folder.id}`)).status).toBe(200);
    await flagFolder(files.vfs, files.access(), parsePath('/closed'), 'public', false);
    expect((await site.get(`/public/folder/id/${folder.id}`)).status).toBe(404);
    expect((await site.get(`/public/folder/${ALICE}/closed`)).status).toBe(200);
  });

  it('names the archive of a whole namespace after it', async () => {
    const other = await servePublic();
    try {
      await other.files.put('/a.txt', 'a', { public: true });
      const response = await other.get(`/public/folder/${ALICE}/`);
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="user-zAlice.zip"');
      expect(await unzip(await bytesOf(response))).toEqual({ 'user-zAlice/a.txt': 'a' });
    } finally {
      await other.close();
    }
  });

  it('is refused before its first byte when it is too large', async () => {
    const small = await servePublic({ archiveLimits: { maxFiles: 2, maxBytes: 10 } });
    try {
      const { put } = small.files;
      await put('/two/a', 'aaaaa', { public: true });
      await put('/two/b', 'bbbbb', { public: true });
      await put('/three/a', 'a', { public: true });
      await put('/three/b', 'b', { public: true });
      await put('/three/c', 'c', { public: true });
      await put('/large/a', '12345678901', { public: true });
      const statusOf = async (folder: string) =>
        (await small.get(`/public/folder/${ALICE}/${folder}`)).status;
      expect(await statusOf('two')).toBe(200);
      expect(await statusOf('three')).toBe(413);
      expect(await statusOf('large')).toBe(413);
    } finally {
      await small.close();
    }
  });

  it('is resumed where it was cut, and begun anew once a file has changed', async () => {
    const { files } = site;
    const large = await files.put('/cut/large.bin', randomBytes(300_000));
    for (let index = 0; index < 20; index++) await files.put(`/cut/small-${index}.txt`, `small ${index}`);
    const folder = await publish('/cut');
    const url = `/public/folder/id/${folder.id}`;
    const first = await site.get(url);
    const whole = await bytesOf(first);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    for (const at of [1, 100, 150_000, 300_000, whole.length - 500, whole.length - 1]) {
      const rest = await site.get(url, { Range: `bytes=${at}-`, 'If-Range': etag });
      expect(rest.status).toBe(206);
      expect(rest.headers.get('content-range')).toBe(`bytes ${at}-${whole.length - 1}/${whole.length}`);
      expect(Buffer.concat([whole.subarray(0, at), await bytesOf(rest)]).equals(whole)).toBe(true);
    }
    expect((await site.get(url, { 'If-None-Match': etag })).status).toBe(304);
    const head = await site.get(url, {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(whole.length));
    expect(head.headers.get('etag')).toBe(etag);
    await replaceFile(files.vfs, files.access(), large.id, { source: source('now small') });
    const anew = await site.get(url, { Range: 'bytes=100-', 'If-Range': etag });
    expect(anew.status).toBe(200);
    expect(anew.headers.get('etag')).not.toBe(etag);
    expect((await unzip(await bytesOf(anew)))['cut/large.bin']).toBe('now small');
  });

  it('is what it was when it began, whatever is edited, unpublished or swept meanwhile', async () => {
    const { files } = site;
    // More than the buffers between here and the client hold.
    const contents = Array.from({ length: 24 }, () => randomBytes(1_000_000));
    const ids: string[] = [];
    for (const [index, content] of contents.entries())
      ids.push((await files.put(`/edited/${String(index).padStart(2, '0')}`, content)).id);
    const folder = await publish('/edited');
    const response = await site.get(`/public/folder/id/${folder.id}`);
    const reader = response.body?.getReader();
    const pieces: Uint8Array[] = [];
    const first = await reader?.read();
    if (first?.value !== undefined) pieces.push(first.value);
    for (const id of ids) await replaceFile(files.vfs, files.access(), id, { source: source('edited') });
    await flagFolder(files.vfs, files.access(), parsePath('/edited'), 'public', false);
    files.advance(365 * 24 * 3_600_000);
    await files.vfs.sweep();
    for (;;) {
      const step = await reader?.read();
      if (step?.value === undefined) break;
      pieces.push(step.value);
    }
    const bytes = Buffer.concat(pieces);
    expect(bytes.length).toBe(Number(response.headers.get('content-length')));
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    let index = 0;
    for await (const entry of zip.eachEntry()) {
      const content = await buffer(await zip.openReadStreamPromise(entry));
      expect(content.equals(contents[index++] ?? Buffer.alloc(0))).toBe(true);
    }
    expect(index).toBe(24);
  });
});

describe('content that fails', () => {
  it('is an error while nothing was sent, and a torn connection later', async () => {
    const file = await site.files.put('/failing/large.bin', randomBytes(2_000_000), { public: true });
    const urls = [`/public/id/${file.id}`, `/public/folder/${ALICE}/failing`];
    try {
      failAfter = 1000;
      expect((await site.get(urls[0] ?? '')).status).toBe(500);
      for (const url of urls) {
        failAfter = 1_000_000;
        const response = await site.get(url);
        expect(response.status).toBe(200);
        expect(Number(response.headers.get('content-length'))).toBeGreaterThanOrEqual(2_000_000);
        await expect(response.arrayBuffer()).rejects.toThrow();
      }
    } finally {
      failAfter = undefined;
    }
    const response = await site.get(urls[0] ?? '');
    expect((await response.arrayBuffer()).byteLength).toBe(2_000_000);
  });

  it('is let go when the client leaves', async () => {
    const file = await site.files.put('/leaving.bin', randomBytes(8_000_000), { public: true });
    const before = site.reads().length;
    const leaving = new AbortController();
    const response = await fetch(`${site.oracle.url}/public/id/${file.id}`, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await expect.poll(() => site.reads().length).toBe(before + 1);
    expect(site.reads().at(-1)).toMatchObject({ file: file.id, status: 200, whole: false });
  });
});

describe('names that are hard on others', () => {
  it('come out of an archive as they went in', async () => {
    const { files } = site;
    const names = [
      ' leading and trailing ',
      '-rf',
      '~',
      '$HOME',
      '`id`',
      "'",
      '"',
      '%s%n',
      '%2e%2e%2f',
      '..a',
      '...',
      'CON',
      'a:b',
      '<b>',
      'a|b?*',
      '目录',
      'e\u0301',
      'é',
      '\u202egnp.exe',
      '👩‍👩‍👧',
      'İ',
      'ﷺ',
      '\u00a0',
      '\ufeff',
      'a'.repeat(255),
    ];
    for (const [index, name] of names.entries()) await files.put(`/naughty/${name}`, String(index));
    await publish('/naughty');
    const unzipped = await unzip(await bytesOf(await site.get(`/public/folder/${ALICE}/naughty`)));
    expect(unzipped).toEqual(
      Object.fromEntries(names.map((name, index) => [`naughty/${name}`, String(index)])),
    );
    for (const [index, name] of names.entries()) {
      const response = await site.get(`/public/${ALICE}/naughty/${encodeURIComponent(name)}`);
      expect(await response.text()).toBe(String(index));
    }
  });
});
