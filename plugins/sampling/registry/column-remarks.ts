import { readStatus } from '../periods/reading.js';
import { formProgram, questionOf } from './form-export.js';
import type { FrameColumns } from './frame-columns.js';
import { isSurelyId, mayNameStrata } from './guess-columns.js';
import { numberedItems, numbersRows } from './row-numbers.js';

type Rows = readonly (readonly string[])[];

const STATUS = /(status|condition|remark|comment|note|zustand|bemerkung|estado|observa|état|etat|hali)/i;
const GONE: ReadonlySet<unknown> = new Set(['demolished', 'moved away', 'not found', 'device lost']);

/**
 * What a person should know of the columns that a registry is read by, from its first rows: ids that only count the rows,
 * strata that are not used, others that could be meant, and units that are said to be gone.
 */
export function columnRemarks(
  columns: readonly string[],
  rows: Rows,
  used: FrameColumns,
  stratumIsGuessed: boolean,
): string[] {
  return [
    ...ofIds(columns, rows, used.id),
    ...(stratumIsGuessed ? ofStrata(columns, rows, used) : []),
    ...ofUnits(columns, rows, used),
  ];
}

function cellsOf(columns: readonly string[], rows: Rows, name: string): string[] {
  const at = columns.indexOf(name);
  return rows.map((row) => (row[at] ?? '').trim());
}

function ofIds(columns: readonly string[], rows: Rows, id: string): string[] {
  const cells = cellsOf(columns, rows, id);
  const [first = '', second = ''] = numberedItems(cells);
  if (first !== '')
    return [
      `the ids in "${id}" begin with the numbers of a list ("${first}", "${second}"): readings that leave them out would be of other units, so write the ids alone`,
    ];
  if (isSurelyId(id, formProgram(columns)) || !numbersRows(cells)) return [];
  return [
    `the ids in "${id}" only count the rows, from ${cells[0]}: in a list that is sorted anew they are of other units. Name the column of ids, or add one`,
  ];
}

function ofStrata(columns: readonly string[], rows: Rows, { stratum, ...others }: FrameColumns): string[] {
  const taken = Object.values(others);
  const candidates = columns
    .filter((name) => name !== stratum && !taken.includes(name) && mayNameStrata(name, columns))
    .map((name) => {
      const cells = cellsOf(columns, rows, name);
      const filled = cells.filter((cell) => cell !== '');
      const different = new Set(filled).size;
      return {
        name,
        blank: cells.length - filled.length,
        of: cells.length,
        different,
        repeats: repeating(filled),
      };
    });
  if (stratum === undefined)
    return candidates.flatMap(({ name, blank, of, repeats }) => {
      if (blank > 0 && blank < of && repeats)
        return [
          `the column "${name}" could name strata, but is not used: ${blank} of its first ${of} cells are empty. Fill these in, or name the column to draw by it`,
        ];
      return !repeats && mayNameStrata(name, columns, true)
        ? [
            `the column "${name}" is not used, for nearly each row has a value of its own there: name it to draw by it`,
          ]
        : [];
    });
  const alike = candidates
    .filter(({ blank, different, repeats }) => blank === 0 && different > 1 && repeats)
    .map(({ name }) => name);
  return alike.length === 0
    ? []
    : [
        `the strata are those of "${stratum}"; ${alike.map((name) => `"${name}"`).join(' and ')} could name strata too: name the column that the design means`,
      ];
}

/** Values that come again. */
function repeating(filled: readonly string[]): boolean {
  return filled.length > 0 && new Set(filled).size <= filled.length / 2;
}

function ofUnits(columns: readonly string[], rows: Rows, used: FrameColumns): string[] {
  const program = formProgram(columns);
  const ids = cellsOf(columns, rows, used.id);
  return columns
    .filter((name) => !Object.values(used).includes(name) && STATUS.test(questionOf(name, program)))
    .flatMap((name) => {
      const gone = cellsOf(columns, rows, name)
        .map((cell, at) => ({ cell, id: ids[at] ?? '' }))
        .filter(({ cell }) => cell.length <= 40 && GONE.has(readStatus(cell)));
      const [first] = gone;
      return first === undefined
        ? []
        : [
            `${gone.length} of the first ${rows.length} units are gone by the column "${name}" (${first.id}: "${first.cell}"${gone.length > 1 ? ', …' : ''}): they stay in the frame, and can be drawn`,
          ];
    });
}
