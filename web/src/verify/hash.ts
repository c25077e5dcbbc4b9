/** Lower-case hexadecimal SHA-256 of a text in UTF-8, or of bytes. */
export async function sha256(of: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof of === 'string' ? new TextEncoder().encode(of) : of;
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of hexadecimal digits. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** A list of ids as it is hashed: each ended by a line break. */
export function lines(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join('');
}

/** By bytes in UTF-8, which is the order of code points. */
export function compareUtf8(a: string, b: string): number {
  const [one, two] = [[...a], [...b]];
  for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
    const difference = (one[at]?.codePointAt(0) ?? 0) - (two[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - two.length;
}

/** JSON in the canonical form of RFC 8785. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
