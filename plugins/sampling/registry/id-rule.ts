/** How ids are read, word for word as records state it. */
export const ID_RULE =
  'text of the cell; Unicode NFC; white space trimmed at both ends (as JavaScript String.prototype.trim); not empty, at most 1000 UTF-8 bytes, no control characters; unique; leading zeros kept; case kept';

export const MAX_ID_BYTES = 1000;

const FORBIDDEN = /[\p{Cc}\p{Surrogate}\u2028\u2029]/u;

export type IdFault = 'empty_id' | 'long_id' | 'control_character';

/** Whether every character is printable ASCII and neither end is a space: such an id is normal as it stands. */
function isPlain(text: string): boolean {
  const last = text.length - 1;
  if (last < 0 || last >= MAX_ID_BYTES || text.charCodeAt(0) === 0x20 || text.charCodeAt(last) === 0x20)
    return false;
  for (let i = 0; i <= last; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e) return false;
  }
  return true;
}

/** Whether the bytes are printable ASCII, begin and end with none but that, and are not too many. */
export function isPlainId(bytes: Uint8Array, start: number, end: number): boolean {
  if (end === start || end - start > MAX_ID_BYTES) return false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return bytes[start] !== 0x20 && bytes[end - 1] !== 0x20;
}

/**
 * Applies the id rule to one cell. Line breaks inside an id are refused because the frame hash and every list of ids
 * end an id with a line break.
 */
export function normalizeId(cell: string): { readonly id: string } | { readonly fault: IdFault } {
  if (isPlain(cell)) return { id: cell };
  const id = cell.normalize('NFC').trim();
  if (id === '') return { fault: 'empty_id' };
  if (FORBIDDEN.test(id)) return { fault: 'control_character' };
  if (Buffer.byteLength(id, 'utf8') > MAX_ID_BYTES) return { fault: 'long_id' };
  return { id };
}

/** Names of strata, columns and other labels: NFC and trimmed. */
export function normalizeLabel(text: string): string {
  return text.normalize('NFC').trim();
}
