/**
 * Maximum-weight matching of rows to columns (Hungarian method, O(rows² · columns)). `weights[row][column]` of
 * zero or less means that the two do not go together. Returns the column of each row, -1 where none.
 */
export function matchWeights(weights: readonly (readonly number[])[]): number[] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return weights.map(() => -1);
  // One private column a row, of weight zero, lets a row stay alone.
  const width = columns + rows;
  const cost = (row: number, column: number): number =>
    column < columns ? -Math.max(0, weights[row]?.[column] ?? 0) : 0;
  const u = new Float64Array(rows + 1);
  const v = new Float64Array(width + 1);
  const owner = new Int32Array(width + 1);
  const way = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row++) {
    owner[0] = row;
    let column = 0;
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(width + 1);
    do {
      used[column] = 1;
      const current = owner[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= width; j++) {
        if (used[j] === 1) continue;
        const reduced = cost(current - 1, j - 1) - (u[current] ?? 0) - (v[j] ?? 0);
        if (reduced < (least[j] ?? 0)) {
          least[j] = reduced;
          way[j] = column;
        }
        if ((least[j] ?? 0) < delta) {
          delta = least[j] ?? 0;
          next = j;
        }
      }
      for (let j = 0; j <= width; j++) {
        if (used[j] === 1) {
          const at = owner[j] ?? 0;
          u[at] = (u[at] ?? 0) + delta;
          v[j] = (v[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? 0) - delta;
      }
      column = next;
    } while (owner[column] !== 0);
    do {
      const before = way[column] ?? 0;
      owner[column] = owner[before] ?? 0;
      column = before;
    } while (column !== 0);
  }
  const result = new Array<number>(rows).fill(-1);
  for (let j = 1; j <= columns; j++) {
    const row = (owner[j] ?? 0) - 1;
    if (row >= 0 && (weights[row]?.[j - 1] ?? 0) > 0) result[row] = j - 1;
  }
  return result;
}
