/** The records of a ZIP file (APPNOTE.TXT 6.3.10): entries of known size and CRC-32, ZIP64 where needed. */

/** One file as its headers tell it. */
export interface EntryRecord {
  /** UTF-8. */
  readonly name: Buffer;
  /** Bytes in the archive. */
  readonly size: number;
  /** Bytes of the content when it was deflated, below 4 GiB; a stored file has none. */
  readonly inflatedSize?: number;
  /** Of the content; unsigned. */
  readonly crc32: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Where its local header begins. */
  readonly offset: number;
}

export interface DirectoryRecord {
  readonly entries: number;
  /** Where the central directory begins, and its bytes. */
  readonly offset: number;
  readonly size: number;
}

/** The value of a 16- or 32-bit field that refers to a ZIP64 record. */
const SATURATED_16 = 0xffff;
const SATURATED_32 = 0xffffffff;

const STORED = 0;
const DEFLATED = 8;

const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
/** Names are UTF-8. Bit 3 stays clear: sizes stand in the local header, so the archive can be read as a stream. */
const FLAG_UTF8 = 0x0800;
/** High byte: the attributes are those of Unix. */
const MADE_BY = (3 << 8) | VERSION_ZIP64;
/** A regular file, rw-r--r--. */
const ATTRIBUTES = 0o100644 * 0x10000;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const TIME_EXTRA_BYTES = 9;
const LOCAL_ZIP64_EXTRA_BYTES = 20;
const END_BYTES = 22;
const ZIP64_END_BYTES = 56 + 20;

/** Longest name that a header can tell. */
export const MAX_NAME_BYTES = 0xffff;

/** Bytes of the local header of an entry, its name and extra fields included. */
export function localHeaderBytes(entry: Pick<EntryRecord, 'name' | 'size'>): number {
  const zip64 = entry.size >= SATURATED_32 ? LOCAL_ZIP64_EXTRA_BYTES : 0;
  return LOCAL_BYTES + entry.name.length + zip64 + TIME_EXTRA_BYTES;
}

/** Writes the local header to `to` at `at`; returns where it ends. */
export function writeLocalHeader(entry: EntryRecord, to: Buffer, at: number): number {
  const zip64 = entry.size >= SATURATED_32;
  to.writeUInt32LE(0x04034b50, at);
  const fixed = writeCommon(entry, zip64 ? VERSION_ZIP64 : VERSION_PLAIN, to, at + 4);
  to.writeUInt16LE((zip64 ? LOCAL_ZIP64_EXTRA_BYTES : 0) + TIME_EXTRA_BYTES, fixed);
  let end = fixed + 2;
  end += entry.name.copy(to, end);
  // A local header that needs ZIP64 tells both sizes, whether or not both are large.
  if (zip64) end = writeZip64Extra([entry.size, entry.size], to, end);
  return writeTimeExtra(entry.modifiedAt, to, end);
}

/** The fields of a central header that did not fit, in their order. */
function largeFields(entry: Pick<EntryRecord, 'size' | 'offset'>): number[] {
  return [
    ...(entry.size >= SATURATED_32 ? [entry.size, entry.size] : []),
    ...(entry.offset >= SATURATED_32 ? [entry.offset] : []),
  ];
}

/** Bytes of the central header of an entry. */
export function centralHeaderBytes(entry: Pick<EntryRecord, 'name' | 'size' | 'offset'>): number {
  const large = (entry.size >= SATURATED_32 ? 16 : 0) + (entry.offset >= SATURATED_32 ? 8 : 0);
  return CENTRAL_BYTES + entry.name.length + (large === 0 ? 0 : 4 + large) + TIME_EXTRA_BYTES;
}

/** Writes the central header to `to` at `at`; returns where it ends. */
export function writeCentralHeader(entry: EntryRecord, to: Buffer, at: number): number {
  const large = largeFields(entry);
  const zip64Bytes = large.length === 0 ? 0 : 4 + large.length * 8;
  to.writeUInt32LE(0x02014b50, at);
  to.writeUInt16LE(MADE_BY, at + 4);
  const fixed = writeCommon(entry, large.length === 0 ? VERSION_PLAIN : VERSION_ZIP64, to, at + 6);
  to.writeUInt16LE(zip64Bytes + TIME_EXTRA_BYTES, fixed);
  // Comment, disk and internal attributes: none, the first, binary.
  to.fill(0, fixed + 2, fixed + 8);
  to.writeUInt32LE(ATTRIBUTES, fixed + 8);
  to.writeUInt32LE(Math.min(entry.offset, SATURATED_32), fixed + 12);
  let end = fixed + 16;
  end += entry.name.copy(to, end);
  if (large.length > 0) end = writeZip64Extra(large, to, end);
  return writeTimeExtra(entry.modifiedAt, to, end);
}

/** What both headers share, from the version needed to the length of the name. */
function writeCommon(entry: EntryRecord, version: number, to: Buffer, at: number): number {
  const size = Math.min(entry.size, SATURATED_32);
  to.writeUInt16LE(version, at);
  to.writeUInt16LE(FLAG_UTF8, at + 2);
  to.writeUInt16LE(entry.inflatedSize === undefined ? STORED : DEFLATED, at + 4);
  to.writeUInt32LE(dosTime(entry.modifiedAt), at + 6);
  to.writeUInt32LE(entry.crc32, at + 10);
  to.writeUInt32LE(size, at + 14);
  to.writeUInt32LE(entry.inflatedSize ?? size, at + 18);
  to.writeUInt16LE(entry.name.length, at + 22);
  return at + 24;
}

function writeZip64Extra(values: readonly number[], to: Buffer, at: number): number {
  to.writeUInt16LE(0x0001, at);
  to.writeUInt16LE(values.length * 8, at + 2);
  values.forEach((value, index) => {
    to.writeBigUInt64LE(BigInt(value), at + 4 + index * 8);
  });
  return at + 4 + values.length * 8;
}

/** The time again, in UTC: the DOS time has no zone. Its 32 bits end in 2038 for some readers; so does ours. */
function writeTimeExtra(modifiedAt: number, to: Buffer, at: number): number {
  const seconds = Math.min(Math.max(Math.floor(modifiedAt / 1000), 0), 0x7fffffff);
  to.writeUInt16LE(0x5455, at);
  to.writeUInt16LE(5, at + 2);
  to.writeUInt8(1, at + 4);
  to.writeUInt32LE(seconds, at + 5);
  return at + TIME_EXTRA_BYTES;
}

/** Date in the high and time in the low 16 bits, in UTC, in steps of two seconds, within 1980 and 2107. */
function dosTime(time: number): number {
  const date = new Date(Math.min(Math.max(time, Date.UTC(1980, 0)), Date.UTC(2107, 11, 31, 23, 59, 58)));
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const clock = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return day * 0x10000 + clock;
}

function needsZip64(directory: DirectoryRecord): boolean {
  const { entries, offset, size } = directory;
  return entries >= SATURATED_16 || offset >= SATURATED_32 || size >= SATURATED_32;
}

/** Bytes of what follows the central directory. */
export function endRecordBytes(directory: DirectoryRecord): number {
  return (needsZip64(directory) ? ZIP64_END_BYTES : 0) + END_BYTES;
}

/** The end of the archive; before it the ZIP64 end and its locator, exactly when a field does not fit. */
export function endRecord(directory: DirectoryRecord): Buffer {
  const record = Buffer.alloc(endRecordBytes(directory));
  const { entries, offset, size } = directory;
  let at = 0;
  if (needsZip64(directory)) {
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(44n, 4);
    record.writeUInt16LE(MADE_BY, 12);
    record.writeUInt16LE(VERSION_ZIP64, 14);
    record.writeBigUInt64LE(BigInt(entries), 24);
    record.writeBigUInt64LE(BigInt(entries), 32);
    record.writeBigUInt64LE(BigInt(size), 40);
    record.writeBigUInt64LE(BigInt(offset), 48);
    record.writeUInt32LE(0x07064b50, 56);
    record.writeBigUInt64LE(BigInt(offset + size), 64);
    record.writeUInt32LE(1, 72);
    at = ZIP64_END_BYTES;
  }
  record.writeUInt32LE(0x06054b50, at);
  record.writeUInt16LE(Math.min(entries, SATURATED_16), at + 8);
  record.writeUInt16LE(Math.min(entries, SATURATED_16), at + 10);
  record.writeUInt32LE(Math.min(size, SATURATED_32), at + 12);
  record.writeUInt32LE(Math.min(offset, SATURATED_32), at + 16);
  return record;
}
