import { typedCsvField } from 'oracle-runtime/kit';
import type { SelectionRecord, SelectionUnit } from '../selection/selection-record.js';
import type { NewKeptFile } from './keep-files.js';
import type { RegistryOrigin } from './registry-origin.js';
import { type DrawStanding, selectionReadme } from './selection-readme.js';

/** Where the files of a selection lie: `/sampling/<design id>/<selection id>`. */
export function selectionFolder(designId: string | undefined, selectionId: string): string {
  return `/sampling/${designId ?? 'without-design'}/${selectionId}`;
}

/** The record, the list for the field team, and how a stranger checks both. */
export function selectionFiles(
  selectionId: string,
  record: SelectionRecord,
  origin: RegistryOrigin | undefined,
  standing: DrawStanding,
): NewKeptFile[] {
  return [
    { name: 'record.json', mimeType: 'application/json', content: `${JSON.stringify(record, null, 2)}\n` },
    { name: 'list.csv', mimeType: 'text/csv', content: selectionCsv(record) },
    {
      name: 'README.md',
      mimeType: 'text/markdown',
      content: selectionReadme(selectionId, record, origin, standing),
    },
  ];
}

/**
 * One row a unit, replacements after the selected of their stratum (RFC 4180, CRLF). What a spreadsheet would run as a
 * formula gets a leading apostrophe.
 */
export function selectionCsv(record: {
  readonly strata: readonly Pick<SelectionRecord['strata'][number], 'name' | 'selected' | 'replacements'>[];
}): string {
  const rows = record.strata.flatMap(({ name, selected, replacements }) => [
    ...selected.map((unit) => rowOf(name, 'selected', unit)),
    ...replacements.map((unit) => rowOf(name, 'replacement', unit)),
  ]);
  return ['stratum,role,order,id,ticket', ...rows].map((row) => `${row}\r\n`).join('');
}

function rowOf(stratum: string | null, role: string, unit: SelectionUnit): string {
  return [stratum ?? '', role, String(unit.order), unit.id, unit.ticket ?? ''].map(typedCsvField).join(',');
}
