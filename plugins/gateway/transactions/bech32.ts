const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** An address as BIP-173 writes it. @param prefix such as `ixo` */
export function bech32(prefix: string, bytes: Uint8Array): string {
  const words = inFives(bytes);
  const head = [...prefix].map((letter) => letter.charCodeAt(0));
  const spread = [...head.map((code) => code >> 5), 0, ...head.map((code) => code & 31)];
  const sum = checksumOf([...spread, ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >> shift) & 31);
  return `${prefix}1${[...words, ...check].map((word) => LETTERS[word]).join('')}`;
}

/** Bits in groups of five, the last filled with zeros. */
function inFives(bytes: Uint8Array): number[] {
  const words: number[] = [];
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) words.push((held >> (bits - 5)) & 31);
  }
  if (bits > 0) words.push((held << (5 - bits)) & 31);
  return words;
}

function checksumOf(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    GENERATOR.forEach((part, at) => {
      if ((top >> at) & 1) sum ^= part;
    });
  }
  return sum;
}
