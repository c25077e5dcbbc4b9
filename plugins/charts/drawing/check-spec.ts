import { type FieldError, OracleError } from 'oracle-runtime/plugin';
import { unsafeValue } from './safe-values.js';

/** A specification as it may be drawn: plain JSON that loads nothing, links nowhere and computes nothing of its own. */
export type CheckedSpec = Readonly<Record<string, unknown>> & { readonly __checked: true };

export const MOST_ROWS = 5_000;
const MOST_BYTES = 1024 * 1024;
const DEEPEST = 40;
const MOST_FAULTS = 10;

/** What these name is fetched, or becomes a link. */
const REACHES_OUT = new Set(['url', 'href', 'loader', 'format', 'usermeta']);
/** What these hold is run as an expression of Vega, or waits for a pointer that no picture has. */
const RUNS = new Set([
  'expr',
  'signal',
  'signals',
  'labelExpr',
  'calculate',
  'customFormatTypes',
  'sequence',
  'params',
  'selection',
  'bind',
  'update',
  'on',
]);
/** A condition in words of Vega is an expression; as an object it names a field and is safe. */
const CONDITIONS = new Set(['filter', 'test', 'and', 'or', 'not']);
/** Keys under which rows stand: what is in them is data, whatever it is called. */
const HOLDS_ROWS = new Set(['values', 'datasets']);

/**
 * Checks a Vega-Lite specification of anybody.
 * @throws OracleError `invalid_request` with every fault, `payload_too_large` for more rows or bytes than are drawn
 */
export function checkSpec(spec: Readonly<Record<string, unknown>>): CheckedSpec {
  const faults: FieldError[] = [];
  const size = sizeOf(spec);
  if (size > MOST_BYTES)
    throw new OracleError('payload_too_large', {
      detail: `The specification has ${size} bytes; a chart has at most ${MOST_BYTES}.`,
      hint: 'Sum the data up first.',
    });
  let rows = 0;
  walk(spec, '', 0);
  if (rows > MOST_ROWS)
    throw new OracleError('payload_too_large', {
      detail: `The chart has ${rows} rows; up to ${MOST_ROWS} are drawn.`,
      hint: 'Sum the data up first, by day or by group.',
    });
  if (!hasMarks(spec))
    faults.push({ field: 'spec', message: 'needs a mark, or layers, parts or a facet that have one' });
  if (faults.length > 0)
    throw new OracleError('invalid_request', {
      detail: `This chart cannot be drawn: ${faults.map(({ field, message }) => `${field} ${message}`).join('; ')}.`,
      hint: 'Put the data into data.values, name fields in encoding, and leave out what loads, links or computes.',
      errors: faults,
    });
  return spec as CheckedSpec;

  function walk(value: unknown, path: string, depth: number): void {
    if (faults.length >= MOST_FAULTS) return;
    if (depth > DEEPEST) {
      faults.push({ field: path, message: `is more than ${DEEPEST} deep` });
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`;
      if (REACHES_OUT.has(key) && !(key === 'format' && typeof member === 'string'))
        faults.push({ field: at, message: 'would load or link something; a chart has its data inside' });
      else if (RUNS.has(key) || isExpression(key, member))
        faults.push({ field: at, message: 'would be computed; a chart draws what is in its data' });
      else if (key === 'mark' && (member === 'image' || typeOf(member) === 'image'))
        faults.push({ field: at, message: 'would load pictures' });
      else if (HOLDS_ROWS.has(key)) rows += countRows(member);
      else {
        const unsafe = unsafeValue(key, member);
        if (unsafe !== undefined) faults.push({ field: at, message: unsafe });
        else walk(member, at, depth + 1);
      }
    }
  }
}

function isExpression(key: string, member: unknown): boolean {
  if (key === 'formatType') return member !== 'number' && member !== 'time';
  if (!CONDITIONS.has(key)) return false;
  return (
    typeof member === 'string' || (Array.isArray(member) && member.some((each) => typeof each === 'string'))
  );
}

function countRows(member: unknown): number {
  if (Array.isArray(member)) return member.length;
  if (typeof member === 'string') return member.split('\n').length;
  if (typeof member !== 'object' || member === null) return 0;
  return Object.values(member).reduce<number>(
    (sum, each) => sum + (Array.isArray(each) ? each.length : 1),
    0,
  );
}

function hasMarks(spec: unknown): boolean {
  if (typeof spec !== 'object' || spec === null) return false;
  const parts = spec as Readonly<Record<string, unknown>>;
  if (typeof parts['mark'] === 'string' || typeOf(parts['mark']) !== undefined) return true;
  const inner = ['layer', 'hconcat', 'vconcat', 'concat'].flatMap((key) =>
    Array.isArray(parts[key]) ? (parts[key] as unknown[]) : [],
  );
  return [...inner, parts['spec']].some(hasMarks);
}

function typeOf(mark: unknown): unknown {
  return typeof mark === 'object' && mark !== null ? (mark as { type?: unknown }).type : undefined;
}

/** @throws OracleError `invalid_request` for what is no JSON */
function sizeOf(spec: object): number {
  try {
    return Buffer.byteLength(JSON.stringify(spec));
  } catch (cause) {
    throw new OracleError('invalid_request', {
      detail: 'The specification is no plain JSON.',
      errors: [{ field: 'spec', message: 'must be plain JSON' }],
      cause,
    });
  }
}
