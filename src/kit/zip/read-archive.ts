import type { ArchiveLayout } from './archive-layout.js';
import {
  centralHeaderBytes,
  endRecord,
  localHeaderBytes,
  writeCentralHeader,
  writeLocalHeader,
} from './records.js';

/** Byte offsets, `end` exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the contents of an archive's entries come from, by the index of the entry. */
export interface ArchiveContents {
  /** Entries of up to this many bytes are fetched whole, many at a time. */
  readonly smallBytes: number;
  /** The contents of small entries, in the order asked for. */
  small(indices: readonly number[]): Promise<readonly Buffer[]>;
  /** Part of the content of an entry. */
  read(index: number, range: ByteRange): AsyncGenerator<Uint8Array>;
}

/** What is fetched whole is fetched in groups of at most this many entries and about this many bytes. */
const GROUP_ENTRIES = 128;
const GROUP_BYTES = 256 * 1024;
const DIRECTORY_BLOCK_BYTES = 64 * 1024;

/**
 * The bytes of an archive, or a range of them: never more than two groups or one chunk of a content in memory.
 * @throws Error when a content is not as long as the layout says, or whatever a content fails with
 */
export async function* readArchive(
  layout: ArchiveLayout,
  contents: ArchiveContents,
  range: ByteRange = { start: 0, end: layout.size },
): AsyncGenerator<Uint8Array> {
  const { directory } = layout;
  if (range.start < directory.offset) yield* readEntries(layout, contents, range);
  const directoryEnd = directory.offset + directory.size;
  if (range.start < directoryEnd && range.end > directory.offset) yield* readDirectory(layout, range);
  if (range.end > directoryEnd) yield cut(endRecord(directory), directoryEnd, range);
}

/** Consecutive entries: one large, whose first piece is fetched, or a group of small ones that is fetched at once. */
type Run = { readonly first: number; readonly end: number } & (
  | { readonly group: Promise<readonly Buffer[]> }
  | { readonly group?: never; readonly content: StartedContent | undefined }
);

/** A content that is being read already. */
interface StartedContent {
  readonly length: number;
  readonly first: Promise<IteratorResult<Uint8Array>>;
  readonly rest: AsyncGenerator<Uint8Array>;
}

async function* readEntries(
  layout: ArchiveLayout,
  contents: ArchiveContents,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  let run = nextRun(layout, contents, layout.entryAt(range.start), range);
  let next: Run | undefined;
  try {
    while (run !== undefined) {
      // What comes next is fetched while this is sent.
      if (run.group === undefined) {
        next = nextRun(layout, contents, run.end, range);
        yield* readLarge(layout, run, range);
      } else {
        const group = await run.group;
        next = nextRun(layout, contents, run.end, range);
        yield cut(joinRun(layout, run, group), layout.entry(run.first).offset, range);
      }
      run = next;
      next = undefined;
    }
  } finally {
    // Whoever leaves early leaves no file open.
    for (const left of [run, next])
      if (left?.group === undefined) await left?.content?.rest.return(undefined);
  }
}

function nextRun(
  layout: ArchiveLayout,
  contents: ArchiveContents,
  first: number,
  range: ByteRange,
): Run | undefined {
  const isNeeded = (index: number) => index < layout.count && layout.entry(index).offset < range.end;
  if (!isNeeded(first)) return undefined;
  const indices: number[] = [];
  let bytes = 0;
  for (let index = first; isNeeded(index) && indices.length < GROUP_ENTRIES && bytes < GROUP_BYTES; index++) {
    const { size } = layout.entry(index);
    if (size > contents.smallBytes) break;
    indices.push(index);
    bytes += size;
  }
  if (indices.length === 0)
    return { first, end: first + 1, content: startContent(layout, contents, first, range) };
  const group = contents.small(indices);
  // When nobody comes for it, its failure is nobody's.
  group.catch(() => {});
  return { first, end: first + indices.length, group };
}

/** Begins to read what the range holds of a large content; undefined when that is nothing. */
function startContent(
  layout: ArchiveLayout,
  contents: ArchiveContents,
  index: number,
  range: ByteRange,
): StartedContent | undefined {
  const entry = layout.entry(index);
  const contentStart = entry.offset + localHeaderBytes(entry);
  const start = Math.max(0, range.start - contentStart);
  const end = Math.min(entry.size, range.end - contentStart);
  if (start >= end) return undefined;
  const rest = contents.read(index, { start, end });
  const first = rest.next();
  first.catch(() => {});
  return { length: end - start, first, rest };
}

/** Headers and contents of a group in one piece: one write for many files. */
function joinRun(
  layout: ArchiveLayout,
  { first, end }: Pick<Run, 'first' | 'end'>,
  contents: readonly Buffer[],
): Buffer {
  const last = layout.entry(end - 1);
  const start = layout.entry(first).offset;
  const piece = Buffer.allocUnsafe(last.offset + localHeaderBytes(last) + last.size - start);
  let at = 0;
  for (let index = first; index < end; index++) {
    const entry = layout.entry(index);
    const content = contents[index - first];
    if (content?.length !== entry.size) throw wrongLength(content?.length ?? 0, entry.size);
    at = writeLocalHeader(entry, piece, at);
    at += content.copy(piece, at);
  }
  return piece;
}

async function* readLarge(
  layout: ArchiveLayout,
  { first: index, content }: { readonly first: number; readonly content: StartedContent | undefined },
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const entry = layout.entry(index);
  const contentStart = entry.offset + localHeaderBytes(entry);
  if (range.start < contentStart) {
    const header = Buffer.allocUnsafe(contentStart - entry.offset);
    writeLocalHeader(entry, header, 0);
    yield cut(header, entry.offset, range);
  }
  if (content === undefined) return;
  let sent = 0;
  for (let piece = await content.first; piece.done !== true; piece = await content.rest.next()) {
    sent += piece.value.length;
    if (sent > content.length) break;
    yield piece.value;
  }
  if (sent !== content.length) throw wrongLength(sent, content.length);
}

/** The central directory in blocks, made as it is sent. */
function* readDirectory(layout: ArchiveLayout, range: ByteRange): Generator<Uint8Array> {
  let offset = layout.directory.offset;
  let first = 0;
  while (first < layout.count && offset < range.end) {
    let bytes = 0;
    let end = first;
    for (; end < layout.count && bytes < DIRECTORY_BLOCK_BYTES; end++)
      bytes += centralHeaderBytes(layout.entry(end));
    if (offset + bytes > range.start) {
      const block = Buffer.allocUnsafe(bytes);
      let at = 0;
      for (let index = first; index < end; index++) at = writeCentralHeader(layout.entry(index), block, at);
      yield cut(block, offset, range);
    }
    offset += bytes;
    first = end;
  }
}

/** What of `piece`, which stands at `offset`, lies in the range. */
function cut(piece: Uint8Array, offset: number, { start, end }: ByteRange): Uint8Array {
  return piece.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
}

function wrongLength(found: number, expected: number): Error {
  return new Error(`A content has ${found} bytes instead of ${expected}.`);
}
