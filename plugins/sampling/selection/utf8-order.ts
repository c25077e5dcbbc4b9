/** Code units of surrogate pairs sort after U+E000..U+FFFF in UTF-8, before them in UTF-16. */
function utf8Rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Orders two strings as their UTF-8 bytes (the same as by code point). Negative, zero or positive. */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return utf8Rank(x) - utf8Rank(y);
  }
  return a.length - b.length;
}
