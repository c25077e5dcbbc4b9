import type { Attachment } from '../../../plugin/index.js';

/** The beginning of a file that came with a message. */
export interface FileBeginning {
  readonly name: string;
  readonly mimeType: string;
  /** Its first lines; undefined where it is no text or lies elsewhere. */
  readonly lines: readonly string[] | undefined;
  /** There is more of it. */
  readonly cut: boolean;
}

const READ_CHARACTERS = 8_000;
const MOST_LINES = 10;
const LONGEST_LINE = 200;
const INLINE = /^data:[^,]{0,200};base64,/u;

/** What a file that was sent inline begins with. */
export function beginningOf({ name, mimeType, url }: Attachment): FileBeginning {
  const head = INLINE.exec(url.slice(0, 300))?.[0];
  if (head === undefined) return { name, mimeType, lines: undefined, cut: false };
  const encoded = url.slice(head.length, head.length + READ_CHARACTERS);
  const text = textOf(Buffer.from(encoded, 'base64'));
  if (text === undefined) return { name, mimeType, lines: undefined, cut: false };
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === '') lines.pop();
  const shown = lines.slice(0, MOST_LINES).map((line) => [...line].slice(0, LONGEST_LINE).join(''));
  const whole = url.length <= head.length + READ_CHARACTERS && lines.length <= MOST_LINES;
  return { name, mimeType, lines: shown, cut: !whole || shown.some((line, at) => line !== lines[at]) };
}

/** Bytes as UTF-8 text, of which the last character may be cut; undefined where they are none. */
function textOf(bytes: Buffer): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return /[^\P{Cc}\t\n\r\f]|\ufffd/u.test(text) ? undefined : text;
}
