/**
 * Characters that nobody sees and that change what is read: controls (but line feed and tab), marks that turn the direction
 * of writing, blanks of no width, tags. Joiners stay: words of some languages and pictures are written with them.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A text that others named or wrote, with what is unseen in it shown: `a\u202egnp.exe` as `a[U+202E]gnp.exe`. */
export function visible(text: string): string {
  return text.replace(
    UNSEEN,
    (char) => `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}
