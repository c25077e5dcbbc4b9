/** How many characters at the end of `text` may begin one of `signs`; a whole sign is none that begins. */
export function tailOf(text: string, signs: readonly string[]): number {
  // Asked of each part of an answer, most of which end in none: nothing is made before a first character is right.
  let most = 0;
  for (const sign of signs) {
    for (let size = Math.min(sign.length - 1, text.length); size > most; size -= 1) {
      const at = text.length - size;
      if (text.charCodeAt(at) === sign.charCodeAt(0) && sign.startsWith(text.slice(at))) most = size;
    }
  }
  return most;
}
