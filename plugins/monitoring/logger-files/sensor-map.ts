import { OracleError } from 'oracle-runtime/plugin';
import { splitLine } from './cells.js';
import { roleOf } from './column-roles.js';

/** Whose sensor it is. */
export interface SensorPlace {
  readonly household: string;
  readonly stove?: string;
  readonly stratum?: string;
}

const MOST_ROWS = 100_000;

/**
 * Reads the list of sensors: a CSV with the columns sensor and household, and stove and stratum where there are.
 * @param field of the request, for errors
 * @throws OracleError `invalid_request` for a list without both columns, and `conflict` for a sensor in two places
 */
export function readSensorMap(text: string, field: string): ReadonlyMap<string, SensorPlace> {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
  const [head = ''] = lines;
  const delimiter = ['\t', ';', '|', ','].find((sign) => head.includes(sign)) ?? ',';
  const names = splitLine(head, delimiter);
  const place = (role: string) => names.findIndex((name) => roleOf(name) === role);
  const [sensor, household, stove, stratum] = [
    place('sensor'),
    place('household'),
    place('stove'),
    place('stratum'),
  ];
  if (sensor < 0 || household < 0)
    throw refused(
      'invalid_request',
      field,
      `The list of sensors needs the columns sensor and household; it has: ${names.slice(0, 20).join(', ')}.`,
      'Begin it with the line sensor,household,stove,stratum.',
    );
  if (lines.length > MOST_ROWS)
    throw refused(
      'invalid_request',
      field,
      `The list of sensors has more than ${MOST_ROWS} rows.`,
      'Split it.',
    );
  const map = new Map<string, SensorPlace>();
  for (const [at, line] of lines.slice(1).entries()) {
    const cells = splitLine(line, delimiter).map((cell) => cell.normalize('NFC'));
    const [name, home] = [cells[sensor] ?? '', cells[household] ?? ''];
    if (name === '' && home === '') continue;
    if (name === '' || home === '')
      throw refused(
        'invalid_request',
        field,
        `Line ${at + 2} of the list of sensors names no ${name === '' ? 'sensor' : 'household'}.`,
        'Fill it in, or leave the line out.',
      );
    const own: SensorPlace = {
      household: home,
      ...(cells[stove] && { stove: cells[stove] }),
      ...(cells[stratum] && { stratum: cells[stratum] }),
    };
    const before = map.get(name);
    if (before !== undefined && (before.household !== own.household || before.stove !== own.stove))
      throw refused(
        'conflict',
        field,
        `The sensor '${name}' stands in two places: ${before.household} and ${own.household} (line ${at + 2}).`,
        'A sensor that was moved needs a name of its own at each place.',
      );
    map.set(name, own);
  }
  return map;
}

function refused(
  code: 'invalid_request' | 'conflict',
  field: string,
  detail: string,
  hint: string,
): OracleError {
  return new OracleError(code, { detail, hint, errors: [{ field, message: detail }] });
}
