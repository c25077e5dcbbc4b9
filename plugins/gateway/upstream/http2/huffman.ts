/** Longest code, in bits. */
const LONGEST = 30;
/** Says that a text is over, and must not stand in it. */
const END = 256;

/**
 * The symbols of the code by the length of theirs (RFC 7541, appendix B), from five bits on. Codes of one length follow each
 * other in the order of their symbols, so that the lengths say all.
 */
const BY_LENGTH: ReadonlyMap<number, readonly number[]> = new Map([
  [5, letters('012aceiost')],
  [6, letters(' %-./3456789=A_bdfghlmnpru')],
  [7, letters(':BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz')],
  [8, letters('&*,;XZ')],
  [10, letters('!"()?')],
  [11, letters("'+|")],
  [12, letters('#>')],
  [13, [0, ...letters('$@[]~')]],
  [14, letters('^}')],
  [15, letters('<`{')],
  [19, [92, 195, 208]],
  [20, [128, 130, 131, 162, 184, 194, 224, 226]],
  [21, [153, 161, 167, 172, 176, 177, 179, 209, 216, 217, 227, 229, 230]],
  [
    22,
    [
      129, 132, 133, 134, 136, 146, 154, 156, 160, 163, 164, 169, 170, 173, 178, 181, 185, 186, 187, 189, 190,
      196, 198, 228, 232, 233,
    ],
  ],
  [
    23,
    [
      1, 135, 137, 138, 139, 140, 141, 143, 147, 149, 150, 151, 152, 155, 157, 158, 165, 166, 168, 174, 175,
      180, 182, 183, 188, 191, 197, 231, 239,
    ],
  ],
  [24, [9, 142, 144, 145, 148, 159, 171, 206, 215, 225, 236, 237]],
  [25, [199, 207, 234, 235]],
  [26, [192, 193, 200, 201, 202, 205, 210, 213, 218, 219, 238, 240, 242, 243, 255]],
  [27, [203, 204, 211, 212, 214, 221, 222, 223, 241, 244, 245, 246, 247, 248, 250, 251, 252, 253, 254]],
  [
    28,
    [
      2, 3, 4, 5, 6, 7, 8, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24, 25, 26, 27, 28, 29, 30, 31, 127,
      220, 249,
    ],
  ],
  [30, [10, 13, 22, END]],
]);

function letters(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

/** Of each length: its first code, and its symbols. */
const LEVELS = levels();

function levels(): readonly { readonly first: number; readonly symbols: readonly number[] }[] {
  const all = [];
  for (let length = 0, next = 0; length <= LONGEST; length++) {
    const symbols = BY_LENGTH.get(length) ?? [];
    all.push({ first: next, symbols });
    next = (next + symbols.length) << 1;
  }
  return all;
}

/** A text as it was before it was packed. @returns undefined for what no text packs to */
export function unpacked(bytes: Uint8Array): string | undefined {
  const symbols: number[] = [];
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = (code << 1) | ((byte >> bit) & 1);
      length += 1;
      const level = LEVELS[length];
      if (level === undefined) return undefined;
      const symbol = level.symbols[code - level.first];
      if (symbol === undefined) continue;
      if (symbol === END) return undefined;
      symbols.push(symbol);
      code = 0;
      length = 0;
    }
  }
  // What is left is less than a byte of ones, the beginning of the end.
  if (length > 7 || code !== (1 << length) - 1) return undefined;
  return Buffer.from(symbols).toString('latin1');
}
