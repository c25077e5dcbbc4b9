/**
 * What shows as nothing, as a plain space or as the same box as others do: control, format and unassigned characters,
 * separators of lines, what Unicode lets a font leave out, the empty Braille pattern, and all spaces but the plain one.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[^\P{Zs} ]/gu;
/** Spaces that a page or a line end swallows: those after a space, and at both ends. */
const SWALLOWED = /(?<= ) |^ | $/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** What stands in a sentence and in Markdown as it is, and ends where it seems to end. */
const PLAIN =
  /^(?:[\p{L}\p{N}\p{M}/.-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])|(?<=\/)@)*[\p{L}\p{N}\p{M}]$|^\/$/u;
/** What programs that show text make a link of by themselves. */
const LINKED = /www\./iu;

const written = (char: string) => NAMED[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`;

/** Words of a question on one line, whole: two that differ look different, for what cannot be seen is written out. */
export function exactLine(text: string): string {
  return text.replace(UNSEEN, written).replace(SWALLOWED, written);
}

/**
 * A name, such as the path of a file, in words that a person decides by. No two names are written alike, and none is read as
 * more or less than itself: what is not plain stands in backticks, which Markdown shows as it is, with `\` and backticks in it
 * written out, as `\\` and `\u{60}`.
 */
export function exactName(name: string): string {
  const shown = exactLine(name);
  if (shown === name && PLAIN.test(name) && !LINKED.test(name)) return name;
  return `\`${exactLine(name.replaceAll('\\', '\\\\').replaceAll('`', '\\u{60}'))}\``;
}

/** `/a, /b and /c`: all of them, however many. */
export function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nothing');
}
