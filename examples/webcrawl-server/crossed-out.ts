import type { Page } from './figures.js';

type Element = NonNullable<ReturnType<Page['querySelector']>>;

const CROSSED = 'del, s, strike';
/** What stands in lines of its own: no sign of Markdown reaches over its end. */
const BLOCKS =
  'address, article, aside, blockquote, caption, dd, details, div, dl, dt, figcaption, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, summary, table, tbody, td, tfoot, th, thead, tr, ul';
const BLOCK = new Set(BLOCKS.split(', '));

/** Crosses out each block by itself where a page crosses out several at once, so that none of them stands as valid text. */
export function crossOutBlocks(page: Page): void {
  for (const outer of page.querySelectorAll(CROSSED)) {
    if (outer.querySelector(BLOCKS) === null || outer.parentElement?.closest(CROSSED)) continue;
    for (const inner of outer.querySelectorAll(CROSSED)) inner.replaceWith(...inner.childNodes);
    crossOut(page, outer);
    outer.replaceWith(...outer.childNodes);
  }
}

function crossOut(page: Page, element: Element): void {
  let line: Element | undefined;
  for (const child of [...element.childNodes]) {
    const part = child.nodeType === 1 ? (child as Element) : undefined;
    if (part !== undefined && (BLOCK.has(part.localName) || part.querySelector(BLOCKS) !== null)) {
      line = undefined;
      crossOut(page, part);
    } else if (line !== undefined) line.append(child);
    else if ((child.textContent ?? '').trim() !== '') {
      line = page.createElement('s');
      child.replaceWith(line);
      line.append(child);
    }
  }
}
