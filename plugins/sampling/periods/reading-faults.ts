import { OracleError } from 'oracle-runtime/plugin';
import type { ReadingColumns } from './reading-columns.js';
import type { FaultyField, ReadingFault } from './settle-readings.js';

/** Faults that an answer lists; a bad column would make thousands. */
const MOST_LISTED = 50;
const SAID = 3;

const HINTS: Readonly<Record<FaultyField, string>> = {
  unitId: 'Every row needs the id of its unit, spelt as in the registry.',
  date: 'Write every day as YYYY-MM-DD.',
  value:
    'Write every value of the column in one way, as a number alone or as yes or no, and leave the cell empty where there is none.',
  status: 'Say in the status why a value is missing, in one of these words.',
};

const ASKS = 'Say which sign is the decimal one: decimal "." or ",".';

/**
 * Refuses readings that were not understood, with file, line, column and text of each.
 * @param columns names of the columns; fields of a request are named by themselves
 * @param file its path, where it has one
 * @throws OracleError `invalid_request`
 */
export function refuseFaults(
  faults: readonly ReadingFault[],
  columns: ReadingColumns | undefined,
  field: string,
  file?: string,
): void {
  const [first] = faults;
  if (first === undefined) return;
  const sorted = [...faults].sort((a, b) => a.line - b.line);
  const words = ({ line, field: role, text, why }: ReadingFault) => {
    const column = columns === undefined ? role : (columns[role] ?? role);
    const cell = text === '' ? '' : `"${text.slice(0, 80)}" `;
    return columns === undefined
      ? `${column} ${cell}${why}`
      : `line ${line}, column "${column}": ${cell}${why}`;
  };
  const more = faults.length > SAID ? `; ${faults.length - SAID} more` : '';
  throw new OracleError('invalid_request', {
    detail: `The readings${file === undefined ? '' : ` of ${file}`} are not understood: ${sorted.slice(0, SAID).map(words).join('; ')}${more}.`,
    hint: [...new Set(sorted.map(({ field: role, asks }) => (asks === undefined ? HINTS[role] : ASKS)))].join(
      ' ',
    ),
    errors: sorted.slice(0, MOST_LISTED).map((fault) => ({
      field: columns === undefined ? `readings.${fault.line}.${fault.field}` : (fault.asks ?? field),
      message: words(fault),
    })),
  });
}
