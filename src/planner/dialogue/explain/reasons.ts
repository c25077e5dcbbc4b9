import { isRecord } from '../../../kit/index.js';
import { splitName } from '../../language/tokenize.js';
import type { NumberMention } from '../../reading/reading.js';
import { record } from '../../schema/schema-fields.js';
import type { Executed } from '../turns/conversation.js';

/** What a result says of how it came about, as data to be shown. */
export type Reasons = Readonly<Record<string, unknown>>;

/** Columns of a table that tells how something was reckoned. */
const REASON =
  /^(?:formulas?|steps?|reasons?|because|why|explanations?|rationale|working|methods?|sources?)$/u;
/** Sentences about a result. */
const SENTENCES = /^(?:summary|warnings?|notes?|reasons?|explanation|message|detail)$/u;
const DEPTH = 3;

/**
 * How a result came about, of a number or on the whole: its sentences about it, and its tables of steps up to the one
 * that gives the number. Undefined where the result does not hold the number, or tells nothing of how it came about.
 */
export function reasonsOf({ result }: Executed, number: NumberMention | undefined): Reasons | undefined {
  const data = parse(result?.content ?? '');
  if (data === undefined) return undefined;
  const reasons: Record<string, unknown> = {};
  const isOfIt = (value: unknown) => number === undefined || holds(value, number);
  let known = false;
  for (const { key, value, depth } of membersOf(data, 0)) {
    known ||= isOfIt(value);
    const name = splitName(key).at(-1) ?? '';
    if (Array.isArray(value) && value.length > 0 && value.every(isReasoned))
      reasons[key] = upTo(value.map(record), number);
    else if (depth === 0 && SENTENCES.test(name)) {
      const said = [value].flat().filter((one) => typeof one === 'string' && one !== '');
      const about = said.filter(isOfIt);
      if (about.length > 0) reasons[key] = key === 'summary' ? about[0] : about;
    }
  }
  const told = Object.keys(reasons).filter((key) => key !== 'summary');
  return known && (told.length > 0 || number !== undefined) && Object.keys(reasons).length > 0
    ? reasons
    : undefined;
}

/** The steps to the last that has the number; all of them where none has. */
function upTo(rows: readonly Reasons[], number: NumberMention | undefined): readonly Reasons[] {
  const last = number === undefined ? -1 : rows.findLastIndex((row) => holds(row, number));
  return last < 0 ? rows : rows.slice(0, last + 1);
}

function isReasoned(row: unknown): boolean {
  return Object.keys(record(row)).some((key) => REASON.test(splitName(key).at(-1) ?? ''));
}

/** Members of an object and of the objects in it, outer before inner. */
function* membersOf(
  data: Reasons,
  depth: number,
): Generator<{ readonly key: string; readonly value: unknown; readonly depth: number }> {
  for (const [key, value] of Object.entries(data)) {
    yield { key, value, depth };
    if (depth < DEPTH && !Array.isArray(value)) yield* membersOf(record(value), depth + 1);
  }
}

/** Whether a number stands in a value: as it is, as the share that a percentage is, or in a text. */
function holds(value: unknown, number: NumberMention): boolean {
  if (typeof value === 'number') return isIt(value, number);
  if (typeof value === 'string')
    return [...value.matchAll(/\d[\d,]*(?:\.\d+)?/gu)].some(([digits]) =>
      isIt(Number(digits.replaceAll(',', '')), number),
    );
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => holds(one, number))
  );
}

function isIt(value: number, { value: said, percent }: NumberMention): boolean {
  return near(value, said) || near(value, percent ? said * 100 : said / 100);
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}

function parse(content: string): Reasons | undefined {
  try {
    const data: unknown = JSON.parse(content);
    return isRecord(data) ? record(data) : undefined;
  } catch {
    return undefined;
  }
}
