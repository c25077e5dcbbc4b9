import { shiftedText } from 'oracle-runtime/kit';
import { type HtmlNode, isElement } from './html-node.js';
import type { Mark, PageText } from './page-text.js';

/** Which children of a formula's element stand above the line and which below it. */
const SHIFTS: Readonly<Record<string, readonly (undefined | 'sup' | 'sub')[]>> = {
  MSUP: [undefined, 'sup'],
  MOVER: [undefined, 'sup'],
  MSUB: [undefined, 'sub'],
  MUNDER: [undefined, 'sub'],
  MSUBSUP: [undefined, 'sub', 'sup'],
  MUNDEROVER: [undefined, 'sub', 'sup'],
};
const OTHERS = new Set(['MFRAC', 'MSQRT', 'MROOT', 'MTD', 'MMULTISCRIPTS']);

/** Whether a formula's element means something by how its parts are set. */
export function isMath(name: string): boolean {
  return Object.hasOwn(SHIFTS, name) || OTHERS.has(name);
}

/** How the parts of a formula's element are written in one line: a fraction has its stroke, a power its sign. */
export function mathSteps(name: string, element: HtmlNode, page: PageText): (HtmlNode | (() => void))[] {
  const parts = Array.from(element.childNodes).filter(isElement);
  const changed = (nodes: readonly HtmlNode[], change: (text: string) => string) => {
    let mark: Mark = page.mark();
    const begin = () => {
      mark = page.mark();
    };
    return [begin, ...nodes, () => page.rewrite(mark, change)];
  };
  const text = (sign: string) => [() => page.add(sign)];
  const [first, second] = parts;
  if (name === 'MSQRT') return [...text('√'), ...changed(parts, grouped)];
  if (name === 'MFRAC' && first !== undefined && second !== undefined)
    return [
      () => page.partNumbers(),
      ...changed([first], grouped),
      ...text('/'),
      ...changed([second], grouped),
    ];
  if (name === 'MROOT' && first !== undefined && second !== undefined)
    return [...changed([first], grouped), ...text('^(1/'), second, ...text(')')];
  const shifts = SHIFTS[name];
  if (shifts === undefined) return parts.flatMap((part) => [...text(' '), part, ...text(' ')]);
  return parts.flatMap((part, at) => {
    const shift = shifts[at];
    return shift === undefined ? [part] : changed([part], (written) => shiftedText(written.trim(), shift));
  });
}

/** What is more than one name or number is held together. */
function grouped(text: string): string {
  const bare = text.trim();
  return /^[\p{L}\p{M}\p{N}.,]*$/u.test(bare) ? bare : `(${bare})`;
}
