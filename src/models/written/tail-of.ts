/** How many characters at the end of `text` may begin one of `signs`; a whole sign is none that begins. */
export function tailOf(text: string, signs: readonly string[]): number {
  const longest = signs.reduce((most, { length }) => Math.max(most, length), 1) - 1;
  for (let size = Math.min(longest, text.length); size > 0; size -= 1) {
    const tail = text.slice(-size);
    if (signs.some((sign) => sign.length > size && sign.startsWith(tail))) return size;
  }
  return 0;
}
