import type { CheckOutcome, ValueCheck } from './check.js';

/** What checks are about, as the runtime itself has it. */
export interface Subjects {
  readonly design?: object | undefined;
  readonly draw?: object | undefined;
  readonly period?: object | undefined;
}

const LONGEST = 200;

/** Holds a record to a rule. A path that leads nowhere has no value: only `empty` holds of it. */
export function checkValue(check: ValueCheck, subjects: Subjects): CheckOutcome {
  const { id, title, mend, value, is, to, when } = check;
  const said = (state: CheckOutcome['state'], found: string): CheckOutcome => ({
    id,
    title,
    state,
    found,
    ...(state === 'failed' && { mend }),
  });
  const missing = [value, when, pathOf(to)].find((path) => path !== undefined && !isGiven(path, subjects));
  if (missing !== undefined) return said('open', `no ${missing.split('.')[0]} was given`);
  if (when !== undefined && valuesAt(subjects, when).every(isAbsent))
    return said('not applicable', `there is no ${lastOf(when)}`);
  const values = valuesAt(subjects, value);
  const other = pathOf(to);
  const wanted = other === undefined ? to : valuesAt(subjects, other)[0];
  const found = `${lastOf(value)} is ${inWords(values)}`;
  return said(holds(values, is, wanted) ? 'passed' : 'failed', found);
}

function pathOf(to: ValueCheck['to']): string | undefined {
  return typeof to === 'object' && !Array.isArray(to) ? to.value : undefined;
}

function isGiven(path: string, subjects: Subjects): boolean {
  return subjects[path.split('.')[0] as keyof Subjects] !== undefined;
}

function valuesAt(subjects: Subjects, path: string): unknown[] {
  let values: unknown[] = [subjects];
  for (const segment of path.split('.')) {
    values = values.flatMap((value) => {
      if (segment === '*') return Array.isArray(value) ? value : [];
      const isRecord = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
      return isRecord ? [(value as Readonly<Record<string, unknown>>)[segment]] : [];
    });
  }
  return values;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isEmpty(value: unknown): boolean {
  return isAbsent(value) || value === '' || (Array.isArray(value) && value.length === 0);
}

function holds(values: readonly unknown[], is: ValueCheck['is'], to: unknown): boolean {
  if (is === 'empty') return values.every(isEmpty);
  return values.length > 0 && values.every((value) => HOLDS[is](value, to));
}

const HOLDS: Readonly<Record<Exclude<ValueCheck['is'], 'empty'>, (value: unknown, to: unknown) => boolean>> =
  {
    present: (value) => !isEmpty(value),
    'at least': (value, to) => typeof value === 'number' && typeof to === 'number' && value >= to,
    'at most': (value, to) => typeof value === 'number' && typeof to === 'number' && value <= to,
    'equal to': (value, to) => !isAbsent(value) && value === to,
    'one of': (value, to) => Array.isArray(to) && to.some((each) => each === value),
  };

function inWords(values: readonly unknown[]): string {
  const words = values.filter((value) => !isAbsent(value)).map((value) => JSON.stringify(value));
  const text = words.length === 0 ? 'not there' : words.join(', ');
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function lastOf(path: string): string {
  return (
    path
      .split('.')
      .filter((segment) => segment !== '*')
      .at(-1) ?? path
  );
}
