import type { RegistryTable, RowBatch } from './registry-table.js';

/** What a workbook hides, where it matters: columns that are used, and sheets. */
export function describeHidden(
  hidden: RegistryTable['hidden'],
  used: readonly (string | undefined)[],
): string[] {
  const { columns = [], sheets = [], byRule = () => [] } = hidden ?? {};
  const names = sheets.map((name) => `"${name}"`).join(', ');
  return [
    ...columns
      .filter((name) => used.includes(name))
      .map((name) => `the column "${name}" is hidden in the sheet, and is used all the same`),
    ...byRule()
      .filter((name) => used.includes(name))
      .map(
        (name) =>
          `a rule of the sheet (conditional formatting) shows nothing of some cells of the column "${name}", which are used all the same: nobody who looks at the sheet sees them`,
      ),
    ...(sheets.length === 0 ? [] : [`the workbook has hidden sheets, which are not read: ${names}`]),
  ];
}

/** Whether nobody sees a row in its sheet, or what it says in one of the columns that are used. @param used places of columns */
export function isUnseen(
  { hidden, unseen }: Pick<RowBatch, 'hidden' | 'unseen'>,
  row: number,
  used: readonly (number | undefined)[],
): boolean {
  return hidden?.[row] === true || unseen?.[row]?.some((place) => used.includes(place)) === true;
}
