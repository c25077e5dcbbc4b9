import type { Page } from './figures.js';

type Element = NonNullable<ReturnType<Page['querySelector']>>;

const TABLES = '[role="table"], [role="grid"], [role="treegrid"]';
const CELLS = '[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]';

/** Makes tables of what says by its roles alone that it is one, as a reader of screens is told it. */
export function tableRoles(page: Page): void {
  for (const place of page.querySelectorAll(TABLES)) {
    if (place.localName === 'table' || place.querySelector('table') !== null) continue;
    const table = page.createElement('table');
    for (const row of place.querySelectorAll('[role="row"]')) {
      if (row.closest(TABLES) !== place) continue;
      const cells = [...row.querySelectorAll(CELLS)].filter((cell) => cell.closest('[role="row"]') === row);
      if (cells.length === 0) continue;
      const line = page.createElement('tr');
      line.append(...cells.map((cell) => cellOf(page, cell)));
      table.append(line);
      for (const cell of cells) cell.remove();
      if ((row.textContent ?? '').trim() === '') row.remove();
    }
    place.removeAttribute('role');
    if (table.children.length > 0) place.append(table);
  }
}

function cellOf(page: Page, cell: Element): Element {
  const made = page.createElement(cell.getAttribute('role')?.endsWith('header') === true ? 'th' : 'td');
  for (const span of ['colspan', 'rowspan']) {
    const wide = cell.getAttribute(`aria-${span}`);
    if (wide !== null) made.setAttribute(span, wide);
  }
  made.append(...[...cell.childNodes]);
  return made;
}
