const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** The sizes and the checksum stand behind the content, as in what cannot go back. */
const FLAG_DESCRIPTOR = 0x0008;
/** Extra field that gives an entry another name (APPNOTE.TXT 6.3.10, 4.6.9). */
const UNICODE_PATH = 0x7075;

interface ListedPart {
  readonly name: Buffer;
  readonly flags: number;
  readonly method: number;
  /** Checksum, packed and unpacked size, as they stand. */
  readonly sums: Buffer;
  readonly packed: number;
  readonly offset: number;
}

/**
 * What a ZIP archive holds beside the parts that its directory lists, in words: programs that repair an archive, or read
 * it from its start, show what others never see. Nothing, when local headers say what the directory says, parts follow
 * one another from the first byte on, and neither a comment nor anything else stands behind.
 */
export function besideParts(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = file.length - END_BYTES;
    if (file.readUInt32LE(end) !== END || file.readUInt16LE(end + 20) !== 0)
      return ['a comment or bytes behind its directory'];
    const directory = file.readUInt32LE(end + 16);
    const parts = listedParts(file, directory, file.readUInt16LE(end + 10), end);
    if (parts === undefined) return ['bytes or comments in its directory'];
    let at = 0;
    for (const part of parts.toSorted((one, other) => one.offset - other.offset)) {
      if (part.offset !== at) return [`bytes that it does not list, before ${part.name}`];
      const next = endOfPart(file, part);
      if (next === undefined) return [`another header of ${part.name} than it lists`];
      at = next;
    }
    return at === directory ? [] : ['bytes that it does not list, before its directory'];
  } catch (error) {
    if (error instanceof RangeError) return ['records that reach beyond its end'];
    throw error;
  }
}

/** Undefined when they do not fill the directory, or one carries a comment or a second name. */
function listedParts(file: Buffer, directory: number, count: number, end: number): ListedPart[] | undefined {
  const parts: ListedPart[] = [];
  let at = directory;
  for (let left = count; left > 0; left--) {
    const extra = at + CENTRAL_BYTES + file.readUInt16LE(at + 28);
    const next = extra + file.readUInt16LE(at + 30);
    if (file.readUInt32LE(at) !== CENTRAL || file.readUInt16LE(at + 32) !== 0) return undefined;
    if (isRenamed(file.subarray(extra, next))) return undefined;
    parts.push({
      name: file.subarray(at + CENTRAL_BYTES, extra),
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      sums: file.subarray(at + 16, at + 28),
      packed: file.readUInt32LE(at + 20),
      offset: file.readUInt32LE(at + 42),
    });
    at = next;
  }
  return at === end ? parts : undefined;
}

/** Where the part ends; undefined when its local header is another than the directory's. */
function endOfPart(
  file: Buffer,
  { name, flags, method, sums, packed, offset }: ListedPart,
): number | undefined {
  const extra = offset + LOCAL_BYTES + file.readUInt16LE(offset + 26);
  const content = extra + file.readUInt16LE(offset + 28);
  const isSame =
    file.readUInt32LE(offset) === LOCAL &&
    file.readUInt16LE(offset + 6) === flags &&
    file.readUInt16LE(offset + 8) === method &&
    file.subarray(offset + LOCAL_BYTES, extra).equals(name) &&
    !isRenamed(file.subarray(extra, content));
  if (!isSame) return undefined;
  const said = file.subarray(offset + 14, offset + 26);
  const end = content + packed;
  if ((flags & FLAG_DESCRIPTOR) === 0) return said.equals(sums) ? end : undefined;
  if (!said.equals(sums) && said.some((byte) => byte !== 0)) return undefined;
  // Its signature is one that writers may leave out.
  const after = file.readUInt32LE(end) === DESCRIPTOR ? end + 4 : end;
  return file.subarray(after, after + sums.length).equals(sums) ? after + sums.length : undefined;
}

function isRenamed(extra: Buffer): boolean {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === UNICODE_PATH) return true;
  return false;
}
