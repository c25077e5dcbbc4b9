const SIGNS = {
  sup: signs(
    '0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ',
  ),
  sub: signs('0123456789+-−=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
/** Signs that people write for a minus, or that a page's software makes of one. */
const DASHES = '-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d';
const LEADING = new RegExp(`^[${DASHES}]\\s*(?=[\\p{L}\\p{N}(]|$)`, 'u');
/** Of a charge: `2–`. */
const TRAILING = new RegExp(`(?<=^\\d)[${DASHES}]$`, 'u');
/** A short sum, whose spaces are of its writing alone: `n – 1`. */
const SUM = new RegExp(`^[\\p{L}\\p{N}]{1,3}(?:\\s*[+${DASHES}]\\s*[\\p{L}\\p{N}]{1,3})+$`, 'u');
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
  const shown = text.trim();
  if (shown === '') return text;
  const minus = shown.replace(LEADING, '−').replace(TRAILING, '−');
  const bare = SUM.test(minus) ? minus.replace(/\s+/gu, '') : minus;
  if (bare.length > LONGEST || /\s/u.test(bare)) return ` ${text} `;
  const known = SIGNS[shift];
  const letters = Array.from(bare);
  const written = letters.every((letter) => known.has(letter))
    ? letters.map((letter) => known.get(letter)).join('')
    : /^[\p{L}\p{N}+−-]/u.test(bare)
      ? `${shift === 'sup' ? '^' : '_'}(${bare})`
      : bare;
  return text.replace(shown, () => written);
}
