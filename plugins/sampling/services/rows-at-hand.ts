/** Rows of kept readings that one analysis is held against, at most: some seconds of work. */
const MOST_ROWS = 1_000_000;

/**
 * Those of some analyses, in their order, whose rows together are not too many to look through, and how many are left. By rows
 * and not by count: a number of small analyses would push out the one that matters.
 */
export function withinRows<Analysis extends { readonly rows: number }>(
  analyses: readonly Analysis[],
  most = MOST_ROWS,
): { readonly looked: readonly Analysis[]; readonly left: number } {
  let rows = 0;
  const looked = analyses.filter((each) => {
    if (rows + each.rows > most) return false;
    rows += each.rows;
    return true;
  });
  return { looked, left: analyses.length - looked.length };
}
