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
