import type { parseHTML } from 'linkedom';
import { shiftedText } from 'oracle-runtime/kit';

export type Page = ReturnType<typeof parseHTML>['document'];
type Element = NonNullable<ReturnType<Page['querySelector']>>;

const SHIFTED = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\b/i;
const CROSSED = 'del, s, strike';
const STRUCK = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;
/** What a style is said of within a line; of a cell or a block it says where all of it stands. */
const IN_LINE = new Set(['span', 'font', 'small', 'b', 'i', 'em', 'strong', 'a']);

/** Crosses out all of an element, whatever it is: a cell, a row and a block stay what they are. */
function strike(page: Page, element: Element): void {
  for (const inner of element.querySelectorAll(CROSSED)) inner.replaceWith(...inner.childNodes);
  if (element.matches(CROSSED)) return;
  const struck = page.createElement('s');
  struck.append(...element.childNodes);
  element.append(struck);
}

/** How the parts of a formula's element stand to the line. */
const SHIFTS: Readonly<Record<string, readonly (undefined | 'sup' | 'sub')[]>> = {
  msup: [undefined, 'sup'],
  msub: [undefined, 'sub'],
  msubsup: [undefined, 'sub', 'sup'],
};

/**
 * Writes out what Markdown has no sign for and would run into the figure before it: powers and indices, as `10⁶` or `x^(n+1)`,
 * and the powers, fractions and roots of formulas. What links somewhere, such as the mark of a footnote, stands apart.
 */
export function writeFigures(page: Page): void {
  for (const element of page.querySelectorAll('annotation, annotation-xml')) element.remove();
  for (const element of innermostFirst(page, 'msup, msub, msubsup, mfrac, msqrt'))
    element.textContent = inLine(element);
  for (const element of innermostFirst(page, '[style]')) {
    const style = element.getAttribute('style') ?? '';
    const [, shift] = SHIFTED.exec(style) ?? [];
    if (shift !== undefined) rename(page, element, shift.toLowerCase() === 'super' ? 'sup' : 'sub');
    else if (STRUCK.test(style)) strike(page, element);
  }
  for (const element of innermostFirst(page, 'sup, sub')) {
    if (/<a[\s>]/i.test(element.innerHTML)) continue;
    element.textContent = shiftedText(element.textContent ?? '', element.localName === 'sup' ? 'sup' : 'sub');
  }
}

/** Says by an element what a style says, which no reader after this one sees. */
function rename(page: Page, element: Element, name: string): void {
  if (!IN_LINE.has(element.localName)) return;
  const inner = page.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

function innermostFirst(page: Page, selector: string): Element[] {
  return [...page.querySelectorAll(selector)].toReversed();
}

function inLine(element: Element): string {
  const parts = [...element.children].map(({ textContent }) => (textContent ?? '').trim());
  const name = element.localName;
  if (name === 'msqrt') return `√${grouped((element.textContent ?? '').trim())}`;
  if (name === 'mfrac') return parts.map(grouped).join('/');
  return parts
    .map((part, at) => {
      const shift = SHIFTS[name]?.[at];
      return shift === undefined ? part : shiftedText(part, shift);
    })
    .join('');
}

/** What is more than one name or number is held together. */
function grouped(text: string): string {
  return /^[\p{L}\p{M}\p{N}.,]*$/u.test(text) ? text : `(${text})`;
}
