import {
  looksLikeNumber,
  type NumberRule,
  numberRule,
  readNumber,
  TableFault,
  type TableSource,
  type WholeRow,
  type WholeTable,
} from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { KitchenComparison } from '../../sampling/service.js';
import { fuelNamed } from '../../surveys/library.js';
import { dayText, SECONDS_A_DAY } from '../logger-files/calendar.js';
import { type DayOrder, StampReader } from '../logger-files/stamp-reader.js';
import { phaseOf, sheetsOf, wholeOf } from './phases.js';

type KptDay = KitchenComparison['baseline'][number];

export interface Weighings {
  readonly baseline: readonly KptDay[];
  readonly project: readonly KptDay[];
  /** Whether households have both stoves. */
  readonly paired: boolean;
  readonly columns: Readonly<Record<string, string>>;
  /** What looks wrong, and is counted all the same. */
  readonly warnings: readonly string[];
}

const COLUMNS: readonly (readonly [string, RegExp])[] = [
  ['household', /house ?hold|^hh|haushalt|m[ée]nage|hogar|domic|kaya|^home\b/],
  ['date', /date|datum|fecha|^data\b|tarehe|^day/],
  ['stove', /stove|phase|group|arm|herd|foyer|estufa|cocina|fog[ãa]o|jiko/],
  ['moisture', /moist|feucht|humid|unyevu/],
  ['equivalent', /equiv/],
  ['fuel', /^fuel$|fuel ?type|brennstoff|^combustible$|^combust[ií]vel$|^mafuta$/],
  ['persons', /person|adult|people|eaters|personen|watu|pessoas/],
  ['begin', /(start|initial|before|begin|first).*(kg|weight)?/],
  ['end', /(end|final|after|last|left|remaining).*(kg|weight)?/],
  ['kg', /kg|weight|mass|fuel|gewicht|poids|peso|uzito/],
];
/** The international pound and ounce. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:g|gr|grams?|gramm|grammes?|gramos?|gramas?)$/, 0.001],
  [/^(?:lbs?|pounds?|libras?)$/, 0.45359237],
  [/^(?:oz|ounces?)$/, 0.028349523125],
  [/^(?:t|tons?|tonnes?|tonnen?)$/, 1000],
];
/** Of a cell that a workbook holds as a number. */
const POINT: NumberRule = { decimal: '.', percent: false, grouped: false };
/** Dry wood that nobody burns in a day for one person, kg. */
const ABSURD = 20;

/** How to read, where the file leaves it open. */
export interface WeighingTerms {
  readonly days?: DayOrder | undefined;
  readonly decimal?: '.' | ',' | undefined;
  /** Of a workbook with several. */
  readonly sheet?: string | undefined;
}

/**
 * Reads the weighings of a kitchen performance test, from a CSV or a sheet: a row for each day and fuel of a household, with
 * what was burnt, or what was there before and after. Numbers are read by one rule a column.
 * @param field of the request, for errors
 * @throws OracleError `invalid_request` with the line of what is not understood
 */
export async function readWeighings(
  source: TableSource,
  { days, decimal, sheet }: WeighingTerms,
  field: string,
): Promise<Weighings> {
  const table = await wholeOf(source, sheet).catch((error: unknown) => {
    if (error instanceof TableFault) throw refused(field, `The weighings cannot be read: ${error.message}.`);
    throw error;
  });
  const sheets = sheetsOf(table);
  const names = table.columns;
  const places = placesOf(names);
  const need = (role: string, what: string) => {
    if (places.has(role)) return;
    throw refused(
      field,
      `The weighings have no column of ${what}; they have: ${names.slice(0, 20).join(', ')}.`,
    );
  };
  need('household', 'households');
  if (sheets === undefined) need('stove', 'the stove: baseline or project');
  need('persons', 'persons');
  if (!places.has('begin') || !places.has('end')) need('kg', 'the fuel burnt, in kg');
  const filled = table.rows;
  const numbers = numbersOf(table, places, decimal, field);
  const order = dateOrder(
    filled.map(({ cells }) => cells[places.get('date') ?? -1] ?? ''),
    days,
    field,
  );
  const units = new Map(
    ['kg', 'begin', 'end'].map((role) => [role, kilogramsOf(names[places.get(role) ?? -1] ?? '')]),
  );
  const groups = { baseline: [] as KptDay[], project: [] as KptDay[] };
  for (const row of filled) {
    const at = places.get('stove');
    const [said, where] =
      at === undefined ? [sheets?.(row.line) ?? '', 'The sheet'] : [row.cells[at] ?? '', `Line ${row.line}:`];
    const phase = phaseOf(said);
    if (phase === undefined)
      throw refused(field, `${where} '${said}' is neither the baseline nor the project stove.`);
    groups[phase].push(weighing(row, places, { units, numbers, order }, field));
  }
  const baseline = new Set(groups.baseline.map(({ household }) => household));
  const large = [...groups.baseline, ...groups.project].filter(
    ({ fuelKg, persons }) => fuelKg / persons > ABSURD,
  );
  return {
    ...groups,
    warnings:
      large.length === 0
        ? []
        : [
            `${large.length} row(s) burn more than ${ABSURD} kg a person and day, such as ${large[0]?.household}: look whether the weights are in kg.`,
          ],
    paired: groups.project.some(({ household }) => baseline.has(household)),
    columns: Object.fromEntries([...places].map(([role, place]) => [role, names[place] ?? ''])),
  };
}

type Row = WholeRow;

/** Columns of numbers, and what an error calls them. */
const NUMBERS: Readonly<Record<string, string>> = {
  begin: 'kg',
  end: 'kg',
  kg: 'kg',
  persons: 'persons',
  moisture: 'moisture',
  equivalent: 'equivalents',
};

/** How the numbers of each of these columns are written. @throws OracleError `invalid_request` where a column leaves it open */
function numbersOf(
  { rows, format, delimiter = ',' }: WholeTable,
  places: ReadonlyMap<string, number>,
  decimal: '.' | ',' | undefined,
  field: string,
): ReadonlyMap<string, NumberRule> {
  return new Map(
    Object.keys(NUMBERS).flatMap((role) => {
      const at = places.get(role);
      if (at === undefined) return [];
      const written = rows.flatMap(({ cells, numbers, line }) => {
        const text = bare(cells[at] ?? '');
        return numbers.has(at) || !looksLikeNumber(text) ? [] : [{ text, line }];
      });
      const rule = numberRule(written, decimal, format !== 'xlsx' && delimiter === ',');
      if (!('faults' in rule)) return [[role, rule] as const];
      const [fault] = rule.faults;
      throw refused(
        field,
        `Line ${fault?.line}: '${fault?.text}' ${fault?.why}.${fault?.asks === 'decimal' ? ' Say decimal "." or ",".' : ''}`,
      );
    }),
  );
}

/** Without the unit that people write behind a weight. */
function bare(text: string): string {
  return text.replace(/\s*kg$/i, '');
}

function placesOf(names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    const role = COLUMNS.find(([, pattern]) => pattern.test(name.toLowerCase()))?.[0];
    if (role !== undefined && !places.has(role)) places.set(role, at);
  }
  return places;
}

/** Kilograms of the unit that the head of a column names; one where it names none. */
function kilogramsOf(head: string): number {
  const words = head.toLowerCase().split(/[^\p{L}]+/u);
  const unit = UNITS.find(([names]) => words.some((word) => names.test(word)));
  return words.includes('kg') || unit === undefined ? 1 : unit[1];
}

function weighing(
  { cells, line, numbers: isNumber }: Row,
  places: Map<string, number>,
  {
    units,
    numbers,
    order,
  }: {
    readonly units: ReadonlyMap<string, number>;
    readonly numbers: ReadonlyMap<string, NumberRule>;
    readonly order: StampReader;
  },
  field: string,
): KptDay {
  const cell = (role: string) => cells[places.get(role) ?? -1] ?? '';
  const number = (role: string): number => {
    const rule = isNumber.has(places.get(role) ?? -1) ? POINT : numbers.get(role);
    const text = bare(cell(role));
    const value = rule === undefined || !looksLikeNumber(text) ? undefined : readNumber(text, rule);
    if (value !== undefined) return value;
    throw refused(field, `Line ${line}: '${cell(role)}' is no number of ${NUMBERS[role]}.`);
  };
  const household = cell('household').normalize('NFC');
  if (household === '') throw refused(field, `Line ${line} names no household.`);
  const kilograms = (role: string) => number(role) * (units.get(role) ?? 1);
  const fuelKg =
    places.has('begin') && places.has('end') ? kilograms('begin') - kilograms('end') : kilograms('kg');
  if (fuelKg < 0)
    throw refused(field, `Line ${line}: ${household} burnt ${fuelKg} kg: more was left than was there.`);
  const persons = number('persons');
  if (persons <= 0) throw refused(field, `Line ${line}: ${persons} persons ate.`);
  const wet = places.has('moisture') && cell('moisture') !== '' ? number('moisture') : undefined;
  const moisture = wet !== undefined && wet >= 1 ? wet / 100 : wet;
  if (moisture !== undefined && (moisture < 0 || moisture >= 1))
    throw refused(field, `Line ${line}: a moisture of ${cell('moisture')} there is not.`);
  const fuel = cell('fuel');
  // Nobody's table of energies is taken for the fuel that was burnt: without a column the estimator asks.
  const equivalent = places.has('equivalent') && cell('equivalent') !== '' ? number('equivalent') : undefined;
  const date = cell('date');
  return {
    household,
    fuelKg,
    persons,
    ...(date !== '' && { date: dateOf(date, order, line, field) }),
    ...(fuel !== '' && date !== '' && { fuel: fuelNamed(fuel) === 'wood' ? 'wood' : fuel }),
    ...(moisture !== undefined && { moisture }),
    ...(equivalent !== undefined && { dryWoodEquivalent: equivalent }),
  };
}

function dateOf(text: string, reader: StampReader, line: number, field: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (reader.read(bytes, 0, bytes.length)) return dayText(Math.floor(reader.seconds / SECONDS_A_DAY));
  throw refused(field, `Line ${line}: '${text}' is no day.`);
}

/** The day or the month first, decided over all dates. */
function dateOrder(dates: readonly string[], said: DayOrder | undefined, field: string): StampReader {
  const reader = new StampReader();
  let decided: DayOrder | undefined;
  let open = false;
  for (const date of dates) {
    const bytes = Buffer.from(date, 'utf8');
    reader.read(bytes, 0, bytes.length);
    if (reader.first === 0) continue;
    if (reader.points || reader.first > 12) decided ??= 'day first';
    else if (reader.second > 12) decided ??= 'month first';
    else open = true;
  }
  if (decided === undefined && open && said === undefined)
    throw refused(
      field,
      'The dates may have the day or the month first: say days "day first" or "month first".',
    );
  return new StampReader(decided ?? said ?? 'day first');
}

function refused(field: string, detail: string): OracleError {
  return new OracleError('invalid_request', {
    detail,
    hint: 'Send a CSV or a sheet with household, date, stove (baseline or project), fuel, kg, persons, and moisture where it was measured.',
    errors: [{ field, message: detail }],
  });
}
