import { describeLeftOut } from 'oracle-runtime/kit';
import type { ReadingsRead } from '../periods/read-readings.js';
import { describeFault } from '../registry/frame-faults.js';
import type { RegistryInspection } from '../registry/inspect-registry.js';

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

interface Described {
  readonly format: string;
  readonly delimiter?: string;
  readonly sheet?: string;
  readonly program?: string;
  readonly headerLine?: number;
}

/** How a table was read: `CSV with semicolons, names of columns in line 3`. */
function describeTable({ format, delimiter, sheet, program, headerLine }: Described): string {
  return [
    `${format.toUpperCase()}${delimiter === undefined ? '' : ` with ${DELIMITERS[delimiter] ?? `"${delimiter}"`}`}${sheet === undefined ? '' : `, sheet "${sheet}"`}`,
    ...(program === undefined ? [] : [`an export of ${program}`]),
    ...(headerLine === undefined ? [] : [`names of columns in line ${headerLine}`]),
  ].join(', ');
}

function describeUnits(first: readonly string[], last: readonly string[], count: number): string {
  const shown = [...first.slice(0, 2), ...(count > 3 ? ['…'] : []), ...(count > 2 ? last.slice(-1) : [])];
  return shown.join(', ');
}

/** What was read of a registry, in one line for a person who decides whether it is right. */
export function describeRegistry(read: RegistryInspection): string {
  const { size, used, firstUnits = [], lastUnits = [], leftOut = [], faults } = read;
  const skipped = describeLeftOut(leftOut);
  return `Read as ${describeTable(read)}; ${size} ids in "${used.id}" (${describeUnits(firstUnits, lastUnits, size)})${used.stratum === undefined ? '' : `, strata in "${used.stratum}"`}${skipped === '' ? '' : `; left out: ${skipped}`}.${faults.length === 0 ? '' : ` It cannot be drawn from: ${faults.map(describeFault).join('; ')}.`}`;
}

/** What was read of a file of readings, in one line. */
export function describeReadings(read: ReadingsRead): string {
  const { columns, numbers, days, rows, leftOut, firstUnits, lastUnits } = read;
  const skipped = describeLeftOut(leftOut);
  const decimal = `decimal ${numbers.decimal === '.' ? 'point' : 'comma'}${numbers.percent ? ', percent as hundredths' : ''}`;
  return `Read as ${describeTable(read)}; ${rows} rows, units in "${columns.unitId}" (${describeUnits(firstUnits, lastUnits, rows)}), values in "${columns.value}" with ${decimal}${days === undefined ? '' : `, days with the ${days}`}${columns.status === undefined ? '' : `, status in "${columns.status}"`}${skipped === '' ? '' : `; left out: ${skipped}`}.`;
}
