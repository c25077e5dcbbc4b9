/** What shows nothing: blanks, controls, marks of format and of width, the letters of Hangul that fill, Braille's empty cell. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a person would see nothing of a text. Providers refuse such a one as they do an empty one. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
