/**
 * Hundredths of a token that a character costs, by kind. Between what today's large vocabularies need (o200k_base) and
 * what the smaller ones of local models do, since a budget that is thought too large is refused and one that is too
 * small only summed up a little early. Whole numbers: a fraction costs memory each time that one is added.
 */
const ASCII = new Uint8Array(128);
ASCII.fill(60);
for (let code = 0; code < 0x20; code += 1) ASCII[code] = 50;
ASCII[0x20] = 12;
for (let code = 0x30; code <= 0x39; code += 1) ASCII[code] = 60;
for (let code = 0x41; code <= 0x5a; code += 1) ASCII[code] = 35;
for (let code = 0x61; code <= 0x7a; code += 1) ASCII[code] = 23;

/** Ends of ranges of UTF-16 code units, and what a unit in them costs. */
const RANGES: readonly (readonly [end: number, cost: number])[] = [
  [0x024f, 60], // Latin with marks
  [0x03ff, 55], // Greek
  [0x052f, 42], // Cyrillic
  [0x08ff, 55], // Armenian, Hebrew, Arabic
  [0x0dff, 65], // scripts of India
  [0x11ff, 65], // Thai, Lao, Tibetan, Burmese, Georgian
  [0x139f, 190], // Ethiopic
  [0x1fff, 100], // Khmer, Mongolian
  [0x303f, 90], // punctuation, symbols, arrows
  [0x312f, 90], // Kana
  [0x9fff, 100], // Han
  [0xabff, 100],
  [0xd7ff, 85], // Hangul
  [0xdfff, 120], // half of a pair: most emoji
  [0xffff, 100],
];

/** About how many tokens a text costs a language model, in any script. */
export function estimateTokens(text: string): number {
  let hundredths = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    hundredths += code < 128 ? (ASCII[code] ?? 0) : costBeyondAscii(code);
  }
  return Math.ceil(hundredths / 100);
}

function costBeyondAscii(code: number): number {
  for (const [end, cost] of RANGES) if (code <= end) return cost;
  return 100;
}
