import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ArchiveBuilder, type ArchiveEntry, type ArchiveLayout } from '../archive-layout.js';
import { type ArchiveContents, type ByteRange, readArchive } from '../read-archive.js';

/** A file of a test archive: its content, or how many zero bytes it has. */
export interface SampleFile {
  readonly name: string;
  readonly content: Buffer | number;
  readonly modifiedAt?: number;
  /** In place of the real one, for content that no test reads. */
  readonly crc32?: number;
}

export const SAMPLE_TIME = Date.UTC(2024, 1, 29, 13, 14, 16);
const ZEROS = Buffer.alloc(1024 * 1024);

/** An archive of content in memory, or of zeros that take none. */
export function sampleArchive(
  files: readonly SampleFile[],
  smallBytes = 1024,
): { readonly layout: ArchiveLayout; readonly contents: ArchiveContents } {
  const builder = new ArchiveBuilder();
  for (const file of files) builder.add(entryOf(file));
  const contentOf = (index: number) => files[index]?.content ?? 0;
  return {
    layout: builder.finish(),
    contents: {
      smallBytes,
      small: async (indices) =>
        indices.map((index) => {
          const content = contentOf(index);
          return typeof content === 'number' ? Buffer.alloc(content) : content;
        }),
      async *read(index, range) {
        const content = contentOf(index);
        if (typeof content === 'number') yield* zeros(range);
        else yield content.subarray(range.start, range.end);
      },
    },
  };
}

function entryOf({ name, content, modifiedAt, crc32: given }: SampleFile): ArchiveEntry {
  const isZeros = typeof content === 'number';
  return {
    name,
    size: isZeros ? content : content.length,
    crc32: given ?? (isZeros ? crc32OfZeros(content) : crc32(content)),
    contentHash: isZeros ? `zeros-${content}` : createHash('sha256').update(content).digest('hex'),
    modifiedAt: modifiedAt ?? SAMPLE_TIME,
  };
}

function crc32OfZeros(length: number): number {
  let crc = 0;
  for (const block of zeros({ start: 0, end: length })) crc = crc32(block, crc);
  return crc;
}

function* zeros({ start, end }: ByteRange): Generator<Buffer> {
  for (let at = start; at < end; at += ZEROS.length) yield ZEROS.subarray(0, end - at);
}

/** An archive, or a range of it, in one piece. */
export async function collectArchive(
  { layout, contents }: { readonly layout: ArchiveLayout; readonly contents: ArchiveContents },
  range?: ByteRange,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readArchive(layout, contents, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** How the record begins that only an archive of many entries or bytes has. */
export const ZIP64_END = Buffer.from([0x50, 0x4b, 6, 6]);

/** `count` files of three bytes each, their names ascending. */
export function manyFiles(count: number): SampleFile[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `many/${String(index).padStart(6, '0')}.txt`,
    content: Buffer.from(`${index % 10}\r\n`),
  }));
}
