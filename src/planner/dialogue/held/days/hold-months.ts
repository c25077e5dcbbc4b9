import { isRecord } from '../../../../kit/index.js';
import { fold } from '../../../language/fold.js';
import { LANGUAGES } from '../../../language/language.js';
import { CALENDAR_WORDS } from '../../../reading/calendar-words.js';
import { type Args, getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';

const MONTHS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => CALENDAR_WORDS[language].months.split(/[ /]/u)),
);

/**
 * A call held to what a month is: of `a test for March: 1,200 households, 700 in Kitui and 500 in Machakos` the month is no part
 * beside the two, and its number is that of the whole.
 */
export function holdMonths(call: PlannedCall): PlannedCall {
  if (call.agreed === true) return call;
  const lists = rootLeaves(fieldsOf(call.candidate.tool.parameters)).filter(({ kind }) => kind === 'array');
  const args = lists.reduce((given, { path }) => withoutMonths(given, path), call.args);
  return args === call.args ? call : { ...call, args, band: 'likely' };
}

function withoutMonths(args: Args, path: readonly string[]): Args {
  const list = getPath(args, path);
  if (!Array.isArray(list) || !list.every(isRecord)) return args;
  const isMonth = (item: Readonly<Record<string, unknown>>) =>
    typeof item['name'] === 'string' && MONTHS.has(fold(item['name']));
  const [month, another] = list.filter(isMonth);
  if (month === undefined || another !== undefined) return args;
  const parts = list.filter((item) => item !== month);
  const left = parts.length > 0 ? withPath(args, path, parts) : withoutPath(args, path);
  return Object.entries(month).reduce<Args>((given, [key, value]) => {
    const whole = given[key];
    if (typeof value !== 'number' || typeof whole !== 'number') return given;
    // The whole was reckoned of all, or said once more.
    return whole === value + sumOf(parts, key) ? withPath(given, [key], value) : given;
  }, left);
}

function sumOf(items: readonly Readonly<Record<string, unknown>>[], key: string): number {
  return items.reduce((sum, { [key]: value }) => sum + (typeof value === 'number' ? value : 0), 0);
}
