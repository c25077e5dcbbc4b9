const SIGNS = {
  sup: signs(
    '0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ',
  ),
  sub: signs('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
/** Characters of what is a mark, an exponent or an index; what is longer is a remark in small print. */
const LONGEST = 12;

function signs(plain: string, shifted: string): ReadonlyMap<string, string> {
  const to = Array.from(shifted);
  return new Map(Array.from(plain, (sign, at) => [sign, to[at] ?? sign]));
}

/** What a figure that only stands higher, or is smaller, than its line may be, so that it is the mark at a word. */
const MARK = /^(?:\d{1,3}(?:[,–-]\d{1,3})*|[*†‡§¶#]{1,3}|[[(]\d{1,3}[\])])$/u;
const FRACTION = /(\p{N}?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)[/⁄]([₀₁₂₃₄₅₆₇₈₉]+)/gu;

/** As `shiftedText` where the text may be the mark of a footnote, a power or an index; else as it is. */
export function shiftedMark(text: string, shift: 'sup' | 'sub'): string {
  return MARK.test(text.trim()) ? shiftedText(text, shift) : text;
}

/** A fraction of raised and lowered figures as one in a line: `10³/₄` is 10 3/4, and no power of 10. */
export function plainFractions(text: string): string {
  return text.replace(FRACTION, (_, before: string, over: string, under: string) => {
    const plain = (figures: string, signs: string) =>
      Array.from(figures, (sign) => signs.indexOf(sign)).join('');
    const fraction = `${plain(over, '⁰¹²³⁴⁵⁶⁷⁸⁹')}/${plain(under, '₀₁₂₃₄₅₆₇₈₉')}`;
    return before === '' ? fraction : `${before} ${fraction}`;
  });
}

/**
 * What stands above the line or below it, told apart from what stands on it: the mark of a footnote is no digit of the
 * number before it. In the signs that Unicode has for it, else as `^(…)` and `_(…)`.
 */
export function shiftedText(text: string, shift: 'sup' | 'sub'): string {
  const bare = text.trim();
  if (bare === '') return text;
  if (bare.length > LONGEST || /\s/u.test(bare)) return ` ${text} `;
  const known = SIGNS[shift];
  const letters = Array.from(bare);
  const written = letters.every((letter) => known.has(letter))
    ? letters.map((letter) => known.get(letter)).join('')
    : /^[\p{L}\p{N}+−-]/u.test(bare)
      ? `${shift === 'sup' ? '^' : '_'}(${bare})`
      : bare;
  return text.replace(bare, () => written);
}
