import { escapeUnseen } from './one-line.js';

/** Rows with their columns aligned by spaces, each line ended by a newline. No cell makes a line of its own. */
export function alignRows(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(escapeUnseen));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
