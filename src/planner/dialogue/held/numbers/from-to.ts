import type { Candidate } from '../../../choosing/candidates.js';
import { missingFields } from '../../../filling/complete-args.js';
import { isDate } from '../../../filling/fill-dates.js';
import type { DateMention, NumberMention } from '../../../reading/reading.js';
import { type Args, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { saidNumbers } from './called-numbers.js';

const FROM =
  /(?<![\p{L}])(?:(?:from|von|de|desde|kutoka)\s+|(?:tuna|wana|nina|una|ana|tuta)toka\s+(?:\p{L}+\s+)?)$/u;
/** Between the two stands no more than what is counted. */
const TO = /^(?:\s+\p{L}+)?\s+(?:to|auf|zu|a|à|para|hasta|ate|hadi)\s+$/u;

/**
 * The change of a size that a message tells of by its two ends: `we go from 134 homes to 190`. It is that of the only
 * operation with a size for now and one that is needed, and is proposed. Undefined where there is none.
 */
export function changeFromTo(
  text: string,
  candidates: readonly Candidate[],
  today: string | undefined,
): PlannedCall | undefined {
  const { numbers: all, folded } = saidNumbers(text);
  const days = daysIn(text, today);
  const numbers = all.filter((one) => !days.some((date) => isInside(one, date)));
  const [from, to] =
    numbers.flatMap((first, at) => {
      const last = numbers[at + 1];
      if (last === undefined || !isCount(first) || !isCount(last) || first.value === last.value) return [];
      const isLed = FROM.test(folded.slice(Math.max(0, first.start - 24), first.start));
      return isLed && TO.test(folded.slice(first.end, last.start)) ? [[first, last] as const] : [];
    })[0] ?? [];
  if (from === undefined || to === undefined) return undefined;
  const [only, another] = candidates.flatMap((candidate) => {
    const leaves = rootLeaves(fieldsOf(candidate.tool.parameters));
    const [now, then] = [fieldFor(leaves, 'current'), fieldFor(leaves, 'required')];
    return now === undefined || then === undefined ? [] : [{ candidate, leaves, now, then }];
  });
  if (only === undefined || another !== undefined) return undefined;
  const { candidate, leaves, now, then } = only;
  const dayField = leaves.find((field) => field.kind === 'string' && isDate(field));
  const [day, second] = days;
  let args: Args = withPath(withPath({}, now.path, from.value), then.path, to.value);
  if (dayField !== undefined && day !== undefined && second === undefined)
    args = withPath(args, dayField.path, day.from);
  const unused = numbers.filter((one) => one !== from && one !== to).map(({ raw }) => raw);
  return {
    candidate,
    args,
    missing: missingFields(fieldsOf(candidate.tool.parameters), args),
    refused: [],
    unused: second === undefined ? unused : [...unused, ...days.map(({ raw }) => raw)],
    consent: { kind: 'plain' },
    band: 'likely',
  };
}

/** Whether a proposal has the number that a change starts from: then `from 130 to 190` corrects it. */
export function holdsStart({ args }: PlannedCall, change: PlannedCall): boolean {
  const [from] = Object.values(change.args);
  return Object.values(args).includes(from);
}

function fieldFor(leaves: readonly Field[], name: string): Field | undefined {
  return leaves.find(({ kind, integer, aliases }) => kind === 'number' && integer && aliases.includes(name));
}

function daysIn(text: string, today: string | undefined): DateMention[] {
  const reader = createReader({ today });
  return reader
    .read(text, reader.languageOf(text))
    .mentions.filter((one): one is DateMention => one.type === 'date' && one.from === one.to);
}

function isInside(one: NumberMention, date: DateMention): boolean {
  return date.start <= one.start && one.end <= date.end;
}

function isCount({ value, percent, fraction, unit }: NumberMention): boolean {
  return Number.isInteger(value) && !percent && !fraction && unit === undefined;
}
