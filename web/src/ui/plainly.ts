/** Words of others on one line, without characters that are not seen or turn the line round. */
export function plainly(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '\uFFFD');
}
