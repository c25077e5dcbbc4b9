/** Bytes of a picture that is shown; what is larger is only named. */
const LARGEST = 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** How the files of each kind begin, in hexadecimal. */
const BEGINS: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
};
/** A drawing may have a prolog, comments and a type of document before it. */
const DRAWING = /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^[>]*>\s*)*<(?:\w+:)?svg[\s>]/i;
/** What runs, is fetched or stands for something else in a drawing: no drawing needs it. */
const PROGRAM =
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener)\b|\son\w+\s*=|javascript:|<!ENTITY|(?:href|src)\s*=\s*["']?\s*(?!["'\s#]|data:image\/(?:png|jpeg|gif|webp);)|url\(\s*["']?\s*(?![#"'\s]|data:image\/)|@import/i;

export type Picture = { readonly bytes: Buffer } | { readonly size: number; readonly reason: string };

/**
 * The bytes of a picture that a server gives, where they are one; else how many there are, and why it is not shown.
 * @param kind its media type, as the server says
 * @param data base64 by RFC 4648, with or without line breaks
 */
export function readPicture(kind: string, data: unknown): Picture {
  const text = typeof data === 'string' ? data.replaceAll(/[\r\n]/g, '') : '';
  if (!BASE64.test(text) || text.replace(/=+$/, '').length % 4 === 1)
    return { size: 0, reason: 'it is no base64' };
  const bytes = Buffer.from(text, 'base64');
  const size = bytes.length;
  if (size > LARGEST) return { size, reason: 'it is too large' };
  if (kind === 'image/svg+xml') return readDrawing(bytes);
  const begin = BEGINS[kind];
  if (begin === undefined) return { size, reason: 'it is of a kind that is not shown' };
  return begin.test(bytes.toString('hex', 0, 16)) ? { bytes } : { size, reason: `it is no ${kind}` };
}

function readDrawing(bytes: Buffer): Picture {
  const size = bytes.length;
  const text = bytes.toString('utf8');
  if (!DRAWING.test(text.slice(0, 10_000))) return { size, reason: 'it is no image/svg+xml' };
  return PROGRAM.test(text) ? { size, reason: 'it has a program or an address in it' } : { bytes };
}
