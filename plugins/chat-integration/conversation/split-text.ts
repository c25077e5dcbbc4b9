/** Characters of one message; Slack takes 12,000 of Markdown. */
export const MOST_CHARACTERS = 11_000;

/** A text in parts that each fit into a message, parted where a reader would: between paragraphs, lines or words. */
export function splitText(text: string, most: number = MOST_CHARACTERS): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const end = goodEnd(rest, most);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest];
}

function goodEnd(text: string, most: number): number {
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(mark, most - mark.length);
    if (at > most / 2) return at + mark.length;
  }
  // Never between the halves of one character.
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most;
}
