/** Fewer rows may count up by chance. */
const FEW = 3;

/** Whether cells count the rows, from whatever number on. */
export function numbersRows(cells: readonly string[]): boolean {
  const first = Number(cells[0]);
  return (
    cells.length >= FEW &&
    /^\d+$/.test(cells[0] ?? '') &&
    cells.every((cell, at) => /^\d+$/.test(cell) && Number(cell) === first + at)
  );
}

/** The first two of cells that are the items of a numbered list, such as `1. HH-0001` and `2. HH-0002`; empty for others. */
export function numberedItems(cells: readonly string[]): readonly string[] {
  const numbers = cells.map((cell) => /^\(?(\d+)[.):]\s*\S/.exec(cell)?.[1] ?? '');
  return numbersRows(numbers) ? cells.slice(0, 2) : [];
}
