import type { Letter } from './letters.js';

/**
 * A page's letters with those unseen that nobody can read. What a scanner has read stands without ink over its picture: such
 * letters count where a document has pictures and a page has more of them than of others.
 * @param hasPictures whether the document has any
 */
export function withScannedText(letters: readonly Letter[], hasPictures: boolean): readonly Letter[] {
  const inkless = letters.filter(({ unseen }) => unseen === 'without ink').length;
  const seen = letters.filter(({ unseen }) => unseen === undefined).length;
  if (!hasPictures || inkless <= seen) return letters;
  return letters.map((letter) =>
    letter.unseen === 'without ink' ? { ...letter, unseen: undefined } : letter,
  );
}

/** Whether a PDF has pictures: each is an object of its own, whose head is never compressed. */
export function hasPictures(bytes: Uint8Array): boolean {
  return /\/Subtype\s*\/Image\b/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
  );
}
