import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { ArchiveBuilder, type ArchiveEntry } from './archive-layout.js';
import { collectArchive, SAMPLE_TIME, sampleArchive } from './testing/sample-archive.js';

const file: ArchiveEntry = { name: 'a/b', size: 3, crc32: 7, contentHash: 'ab', modifiedAt: SAMPLE_TIME };

function layoutOf(...entries: ArchiveEntry[]) {
  const builder = new ArchiveBuilder();
  for (const entry of entries) builder.add(entry);
  return builder.finish();
}

describe('the layout of an archive', () => {
  it('has one entity tag for the same files and another for any difference', () => {
    const { etag } = layoutOf(file);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(layoutOf({ ...file }).etag).toBe(etag);
    const others = [
      layoutOf(),
      layoutOf(file, { ...file, name: 'a/c' }),
      layoutOf({ ...file, name: 'a/c' }),
      layoutOf({ ...file, size: 4 }),
      layoutOf({ ...file, crc32: 8 }),
      layoutOf({ ...file, contentHash: 'ac' }),
      layoutOf({ ...file, modifiedAt: SAMPLE_TIME + 1000 }),
    ].map((layout) => layout.etag);
    expect(new Set([etag, ...others]).size).toBe(8);
  });

  it('takes no name twice, none out of order and none that is too long', () => {
    expect(() => layoutOf(file, file)).toThrow(RangeError);
    expect(() => layoutOf({ ...file, name: 'b' }, { ...file, name: 'a' })).toThrow(RangeError);
    expect(() => layoutOf({ ...file, name: 'a'.repeat(65_536) })).toThrow(RangeError);
    // In bytes, not in UTF-16 units, where the second would come first.
    expect(layoutOf({ ...file, name: '\uffee' }, { ...file, name: '😀' }).count).toBe(2);
  });

  it('keeps the longest name', async () => {
    const name = `${'ä'.repeat(32_767)}.`;
    const bytes = await collectArchive(sampleArchive([{ name, content: Buffer.from('x') }]));
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) expect(entry.fileName).toBe(name);
  });

  it('keeps times within what the format can tell', async () => {
    const times = [-1, 0, Date.UTC(1979, 11, 31), Date.UTC(2038, 0, 19, 3, 14, 8), Date.UTC(2200, 0)];
    const files = times.map((modifiedAt, index) => ({
      name: `${index}`,
      content: Buffer.alloc(0),
      modifiedAt,
    }));
    const zip = await yauzl.fromBufferPromise(await collectArchive(sampleArchive(files)), {
      lazyEntries: true,
    });
    const dos: string[] = [];
    const unix: string[] = [];
    for await (const entry of zip.eachEntry()) {
      dos.push(entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true }).toISOString());
      unix.push(entry.getLastModDate({ timezone: 'UTC' }).toISOString());
    }
    expect(dos).toEqual([
      '1980-01-01T00:00:00.000Z',
      '1980-01-01T00:00:00.000Z',
      '1980-01-01T00:00:00.000Z',
      '2038-01-19T03:14:08.000Z',
      '2107-12-31T23:59:58.000Z',
    ]);
    expect(unix).toEqual([
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      '1979-12-31T00:00:00.000Z',
      '2038-01-19T03:14:07.000Z',
      '2038-01-19T03:14:07.000Z',
    ]);
  });
});
