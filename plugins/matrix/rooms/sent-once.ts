/**
 * What names an encrypted message whatever event carries it: its group session, and its place in that session's ratchet.
 * Who holds no key cannot make another one of the same place, but a homeserver can send the same one again as a new event.
 * The place stands in the ciphertext before its payload: a byte 3, then a tag 8 and the index as a varint (Megolm message
 * format, gitlab.matrix.org/matrix-org/olm, docs/megolm.md).
 * @param wire the content of the event as it was sent, untrusted
 * @returns undefined for what is no Megolm message
 */
export function placeOf(wire: Readonly<Record<string, unknown>>): string | undefined {
  const { session_id: session, ciphertext } = wire;
  if (typeof session !== 'string' || typeof ciphertext !== 'string') return undefined;
  const bytes = Buffer.from(ciphertext.slice(0, 16), 'base64');
  if (bytes[0] !== 3 || bytes[1] !== 8) return undefined;
  let index = 0;
  for (let at = 2, shift = 0; at < bytes.length && shift < 35; at += 1, shift += 7) {
    const byte = bytes[at] ?? 0;
    index += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return `${session} ${index}`;
  }
  return undefined;
}
