/** What the WHATWG Encoding standard reads as windows-1252: whoever names one of them means that. */
const WESTERN = new Set(
  'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252'.split(
    ' ',
  ),
);
/** Its bytes 80 to 9F; the others are those of Latin-1. Node's own decoder gives control characters for these. */
const WESTERN_SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** Bytes at the beginning of a page in which its charset is looked for. */
const HEAD = 1_024;

/**
 * The text of a page as a browser reads its bytes: by its byte order mark, else by the charset of the header, else by that of
 * the page itself; where none is named as UTF-8, or as windows-1252 if it is no UTF-8.
 */
export function decodePage(body: Buffer, contentType: string): string {
  const marked = markOf(body);
  if (marked !== undefined) return new TextDecoder(marked).decode(body);
  const label = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? charsetOf(body);
  const named = label === undefined ? undefined : decodedAs(label.toLowerCase(), body);
  return named ?? utf8(body) ?? western(body);
}

function markOf([first, second, third]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** What a page says of itself. One that could be read to there is in no encoding of two bytes a letter. */
function charsetOf(body: Buffer): string | undefined {
  const head = body.subarray(0, HEAD).toString('latin1');
  const [, label] =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head) ??
    [];
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/** Undefined for a charset that nobody knows. */
function decodedAs(label: string, body: Buffer): string | undefined {
  if (WESTERN.has(label)) return western(body);
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return undefined;
  }
}

function utf8(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function western(body: Buffer): string {
  const signs = Array.from(WESTERN_SIGNS);
  return body.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => signs[sign.charCodeAt(0) - 0x80] ?? sign);
}
