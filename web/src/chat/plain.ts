/** Words without the marks of Markdown. */
export function plain(text: string): string {
  return (
    text
      .replace(/^\s*\|?[\s|:-]*-{3}[\s|:-]*$/gm, ' ')
      .replace(/^\s*(?:#{1,6}|>+|[-*+])\s/gm, ' ')
      // Emphasis stands around words; a star or a low line between blanks or within a name is of a formula.
      .replace(/(?<![\w)])[*_`]+(?=\S)|(?<=\S)[*_`]+(?![\w(])|[`|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
