import type TurndownService from 'turndown';
import type { Page } from './figures.js';

/** The part of Turndown's nodes that is read here. */
interface Part {
  readonly nodeName: string;
  readonly parentNode: Part | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Part>;
  getAttribute(name: string): string | null;
}
type Element = NonNullable<ReturnType<Page['querySelector']>>;

/** A page that is laid out by a table has these in its cells. */
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
const OF_PAGES = `${HEADINGS}, section, article`;
/** Characters of the longest cell of a table of data that holds parts of pages all the same. */
const LONGEST_CELL = 2_000;
/** Cells that a table without headings has for each of them that holds parts of pages, or more, when it is one of data. */
const CELLS_OF_DATA = 4;
const CELL = /^T[DH]$/;
const PART = /^T(?:HEAD|BODY|FOOT)$/;
const MOST_SPANNED = 100;
/** Cells that are added to a page for those that span several rows or columns. */
const MOST_ADDED = 5_000;
/** Characters of a cell that is said again in each row that it stands beside. */
const LONGEST_REPEATED = 200;
/** What marks a table as one of data, for the reader of the main part, which drops what it takes for decoration. */
const MARK = 'summary';

/**
 * Makes every table of data a plain one: as many cells in each row, each under the heading of its column, for Markdown knows
 * no cell that spans others. Tables that lay out a page are left as they are.
 */
export function squareTables(page: Page): void {
  let left = MOST_ADDED;
  for (const table of page.querySelectorAll('table')) {
    table.removeAttribute(MARK);
    const rows = rowsOf(table);
    if (isLayout(table, rows)) continue;
    for (const row of rows) for (const cell of cellsOf(row)) asText(page, cell);
    for (const foot of [...table.children].filter(({ localName }) => localName === 'tfoot'))
      table.append(foot);
    const spanning = new Map<number, { rows: number; readonly cell: Element }>();
    let width = 0;
    for (const row of rows) {
      let column = 0;
      const standing = (before: Element | null) => {
        for (let span = spanning.get(column); span !== undefined; span = spanning.get(column)) {
          row.insertBefore(repeated(span.cell), before);
          left -= 1;
          span.rows -= 1;
          if (span.rows === 0) spanning.delete(column);
          column += 1;
        }
      };
      for (const cell of cellsOf(row)) {
        standing(cell);
        const [wide, high] = [spanOf(cell, 'colspan'), rowsSpanned(cell, row)];
        cell.removeAttribute('colspan');
        cell.removeAttribute('rowspan');
        let last = cell;
        for (let at = 0; at < wide && (at === 0 || left > 0); at += 1) {
          if (at > 0) {
            const empty = page.createElement(cell.localName);
            last.after(empty);
            last = empty;
            left -= 1;
          }
          if (high > 1 && left > 0) spanning.set(column, { rows: high - 1, cell: last });
          column += 1;
        }
      }
      standing(null);
      width = Math.max(width, column);
    }
    if (width < 2) continue;
    for (const row of rows)
      for (let at = cellsOf(row).length; at < width && left > 0; at += 1) {
        row.append(page.createElement('td'));
        left -= 1;
      }
    table.setAttribute(MARK, 'data');
  }
}

/** Whether a table only says where the parts of a page stand. */
function isLayout(table: Element, rows: readonly Element[]): boolean {
  if (table.querySelector('table') !== null) return true;
  const cells = rows.flatMap(cellsOf);
  const ofPages = cells.filter((cell) => cell.querySelector(OF_PAGES) !== null);
  if (ofPages.length === 0) return false;
  if (ofPages.some((cell) => (cell.textContent ?? '').length > LONGEST_CELL)) return true;
  const isHeaded = cells.some(({ localName }) => localName === 'th');
  return !isHeaded && cells.length < ofPages.length * CELLS_OF_DATA;
}

/** In a cell, a heading is a word in bold, and a part of a page a part of the cell. */
function asText(page: Page, cell: Element): void {
  for (const part of cell.querySelectorAll(OF_PAGES)) {
    const plain = page.createElement(part.matches(HEADINGS) ? 'p' : 'div');
    const inner = part.matches(HEADINGS) && cell.localName !== 'th' ? page.createElement('strong') : plain;
    inner.append(...part.childNodes);
    if (inner !== plain) plain.append(inner);
    part.replaceWith(plain);
  }
}

/** Whether the first row of a table says what its columns are. A single heading at its beginning says what the row is. */
function isOfHeadings(cells: readonly Part[]): boolean {
  const isTitle = ({ nodeName }: Part) => nodeName === 'TH';
  return (
    cells.every((cell) => isTitle(cell) || (cell.textContent ?? '').trim() === '') &&
    (cells.every(isTitle) || cells.slice(1).some(isTitle))
  );
}

/**
 * How tables of data are written as Markdown. Turndown asks each rule about each node, so none looks further than to the
 * table that the node stands in.
 */
export function addTableRules(turndown: TurndownService): void {
  /** The table of data that a part of one stands in. */
  const tableOf = (node: Part): Part | undefined => {
    let at = node.parentNode;
    while (at !== null && at.nodeName !== 'TABLE') at = at.parentNode;
    return at !== null && isOfData(at) ? at : undefined;
  };
  /** Tables whose first row is written. */
  const begun = new WeakSet<Part>();
  turndown.addRule('cell', {
    filter: (node) => CELL.test(node.nodeName) && tableOf(node) !== undefined,
    // An item of a list is no negative number.
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll('|', '\\|')
        .replace(/\s*\n\s*/g, '<br>')
        .replace(/(^|<br>)- {1,3}(?=\S)/g, '$1• ')} |`,
  });
  turndown.addRule('caption', {
    filter: (node) => node.nodeName === 'CAPTION' && tableOf(node) !== undefined,
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
  turndown.addRule('row', {
    filter: (node) => node.nodeName === 'TR' && tableOf(node) !== undefined,
    replacement(content, row) {
      const node = row as unknown as Part;
      const line = `\n|${content}`;
      const table = tableOf(node);
      if (table === undefined || begun.has(table)) return line;
      begun.add(table);
      const cells = Array.from(node.childNodes).filter(({ nodeName }) => CELL.test(nodeName));
      const rule = `\n|${' --- |'.repeat(cells.length)}`;
      const isHeading = node.parentNode?.nodeName === 'THEAD' || isOfHeadings(cells);
      // The first line of a table in Markdown is its heading: one that has none keeps an empty one.
      return isHeading ? `${line}${rule}` : `\n|${'  |'.repeat(cells.length)}${rule}${line}`;
    },
  });
  turndown.addRule('part of a table', {
    filter: (node) => PART.test(node.nodeName) && tableOf(node) !== undefined,
    replacement: (content) => `\n${content.replace(/^\n+|\n+$/g, '')}\n`,
  });
  turndown.addRule('table', {
    filter: (node) => node.nodeName === 'TABLE' && isOfData(node),
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
}

const isOfData = (table: Part) => table.getAttribute(MARK) === 'data';

function rowsOf(table: Element): Element[] {
  return [...table.children].flatMap((child) =>
    child.localName === 'tr'
      ? [child]
      : PART.test(child.nodeName)
        ? [...child.children].filter(({ localName }) => localName === 'tr')
        : [],
  );
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter(({ nodeName }) => CELL.test(nodeName));
}

function repeated(cell: Element): Element {
  const again = cell.cloneNode(true) as Element;
  if ((again.textContent ?? '').length > LONGEST_REPEATED) again.textContent = '';
  return again;
}

/** `0` stands for all rows to the end of the part of the table that the row is in. */
function rowsSpanned(cell: Element, row: Element): number {
  if (!/^\s*0+\s*$/.test(cell.getAttribute('rowspan') ?? '')) return spanOf(cell, 'rowspan');
  let count = 1;
  for (let at = row.nextElementSibling; at !== null && count < MOST_SPANNED; at = at.nextElementSibling)
    count += 1;
  return count;
}

function spanOf(cell: Element, name: string): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 1 ? Math.min(span, MOST_SPANNED) : 1;
}
