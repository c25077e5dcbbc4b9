import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';

/** Texts inside a PNG: chunks `iTXt` (PNG, third edition, 11.3.3.4), UTF-8 and deflated. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and CRC of a chunk. */
const FRAME = 12;
const MOST_TEXT = 8 * 1024 * 1024;

export function isPng(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, SIGNATURE.length)).equals(SIGNATURE);
}

/** The picture with these texts behind its header. */
export function withPngTexts(png: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array {
  const bytes = Buffer.from(png);
  const afterHeader = SIGNATURE.length + FRAME + bytes.readUInt32BE(SIGNATURE.length);
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  return Buffer.concat([bytes.subarray(0, afterHeader), ...chunks, bytes.subarray(afterHeader)]);
}

/** The text of a keyword; undefined where there is none that can be read. */
export function pngText(png: Uint8Array, keyword: string): string | undefined {
  const bytes = Buffer.from(png);
  if (!isPng(bytes)) return undefined;
  for (let at = SIGNATURE.length; at + FRAME <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (at + FRAME + length > bytes.length) return undefined;
    if (bytes.toString('latin1', at + 4, at + 8) === 'iTXt') {
      const text = readText(bytes.subarray(at + 8, at + 8 + length), keyword);
      if (text !== undefined) return text;
    }
    at += FRAME + length;
  }
  return undefined;
}

function textChunk(keyword: string, text: string): Buffer {
  // Keyword, compressed, by deflate, no language, no translation.
  const head = Buffer.from(`${keyword}\0\x01\0\0\0`, 'latin1');
  const data = Buffer.concat([head, deflateSync(Buffer.from(text, 'utf8'))]);
  const typed = Buffer.concat([Buffer.from('iTXt', 'latin1'), data]);
  const chunk = Buffer.alloc(FRAME + data.length);
  chunk.writeUInt32BE(data.length, 0);
  typed.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(typed), 8 + data.length);
  return chunk;
}

function readText(data: Buffer, keyword: string): string | undefined {
  const end = data.indexOf(0);
  if (end < 0 || data.toString('latin1', 0, end) !== keyword) return undefined;
  const compressed = data[end + 1] === 1;
  const language = data.indexOf(0, end + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (translated < 0) return undefined;
  const text = data.subarray(translated + 1);
  if (!compressed) return text.toString('utf8');
  try {
    return inflateSync(text, { maxOutputLength: MOST_TEXT, finishFlush: constants.Z_SYNC_FLUSH }).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}
