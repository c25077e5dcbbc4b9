import { OracleError } from 'oracle-runtime/plugin';

/** Bytes of the beginning that guesses look at. */
const HEAD_BYTES = 2 ** 16;

/**
 * The pieces of a text file as UTF-8 without a byte order mark; UTF-16 is converted.
 * @throws OracleError `invalid_request` for what is no text: a workbook, an archive, a picture
 */
export async function* utf8Pieces(
  name: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let first = true;
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    let bytes = piece;
    if (first) {
      first = false;
      const [a, b, c, d] = bytes;
      if (a === 0xff && b === 0xfe) decoder = new TextDecoder('utf-16le');
      else if (a === 0xfe && b === 0xff) decoder = new TextDecoder('utf-16be');
      else if (a === 0xef && b === 0xbb && c === 0xbf) bytes = bytes.subarray(3);
      else if (a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04)
        throw noText(name, 'is a workbook or an archive', 'Save the sheet as CSV, or unpack the archive.');
      else if (a === 0x1f && b === 0x8b) throw noText(name, 'is packed by gzip', 'Unpack it.');
      else if (bytes.subarray(0, HEAD_BYTES).includes(0))
        throw noText(name, 'is no text', 'Export the readings of the logger as CSV.');
    }
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }), 'utf8');
  }
}

/**
 * The beginning of a file: whole lines, unless it has none.
 * @throws OracleError as `utf8Pieces`
 */
export async function headOf(
  name: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ readonly text: string; readonly whole: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of utf8Pieces(name, pieces)) {
    parts.push(piece);
    size += piece.length;
    if (size >= HEAD_BYTES) break;
  }
  const whole = size < HEAD_BYTES;
  const bytes = Buffer.concat(parts).subarray(0, HEAD_BYTES);
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;
  return { text: textOf(whole || end === 0 ? bytes : bytes.subarray(0, end)), whole };
}

/** UTF-8, or else Latin-1, in which old programs write degree signs. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

function noText(name: string, what: string, hint: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `The file '${name}' ${what}: it cannot be read as readings.`,
    hint,
    errors: [{ field: 'path', message: `'${name}' ${what}` }],
  });
}
