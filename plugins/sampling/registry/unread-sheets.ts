import type { RegistryTable } from './registry-table.js';

/**
 * Which sheets of a workbook are read together, and which are not read though they hold a table.
 * @param all what reads the sheets of one heading as one table, as somebody would write it
 */
export function describeSheets({ unread, joined = [] }: RegistryTable, all: string): string[] {
  const { alike = [], others = [] } = unread ?? {};
  return [
    ...(joined.length === 0
      ? []
      : [
          `${joined.length} sheets of one heading are read as one table: ${joined
            .map(({ name, line }, at) => `"${name}"${at === 0 ? '' : ` (from line ${line})`}`)
            .join(', ')}`,
        ]),
    ...(alike.length === 0
      ? []
      : [`sheets with the same headings are not read: ${quoted(alike)}. If they hold more of it, ${all}`]),
    ...(others.length === 0 ? [] : [`sheets that are not read: ${quoted(others)}`]),
  ];
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
