/** Text of a stranger, a model or a tool without control characters: it must not move the cursor or recolour the terminal. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '');
}
