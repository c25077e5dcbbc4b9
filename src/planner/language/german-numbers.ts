import { numberWords } from './number-words.js';

const LONGEST = 60;
let pieces: readonly (readonly [word: string, value: number])[] | undefined;

/** A German number in one word: `dreitausendfünfhundert`, `zweiundzwanzig`, `zweieinhalb`. Folded; undefined for other words. */
export function germanCompound(word: string): number | undefined {
  if (word.length > LONGEST || !/hundert|tausend|und|einhalb|zig/u.test(word)) return undefined;
  const half = word.endsWith('einhalb') && word !== 'einhalb';
  let rest = half ? word.slice(0, -'einhalb'.length) : word;
  let total = 0;
  let current = 0;
  while (rest !== '') {
    const scale = /^(?:tausend|hundert)/u.exec(rest)?.[0];
    if (scale === 'tausend') {
      total += (current === 0 ? 1 : current) * 1000;
      current = 0;
    } else if (scale === 'hundert') current = (current === 0 ? 1 : current) * 100;
    const piece = scale ?? takePiece(rest);
    if (piece === undefined) return undefined;
    if (scale === undefined && piece !== 'und') current += numberWords('de').values.get(piece) ?? 0;
    rest = rest.slice(piece.length);
  }
  return total + current + (half ? 0.5 : 0);
}

function takePiece(rest: string): string | undefined {
  pieces ??= [...numberWords('de').values]
    .filter(([, value]) => value > 0 && Number.isInteger(value))
    .sort(([a], [b]) => b.length - a.length);
  if (rest.startsWith('und') && rest.length > 'und'.length) return 'und';
  return pieces.find(([word]) => rest.startsWith(word))?.[0];
}
