/** Lower case without accents, as words are compared: `São` is `sao`, `größe` is `grosse`, `x̄` is `xbar`. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replace(/[xX]\u0304/gu, 'xbar')
    .replace(/[pP]\u0302/gu, 'phat')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/gu, 'ss')
    .replace(/[’ʼ‘]/gu, "'")
    .toLowerCase();
}

/** The same, one character for one, so that places in it are places in the text. Marks stay as they are. */
export function foldInPlace(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let folded = '';
  for (const char of text) {
    const code = char.charCodeAt(0);
    folded += code < 128 ? char.toLowerCase() : foldedChar(char);
  }
  return folded;
}

const PLAIN = /^[\0-\x7f]*$/u;
const known = new Map<string, string>([
  ['’', "'"],
  ['ʼ', "'"],
  ['ß', 's'],
]);

function foldedChar(char: string): string {
  const before = known.get(char);
  if (before !== undefined) return before;
  const bare = char
    .normalize('NFD')
    .replace(/(?<=.)\p{M}+/gu, '')
    .toLowerCase();
  const result = bare.length === char.length ? bare : char;
  if (known.size < 2_000) known.set(char, result);
  return result;
}
