import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import yauzl, { type Entry, RandomAccessReader, type ZipFile } from 'yauzl';
import type { ArchiveLayout } from './archive-layout.js';
import { type ArchiveContents, readArchive } from './read-archive.js';
import {
  collectArchive,
  manyFiles,
  SAMPLE_TIME,
  type SampleFile,
  sampleArchive,
  ZIP64_END,
} from './testing/sample-archive.js';

interface Archive {
  readonly layout: ArchiveLayout;
  readonly contents: ArchiveContents;
}

/** Lets yauzl read the archive in place, so that one of many gigabytes costs only what is looked at. */
class ArchiveReader extends RandomAccessReader {
  readonly #archive: Archive;

  constructor(archive: Archive) {
    super();
    this.#archive = archive;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(readArchive(this.#archive.layout, this.#archive.contents, { start, end }), {
      objectMode: false,
    });
  }
}

const openInPlace = (archive: Archive) =>
  yauzl.fromRandomAccessReaderPromise(new ArchiveReader(archive), archive.layout.size, {
    lazyEntries: true,
    strictFileNames: true,
    autoClose: false,
  });

const openBytes = (bytes: Buffer) =>
  yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** Names of one to three segments. */
const fileName = fc
  .array(
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => !/[\p{Cc}\p{Cs}\\/]/u.test(text) && text !== '.' && text !== '..'),
    { minLength: 1, maxLength: 3 },
  )
  .map((segments) => ['top', ...segments].join('/'));

const someFiles = fc
  .uniqueArray(fc.record({ name: fileName, content: fc.uint8Array({ maxLength: 60 }).map(Buffer.from) }), {
    selector: ({ name }) => name,
    maxLength: 12,
  })
  .map((files) => files.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))));

describe('an archive', () => {
  it('gives another reader the same names, contents and times', async () => {
    await fc.assert(
      fc.asyncProperty(someFiles, fc.constantFrom(0, 20, 1000), async (files, smallBytes) => {
        const archive = sampleArchive(files, smallBytes);
        const bytes = await collectArchive(archive);
        expect(bytes.length).toBe(archive.layout.size);
        const zip = await openBytes(bytes);
        const entries = await entriesOf(zip);
        expect(entries.map((entry) => entry.fileName)).toEqual(files.map(({ name }) => name));
        for (const [index, entry] of entries.entries()) {
          const content = await buffer(await zip.openReadStreamPromise(entry));
          expect(content.equals(files[index]?.content ?? Buffer.alloc(0))).toBe(true);
          expect(entry.crc32).toBe(crc32(content));
          expect(entry.getLastModDate({ timezone: 'UTC' }).getTime()).toBe(SAMPLE_TIME);
          expect(entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true }).getTime()).toBe(SAMPLE_TIME);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('tells the same in local and central headers, for readers that stream', async () => {
    const zip = await openBytes(
      await collectArchive(
        sampleArchive([...manyFiles(3), { name: 'zz/目录.txt', content: Buffer.from('x') }]),
      ),
    );
    for (const entry of await entriesOf(zip)) {
      const local = await zip.readLocalFileHeaderPromise(entry);
      expect(local).toMatchObject({
        versionNeededToExtract: 20,
        // UTF-8, and no data descriptor
        generalPurposeBitFlag: 0x0800,
        compressionMethod: 0,
        crc32: entry.crc32,
        compressedSize: entry.compressedSize,
        uncompressedSize: entry.uncompressedSize,
        lastModFileDate: entry.lastModFileDate,
        lastModFileTime: entry.lastModFileTime,
        fileName: entry.fileNameRaw,
        extraField: entry.extraFieldRaw,
      });
      expect(entry).toMatchObject({ versionNeededToExtract: 20, generalPurposeBitFlag: 0x0800 });
      expect(entry.externalFileAttributes >>> 16).toBe(0o100644);
    }
  });

  it('is the same bytes in one piece, in any range and in any pieces put together', async () => {
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        someFiles,
        fc.constantFrom(0, 20, 1000),
        cuts,
        async (files, smallBytes, fractions) => {
          const archive = sampleArchive(files, smallBytes);
          const { size } = archive.layout;
          const whole = await collectArchive(archive);
          const ends = [...fractions.map((fraction) => Math.round(fraction * size)), size].toSorted(
            (a, b) => a - b,
          );
          const pieces: Buffer[] = [];
          let start = 0;
          for (const end of ends) {
            pieces.push(await collectArchive(archive, { start, end }));
            start = end;
          }
          expect(Buffer.concat(pieces).equals(whole)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reads right at every single offset', async () => {
    const archive = sampleArchive(
      [
        { name: 'a/1', content: Buffer.from('one') },
        { name: 'a/2', content: Buffer.alloc(0) },
        { name: 'a/3', content: Buffer.from('a larger one, which is streamed') },
        { name: 'a/4', content: Buffer.from('four') },
      ],
      10,
    );
    const whole = await collectArchive(archive);
    for (let start = 0; start < whole.length; start++) {
      expect((await collectArchive(archive, { start, end: start + 1 }))[0]).toBe(whole[start]);
      expect(
        (await collectArchive(archive, { start, end: whole.length })).equals(whole.subarray(start)),
      ).toBe(true);
      expect((await collectArchive(archive, { start: 0, end: start })).equals(whole.subarray(0, start))).toBe(
        true,
      );
    }
  });

  it.each([
    [0, false],
    [1, false],
  ])('of %d entries is ZIP64: %s', async (count, isZip64) => {
    const archive = sampleArchive(manyFiles(count));
    const bytes = await collectArchive(archive);
    expect(bytes.length).toBe(archive.layout.size);
    expect(bytes.subarray(-98).includes(ZIP64_END)).toBe(isZip64);
    const zip = await openBytes(bytes);
    expect(zip.entryCount).toBe(count);
  });

  it.each([
    [0xfffffffe, 20],
    [0xffffffff, 45],
    [0x100000000, 45],
    [0x200000000, 45],
  ])('holds a file of %d bytes and finds what follows it', async (size, version) => {
    const archive = sampleArchive([
      { name: 'big/1', content: size, crc32: 0x12345678 },
      { name: 'big/2', content: Buffer.from('after') },
      { name: 'big/3', content: 0 },
    ]);
    expect(archive.layout.size).toBeGreaterThan(size);
    const zip = await openInPlace(archive);
    const [big, after, empty] = await entriesOf(zip);
    if (big === undefined || after === undefined || empty === undefined)
      throw new Error('An entry is missing.');
    expect(big).toMatchObject({
      uncompressedSize: size,
      compressedSize: size,
      crc32: 0x12345678,
      versionNeededToExtract: version,
    });
    const header = await zip.readLocalFileHeaderPromise(big);
    expect(header.versionNeededToExtract).toBe(version);
    expect(header.uncompressedSize).toBe(Math.min(size, 0xffffffff));
    expect(after.relativeOffsetOfLocalHeader).toBe(header.fileDataStart + size);
    expect(after.versionNeededToExtract).toBe(45);
    expect(await buffer(await zip.openReadStreamPromise(after))).toEqual(Buffer.from('after'));
    expect(empty.uncompressedSize).toBe(0);
  });

  it('keeps a file whose offset just fits free of ZIP64', async () => {
    const headerBytes = 30 + 'a/1'.length + 9;
    const files = (offset: number): SampleFile[] => [
      { name: 'a/1', content: offset - headerBytes, crc32: 1 },
      { name: 'a/2', content: Buffer.from('x') },
    ];
    for (const [offset, version] of [
      [0xfffffffe, 20],
      [0xffffffff, 45],
    ] as const) {
      const [, second] = await entriesOf(await openInPlace(sampleArchive(files(offset))));
      expect(second).toMatchObject({ relativeOffsetOfLocalHeader: offset, versionNeededToExtract: version });
    }
  });

  it('asks for no more than two groups ahead of what has been taken', async () => {
    const files = manyFiles(2000);
    const { layout, contents } = sampleArchive(files);
    let fetched = 0;
    const counting: ArchiveContents = {
      ...contents,
      small(indices) {
        fetched += indices.length;
        return contents.small(indices);
      },
    };
    let taken = 0;
    for await (const piece of readArchive(layout, counting)) {
      const ahead = fetched - layout.entryAt(taken);
      expect(ahead).toBeLessThanOrEqual(256);
      taken += piece.length;
    }
    expect(fetched).toBe(2000);
  });

  it('asks for nothing outside the range', async () => {
    const { layout, contents } = sampleArchive(manyFiles(1000));
    const asked: number[] = [];
    const recording: ArchiveContents = {
      ...contents,
      small(indices) {
        asked.push(...indices);
        return contents.small(indices);
      },
    };
    const { offset } = layout.entry(500);
    await collectArchive({ layout, contents: recording }, { start: offset, end: offset + 40 });
    expect(asked).toEqual([500]);
    await collectArchive(
      { layout, contents: recording },
      { start: layout.directory.offset, end: layout.size },
    );
    expect(asked).toEqual([500]);
  });

  it.each([
    ['shorter', 3],
    ['longer', 20],
  ])('fails when a content is %s than it was', async (_, length) => {
    const content = Buffer.from('ten bytes.');
    for (const smallBytes of [0, 100]) {
      const { layout, contents } = sampleArchive([{ name: 'a', content }], smallBytes);
      const changed: ArchiveContents = {
        ...contents,
        small: async () => [Buffer.alloc(length)],
        async *read() {
          yield Buffer.alloc(length);
        },
      };
      await expect(collectArchive({ layout, contents: changed })).rejects.toThrow(
        `A content has ${length} bytes instead of 10.`,
      );
    }
  });

  it('fails with its content, and leaves no failure of a group that nobody waited for', async () => {
    const { layout, contents } = sampleArchive(manyFiles(300));
    const failing: ArchiveContents = {
      ...contents,
      small: (indices) =>
        indices.includes(200) ? Promise.reject(new Error('lost')) : contents.small(indices),
    };
    await expect(collectArchive({ layout, contents: failing })).rejects.toThrow('lost');
    const abandoned = readArchive(layout, failing);
    await abandoned.next();
    await abandoned.return(undefined);
  });

  it('begins one content ahead of the one it sends, and leaves none open, whoever leaves or fails', async () => {
    const files = manyFiles(20).map(({ name }) => ({ name, content: Buffer.from('ten bytes.') }));
    const { layout, contents } = sampleArchive(files, 0);
    let open = 0;
    let most = 0;
    const watched = (failAt = -1): ArchiveContents => ({
      ...contents,
      async *read(index, range) {
        open += 1;
        most = Math.max(most, open);
        try {
          if (index === failAt) throw new Error('lost');
          yield* contents.read(index, range);
        } finally {
          open -= 1;
        }
      },
    });
    await collectArchive({ layout, contents: watched() });
    expect({ open, most }).toEqual({ open: 0, most: 2 });
    await expect(collectArchive({ layout, contents: watched(7) })).rejects.toThrow('lost');
    expect(open).toBe(0);
    for (const leaveAfter of [1, 2, 5]) {
      const abandoned = readArchive(layout, watched(6));
      for (let piece = 0; piece < leaveAfter; piece++) await abandoned.next();
      await abandoned.return(undefined);
      expect(open).toBe(0);
    }
  });
});
