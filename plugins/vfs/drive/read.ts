import { isUtf8 } from 'node:buffer';
import { OracleError } from 'oracle-runtime/plugin';
import { isTextType } from '../content/mime-type.js';
import { IndexText } from '../search/index-text.js';
import type { VersionContent } from '../types.js';
import type { Vfs } from '../vfs.js';

/** The whole content in memory. Give it only what is known to be of bearable size. */
export async function readAll(vfs: Vfs, content: VersionContent): Promise<Buffer> {
  const opened = vfs.files.open(content);
  const small = await opened.bytes();
  if (small !== undefined) return small;
  const pieces: Buffer[] = [];
  for await (const piece of opened.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Texts up to here are edited and read by lines. */
const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * The content as text.
 * @throws OracleError `unsupported_media_type` for what is no UTF-8 text, `payload_too_large` beyond 16 MiB
 */
export async function readText(vfs: Vfs, content: VersionContent): Promise<string> {
  if (content.size > MOST_TEXT_BYTES) {
    throw new OracleError('payload_too_large', {
      detail: `The file has ${content.size} bytes; as text up to ${MOST_TEXT_BYTES} can be worked with.`,
      hint: 'Download its content instead.',
    });
  }
  const bytes = await readAll(vfs, content);
  // A text of an unknown type is a text all the same, but NUL stands in none.
  if (!isUtf8(bytes) || (!isTextType(content.mimeType) && bytes.includes(0))) throw notText(content);
  return bytes.toString('utf8');
}

function notText({ mimeType }: VersionContent): OracleError {
  return new OracleError('unsupported_media_type', {
    detail: `The file is not UTF-8 text (${mimeType}).`,
    hint: 'Download its content instead.',
  });
}

/** The part of a text that goes into the search index; empty for what is no text. */
export async function indexableText(vfs: Vfs, content: VersionContent): Promise<string> {
  if (!isTextType(content.mimeType)) return '';
  const text = new IndexText();
  const end = Math.min(content.size, IndexText.bytes);
  for await (const piece of vfs.files.open(content).read({ start: 0, end })) text.add(piece);
  return text.finish();
}

export interface Lines {
  /** Each line after its number, as `cat -n` prints them. */
  readonly text: string;
  /** Number of the first line, from 1. */
  readonly offset: number;
  readonly count: number;
  readonly totalLines: number;
  readonly hasMore: boolean;
}

/** Lines `offset` to `offset + limit - 1` of a text, counted from 1. */
export function linesOf(text: string, offset: number, limit: number): Lines {
  // A line break at the end ends the last line and begins none. Found one by one: of a large text few lines are wanted.
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const shown: string[] = [];
  let totalLines = 0;
  for (let start = 0; start < plain.length; ) {
    const found = plain.indexOf('\n', start);
    const end = found === -1 ? plain.length : found;
    totalLines += 1;
    if (totalLines >= offset && shown.length < limit) shown.push(plain.slice(start, end));
    start = end + 1;
  }
  return {
    text: shown.map((line, index) => `${String(offset + index).padStart(6)}\t${line}`).join('\n'),
    offset,
    count: shown.length,
    totalLines,
    hasMore: offset - 1 + shown.length < totalLines,
  };
}
