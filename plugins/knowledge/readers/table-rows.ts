import { type HtmlNode, isElement, isText } from './html-node.js';
import type { PageText, Position } from './page-text.js';

/** What makes a cell of a table more than a value: a page that is laid out by a table. */
const OF_PAGES = new Set('TABLE UL OL DL H1 H2 H3 H4 H5 H6 SECTION ARTICLE'.split(' '));
/** Characters and nodes of a cell that is a value. */
const LONGEST_CELL = 1_000;
const LARGEST_CELL = 200;
const MOST_SPANNED = 100;
/** Rows of headings that a table may begin with. */
const MOST_HEADS = 3;
/** Characters of a cell that is said again in each row that it stands beside. */
const LONGEST_REPEATED = 200;

/** A cell that stands beside further rows. */
interface Spanning {
  left: number;
  readonly text: string;
}

interface Table {
  column: number;
  isRow: boolean;
  /** It lays out a page, of which others are parts. */
  isLayout: boolean;
  /** Where its first row begins. */
  first: Position | undefined;
  readonly spanning: Map<number, Spanning>;
  /** Rows of headings alone that it begins with. */
  heads: number;
  hasValues: boolean;
}

/** Writes the cells of tables so that each stands under the heading of its column, and of terms with what they mean. */
export class TableRows {
  readonly #page: PageText;
  readonly #tables: Table[] = [];
  #isExplained = false;

  constructor(page: PageText) {
    this.#page = page;
  }

  beginTable(): void {
    const around = this.#tables.at(-1);
    if (around !== undefined) around.isLayout = true;
    this.#tables.push({
      column: 0,
      isRow: false,
      isLayout: false,
      first: undefined,
      spanning: new Map(),
      heads: 0,
      hasValues: false,
    });
  }

  endTable(): void {
    const table = this.#tables.pop();
    if (table?.first !== undefined && !table.isLayout)
      this.#page.endTable(table.first, Math.max(1, table.heads));
  }

  beginRow(): void {
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.column = 0;
    table.isRow = true;
    table.first ??= this.#page.position();
  }

  endRow(): void {
    const table = this.#tables.at(-1);
    if (table?.isRow !== true) return;
    this.#fill(table);
    table.isRow = false;
    if (!table.hasValues && table.column > 0 && table.heads < MOST_HEADS) table.heads += 1;
  }

  /** Whether a line ends before a term, or what it means: a term with all that it means is one. */
  beginTerm(isTerm: boolean): boolean {
    const isNew = isTerm && this.#isExplained;
    this.#isExplained = !isTerm;
    return isNew;
  }

  /** @param isOfRow it counts among the columns @returns what ends the cell */
  beginCell(cell: HtmlNode, isOfRow: boolean): () => void {
    const table = isOfRow ? this.#tables.at(-1) : undefined;
    if (table !== undefined) this.#fill(table);
    this.#page.add(' | ');
    const mark = this.#page.mark();
    return () => {
      if (table === undefined) return;
      if (cell.nodeName.toUpperCase() !== 'TH') table.hasValues = true;
      const columns = spanOf(cell, 'colspan');
      const rows = spanOf(cell, 'rowspan');
      const text = this.#page.since(mark);
      for (let at = 0; at < columns; at += 1) {
        if (at > 0) this.#page.add(' | ');
        if (rows > 1)
          table.spanning.set(table.column + at, {
            left: rows - 1,
            text: at === 0 && text.length <= LONGEST_REPEATED ? text : '',
          });
      }
      table.column += columns;
    };
  }

  /** Cells of rows before that stand here. */
  #fill(table: Table): void {
    for (let cell = table.spanning.get(table.column); cell !== undefined; ) {
      this.#page.add(` | ${cell.text}`);
      cell.left -= 1;
      if (cell.left === 0) table.spanning.delete(table.column);
      table.column += 1;
      cell = table.spanning.get(table.column);
    }
  }
}

function spanOf(cell: HtmlNode, name: string): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  // Of rows it is all that follow.
  if (span === 0 && name === 'rowspan') return MOST_SPANNED;
  return Number.isInteger(span) && span > 1 ? Math.min(span, MOST_SPANNED) : 1;
}

/** Whether a cell holds a value, and no part of a page. */
export function isValue(cell: HtmlNode): boolean {
  let characters = 0;
  let nodes = 0;
  const waiting: HtmlNode[] = [cell];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    nodes += 1;
    if (isText(next)) characters += next.textContent?.length ?? 0;
    if (characters > LONGEST_CELL || nodes > LARGEST_CELL) return false;
    if (!isElement(next)) continue;
    if (OF_PAGES.has(next.nodeName.toUpperCase())) return false;
    waiting.push(...Array.from(next.childNodes).slice(0, LARGEST_CELL + 1));
  }
  return true;
}
