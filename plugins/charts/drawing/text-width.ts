/** Measures text by the advances of a TrueType font, as it will be drawn; kerning is left out. */
export interface TextRuler {
  /** Width of a text in the units of `size`. */
  width(text: string, size: number): number;
}

/**
 * Reads the advances of a font (OpenType, tables `cmap` format 4, `hhea`, `hmtx`, `head`).
 * @throws RangeError for bytes that are no such font
 */
export function readRuler(bytes: Uint8Array): TextRuler {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let at = 0; at < view.getUint16(4); at++) {
    const entry = 12 + at * 16;
    tables.set(String.fromCharCode(...bytes.subarray(entry, entry + 4)), view.getUint32(entry + 8));
  }
  const table = (name: string) => {
    const offset = tables.get(name);
    if (offset === undefined) throw new RangeError(`The font has no table ${name}.`);
    return offset;
  };
  const unitsPerEm = view.getUint16(table('head') + 18);
  const metrics = view.getUint16(table('hhea') + 34);
  const hmtx = table('hmtx');
  const advance = (glyph: number) => view.getUint16(hmtx + Math.min(glyph, metrics - 1) * 4);
  const glyphOf = glyphFinder(view, table('cmap'));
  const known = new Map<number, number>();
  return {
    width(text, size) {
      let units = 0;
      for (const char of text) {
        const code = char.codePointAt(0) ?? 0;
        let width = known.get(code);
        if (width === undefined) {
          const glyph = glyphOf(code);
          // What the font lacks takes a square.
          width = glyph === 0 ? unitsPerEm : advance(glyph);
          known.set(code, width);
        }
        units += width;
      }
      return (units / unitsPerEm) * size;
    },
  };
}

/** Finds the glyph of a code point; 0 where there is none. */
function glyphFinder(view: DataView, cmap: number): (code: number) => number {
  const subtable = formatFour(view, cmap);
  const segments = view.getUint16(subtable + 6) / 2;
  const ends = subtable + 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  return (code) => {
    for (let at = 0; at < segments; at++) {
      if (view.getUint16(ends + at * 2) < code) continue;
      const start = view.getUint16(starts + at * 2);
      if (start > code) return 0;
      const delta = view.getUint16(deltas + at * 2);
      const offset = view.getUint16(offsets + at * 2);
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = view.getUint16(offsets + at * 2 + offset + (code - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

function formatFour(view: DataView, cmap: number): number {
  for (let at = 0; at < view.getUint16(cmap + 2); at++) {
    const subtable = cmap + view.getUint32(cmap + 4 + at * 8 + 4);
    if (view.getUint16(subtable) === 4) return subtable;
  }
  throw new RangeError('The font has no character map of format 4.');
}
