import type { CheckOutcome, TableCheck } from './check.js';

/** Rows by the names of their columns. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** What is wrong, in words; undefined when nothing is. */
type Fault = string | undefined;
type Rules = TableCheck['table'];

const MOST_NAMED = 5;

/** Holds a table to the rules of a check. A column that is not there breaks every rule about it. */
export function checkTable(
  { id, title, mend, table: rules }: TableCheck,
  table: Table | undefined,
): CheckOutcome {
  if (table === undefined) return { id, title, state: 'open', found: 'no table was given' };
  const faults = [
    ...missing(rules, table),
    blanks(rules['has no blanks in'], table),
    outside(rules['has values between'], table),
    repeated(rules['names once'], table),
    fewGroups(rules['has groups'], table),
    smallGroups(rules['has in each group'], table),
  ].filter((fault) => fault !== undefined);
  return faults.length === 0
    ? { id, title, state: 'passed', found: `${table.rows.length} rows` }
    : { id, title, state: 'failed', found: faults.join('; '), mend };
}

function missing(rules: Rules, { columns }: Table): Fault[] {
  const wanted = [
    ...(rules['has columns']?.columns ?? []),
    ...(rules['has no blanks in']?.columns ?? []),
    ...(rules['names once']?.columns ?? []),
    ...(rules['has groups']?.by ?? []),
    ...(rules['has in each group']?.by ?? []),
    rules['has values between']?.column,
    rules['has in each group']?.different,
  ];
  const absent = [...new Set(wanted)].filter((name) => name !== undefined && !columns.includes(name));
  return absent.length === 0 ? [] : [`there is no column ${absent.join(', ')}`];
}

function blanks(rule: Rules['has no blanks in'], { rows }: Table): Fault {
  if (rule === undefined) return undefined;
  const lines = linesWhere(rows, (row) => rule.columns.some((name) => cell(row, name) === ''));
  return lines === '' ? undefined : `blank in ${lines}`;
}

function outside(rule: Rules['has values between'], { rows }: Table): Fault {
  if (rule === undefined) return undefined;
  const { column, from, to } = rule;
  const lines = linesWhere(rows, (row) => {
    const text = cell(row, column);
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    return text !== '' && !(value >= from && value <= to);
  });
  return lines === '' ? undefined : `${column} is not between ${from} and ${to} in ${lines}`;
}

function repeated(rule: Rules['names once'], { rows }: Table): Fault {
  if (rule === undefined) return undefined;
  const seen = new Set<string>();
  const lines = linesWhere(rows, (row) => {
    const key = keyOf(row, rule.columns);
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
  return lines === '' ? undefined : `${rule.columns.join(' and ')} were there before in ${lines}`;
}

function fewGroups(rule: Rules['has groups'], { rows }: Table): Fault {
  if (rule === undefined) return undefined;
  const count = new Set(rows.map((row) => keyOf(row, rule.by))).size;
  return count >= rule.atLeast
    ? undefined
    : `${count} of ${rule.by.join(' and ')}, ${rule.atLeast} are needed`;
}

function smallGroups(rule: Rules['has in each group'], { rows }: Table): Fault {
  if (rule === undefined) return undefined;
  const groups = new Map<string, { readonly name: string; readonly values: Set<string> }>();
  for (const row of rows) {
    const key = keyOf(row, rule.by);
    const group = groups.get(key) ?? {
      name: rule.by.map((name) => cell(row, name)).join(' '),
      values: new Set(),
    };
    group.values.add(comparable(cell(row, rule.different)));
    groups.set(key, group);
  }
  const small = [...groups.values()].filter(({ values }) => values.size < rule.atLeast);
  if (small.length === 0) return undefined;
  const named = small.slice(0, MOST_NAMED).map(({ name, values }) => `${name} has ${values.size}`);
  const more = small.length > MOST_NAMED ? ` and ${small.length - MOST_NAMED} more` : '';
  return `fewer than ${rule.atLeast} ${rule.different}: ${named.join(', ')}${more}`;
}

/** The lines of a file with a header in the first, by what a spreadsheet calls them. */
function linesWhere(rows: Table['rows'], isWrong: (row: Table['rows'][number]) => boolean): string {
  const wrong = rows.flatMap((row, index) => (isWrong(row) ? [index + 2] : []));
  if (wrong.length === 0) return '';
  const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : '';
  return `line ${wrong.slice(0, MOST_NAMED).join(', ')}${more}`;
}

function keyOf(row: Table['rows'][number], columns: readonly string[]): string {
  return JSON.stringify(columns.map((name) => comparable(cell(row, name))));
}

/** A value as it is told apart from others: `01` is 1, as every spreadsheet has it. */
const comparable = (text: string) => text.replace(/^0+(?=\d+$)/, '');

function cell(row: Table['rows'][number], name: string): string {
  return (Object.hasOwn(row, name) ? (row[name] ?? '') : '').trim();
}
