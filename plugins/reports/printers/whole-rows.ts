/** Letters of a cell that fit on a page, however narrow its column is. */
const MOST = 400;

/**
 * A row of a table as rows each of which fits on a page: a cell that is too long goes on below, and what follows it stands
 * beside its end, so that everything is read in the order of the cells. A row that went on over a page would be read half
 * of each cell by half, and one that is kept whole loses what the page has no room for.
 */
export function wholeRows(cells: readonly string[]): string[][] {
  const rows: string[][] = [cells.map(() => '')];
  for (const [at, cell] of cells.entries())
    for (const [number, piece] of piecesOf(cell).entries()) {
      if (number > 0) rows.push(cells.map(() => ''));
      const row = rows.at(-1) ?? [];
      row[at] = piece;
    }
  return rows;
}

/** Pieces of at most so many letters, cut between words where there are any. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = [...text];
  while (rest.length > MOST) {
    const blank = rest.lastIndexOf(' ', MOST);
    const end = blank > MOST / 2 ? blank + 1 : MOST;
    pieces.push(rest.slice(0, end).join(''));
    rest = rest.slice(end);
  }
  return [...pieces, rest.join('')];
}
