import { OracleError } from 'oracle-runtime/plugin';
import { dayOfText } from './calendar.js';
import { splitLine } from './cells.js';
import { roleOf } from './column-roles.js';

/** Whose sensor it is. */
export interface SensorPlace {
  readonly household: string;
  readonly stove?: string;
  readonly stratum?: string;
  /** First and last whole day there, `YYYY-MM-DD`; absent for as long as it records. */
  readonly from?: string;
  readonly to?: string;
}

/** The places of each sensor; of one that was moved several, of days that do not overlap. */
export type SensorPlaces = ReadonlyMap<string, readonly SensorPlace[]>;

const MOST_ROWS = 100_000;
/** How people head the days of a place. */
const FROM = /^(?:from|since|von|ab|depuis|du|desde|de|kuanzia)(?:[ _.-]?(?:day|date))?$/i;
const TO = /^(?:to|until|till|bis|au|hasta|até|hadi)(?:[ _.-]?(?:day|date))?$/i;

/**
 * Reads the list of sensors: a CSV with the columns sensor and household, and stove and stratum where there are, and
 * `from` and `to` where sensors were moved.
 * @param field of the request, for errors
 * @throws OracleError `invalid_request` for a list without both columns, and days that are none,
 * and `conflict` for a sensor in two places at a time
 */
export function readSensorMap(text: string, field: string): SensorPlaces {
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
  const spans = [FROM, TO].map((head) => names.findIndex((name) => head.test(name.trim())));
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
  const map = new Map<string, SensorPlace[]>();
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
    const [from = '', to = ''] = spans.map((place) => cells[place] ?? '');
    for (const day of [from, to])
      if (day !== '' && dayOfText(day) === undefined)
        throw refused(
          'invalid_request',
          field,
          `Line ${at + 2} of the list of sensors: '${day}' is no day.`,
          'Write the first and last whole day of a place as YYYY-MM-DD, or leave them empty.',
        );
    if (from !== '' && to !== '' && to < from)
      throw refused(
        'invalid_request',
        field,
        `Line ${at + 2} of the list of sensors: ${to} is before ${from}.`,
        'Say the first whole day of the place in from, and the last in to.',
      );
    const own: SensorPlace = {
      household: home,
      ...(cells[stove] && { stove: cells[stove] }),
      ...(cells[stratum] && { stratum: cells[stratum] }),
      ...(from !== '' && { from }),
      ...(to !== '' && { to }),
    };
    const known = map.get(name) ?? [];
    const before = known.find((each) => overlap(each, own) && !isSamePlace(each, own));
    if (before !== undefined)
      throw refused(
        'conflict',
        field,
        `The sensor '${name}' stands in two places: ${before.household} and ${own.household} (line ${at + 2}).`,
        'Of a sensor that was moved say in the columns from and to which whole days it was at each place.',
      );
    map.set(name, [...known.filter((each) => !isSamePlace(each, own)), own]);
  }
  return map;
}

function overlap(a: SensorPlace, b: SensorPlace): boolean {
  return (a.from ?? '') <= (b.to ?? '9999') && (b.from ?? '') <= (a.to ?? '9999');
}

function isSamePlace(a: SensorPlace, b: SensorPlace): boolean {
  return a.household === b.household && a.stove === b.stove && a.from === b.from && a.to === b.to;
}

function refused(
  code: 'invalid_request' | 'conflict',
  field: string,
  detail: string,
  hint: string,
): OracleError {
  return new OracleError(code, { detail, hint, errors: [{ field, message: detail }] });
}
