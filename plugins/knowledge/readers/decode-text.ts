import { UnreadableDocument } from './document-text.js';

/** UTF-8 or, by its byte order mark, UTF-16, without the mark. @throws UnreadableDocument for what is neither */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const encoding = isLittle ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableDocument('is no text in UTF-8');
  }
  if (text.includes('\0')) throw new UnreadableDocument('is no text: it holds zero bytes');
  return text;
}
