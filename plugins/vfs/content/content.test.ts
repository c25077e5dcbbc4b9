import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeFile } from '../drive/purge.js';
import { trashFile } from '../drive/trash.js';
import { asNamespace } from '../paths/namespace.js';
import { collect, openTestFiles, type TestFiles } from '../testing/open-test-files.js';
import { isTextType, mimeTypeOf } from './mime-type.js';
import { Reservations } from './reservations.js';

const HOUR = 60 * 60 * 1_000;

describe('bytes of purged files', () => {
  let files: TestFiles;
  beforeEach(async () => {
    files = await openTestFiles();
  });
  afterEach(() => files.close());
  const blobs = async () =>
    (await readdir(join(files.dataDir, 'blobs/vfs'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    ).length;
  const purge = async (id: string) => {
    await trashFile(files.vfs, files.access(), id);
    await purgeFile(files.vfs, files.access(), id);
  };

  it('lose their key at once and go soon after', async () => {
    const large = await files.put('/a', randomBytes(100_000));
    const small = await files.put('/b', 'small');
    await purge(large.id);
    await purge(small.id);
    const keys = await files.db.selectFrom('vfs_files').select('wrapped_key').execute();
    expect(keys).toEqual([]);
    expect(await blobs()).toBe(1);
    expect(await files.vfs.sweep()).toBe(0);
    files.advance(HOUR);
    expect(await files.vfs.sweep()).toBe(2);
    expect(await blobs()).toBe(0);
    expect(await files.db.selectFrom('vfs_small_blobs').select('blob').execute()).toEqual([]);
  });

  it('stay while they are pinned, to the end of the last reader', async () => {
    const content = randomBytes(200_000);
    const large = await files.put('/a', content);
    const release = files.vfs.files.pin([large]);
    const again = files.vfs.files.pin([large]);
    const opened = files.vfs.files.open(large);
    await purge(large.id);
    files.advance(HOUR);
    expect(await files.vfs.sweep()).toBe(0);
    release();
    release();
    expect(await files.vfs.sweep()).toBe(0);
    expect((await collect(opened.read())).equals(content)).toBe(true);
    again();
    expect(await files.vfs.sweep()).toBe(1);
    await expect(collect(opened.read())).rejects.toThrow('cannot be read');
  });
});

describe('mimeTypeOf', () => {
  it.each([
    ['text/plain', '/a', 'text/plain'],
    [' text/html; charset=utf-8 ', '/a', 'text/html; charset=utf-8'],
    ['application/x; a="b c"', '/a', 'application/x; a="b c"'],
    [undefined, '/a.csv', 'text/csv; charset=utf-8'],
    ['', '/A.JSON', 'application/json'],
    ['nonsense', '/a.md', 'text/markdown; charset=utf-8'],
    ['text/plain\r\nX-Evil: 1', '/a', 'application/octet-stream'],
    ['text/plain; a="\n"', '/a', 'application/octet-stream'],
    [`text/${'x'.repeat(300)}`, '/a.txt', 'text/plain; charset=utf-8'],
    [undefined, '/constructor.__proto__', 'application/octet-stream'],
    ['application/x-www-form-urlencoded', '/a.pdf', 'application/pdf'],
    [undefined, '/a.mp4', 'video/mp4'],
    [undefined, '/a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [undefined, '/a.css', 'text/css; charset=utf-8'],
    [undefined, '/mp4', 'application/octet-stream'],
  ])('%j at %s: %s', (given, path, expected) => {
    expect(mimeTypeOf(given, path)).toBe(expected);
  });

  it.each([
    ['text/plain', true],
    ['application/json; charset=utf-8', true],
    ['application/geo+json', true],
    ['image/svg+xml', true],
    ['application/octet-stream', false],
    ['image/png', false],
  ])('%s is text: %s', (type, expected) => {
    expect(isTextType(type)).toBe(expected);
  });
});

describe('Reservations', () => {
  it('add up per namespace and vanish when released', () => {
    const namespace = asNamespace('user:a');
    if (namespace === undefined) throw new Error('no namespace');
    const reservations = new Reservations();
    const [one, two] = [reservations.begin(namespace), reservations.begin(namespace)];
    one.grow(10);
    one.grow(5);
    two.grow(7);
    expect(reservations.total(namespace)).toBe(17);
    one.release();
    expect(reservations.total(namespace)).toBe(7);
    two.release();
    expect(reservations.total(namespace)).toBe(0);
  });
});
