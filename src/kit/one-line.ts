/** Named first, the rest by its number. */
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text of a stranger with what cannot be seen written out: control characters, format characters (such as those that
 * turn the direction of writing) and line ends show as `\n` or `\u{202e}`, so that two texts which differ look different.
 */
export function escapeUnseen(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (char) => NAMED[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
}

/** Like `escapeUnseen`, on one line of at most `most` characters; runs of spaces, which could wrap into a line of their own, are one. */
export function oneLine(text: string, most: number): string {
  const line = Array.from(
    escapeUnseen(text)
      .replace(/\p{Zs}+/gu, ' ')
      .trim(),
  );
  return line.length <= most ? line.join('') : `${line.slice(0, most - 1).join('')}…`;
}
