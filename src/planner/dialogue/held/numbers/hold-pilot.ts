import type { NumberMention } from '../../../reading/reading.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import type { SaidNumbers } from './called-numbers.js';

/** A trial of few stands right before its count, or right behind what is counted. */
const TRIAL = '(?:pilot\\p{L}*|piloto|pilote|vorstudie|probelauf|pre-?test|majaribio|jaribio)';
const BEFORE = new RegExp(`${TRIAL}[^.;:\\n\\d]{0,24}$`, 'u');
const BEHIND = new RegExp(`^\\s+\\p{L}+(?:\\s+\\p{L}+){0,3}\\s+${TRIAL}(?!\\p{L})`, 'u');
const BEFORE_YEAR = /(?:^|\s)(?:in|since|year|im|jahr|seit|en|desde|depuis|em|ano|mwaka)\s+$/u;

/**
 * The count of a pilot is no population: `a pilot of 30 homes` beside `4,500 stoves`. The one other count of the message
 * takes its place, for the person to agree to; without one the field is left open.
 */
export function holdPilot(call: PlannedCall, said: readonly SaidNumbers[]): PlannedCall {
  return said.reduce(
    (held, numbers) => numbers.numbers.reduce((one, mention) => without(one, mention, numbers), held),
    call,
  );
}

function without(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  if (!isCount(mention) || !isOfPilot(mention, said)) return call;
  const field = wholeOf(call, mention.value);
  if (field === undefined) return call;
  // The same count may be said again as the whole.
  if (said.numbers.some((one) => one !== mention && one.value === mention.value)) return call;
  const others = said.numbers.filter(
    (one) => isCount(one) && one.value > mention.value && !isYear(one, said) && !isOfPilot(one, said),
  );
  const [other, another] = others.filter(({ value }) => wholeOf(call, value) === undefined);
  const { agreed: _, ...rest } = call;
  const unused = call.unused.filter((raw) => other === undefined || !raw.startsWith(other.raw));
  const open = { ...rest, band: 'likely' as const, unsettled: true as const };
  if (other === undefined || another !== undefined)
    return { ...open, args: withoutPath(call.args, field.path), missing: [...call.missing, field] };
  return { ...open, args: withPath(call.args, field.path, other.value), unused: [...unused, mention.raw] };
}

/** The field by itself that holds a count, unless it is called after a pilot. */
function wholeOf({ candidate: { tool }, args }: PlannedCall, value: number): Field | undefined {
  return rootLeaves(fieldsOf(tool.parameters)).find(
    ({ kind, integer, path, label, aliases }) =>
      kind === 'number' &&
      integer &&
      getPath(args, path) === value &&
      ![label, ...aliases].some((name) => /pilot/u.test(name)),
  );
}

function isCount({ value, percent, unit, fraction }: NumberMention): boolean {
  return Number.isInteger(value) && !percent && !fraction && unit === undefined;
}

function isOfPilot({ start, end }: NumberMention, { folded }: SaidNumbers): boolean {
  return (
    BEFORE.test(folded.slice(Math.max(0, start - 40), start)) || BEHIND.test(folded.slice(end, end + 60))
  );
}

function isYear({ value, start }: NumberMention, { folded }: SaidNumbers): boolean {
  return value > 1_900 && value < 2_100 && BEFORE_YEAR.test(folded.slice(Math.max(0, start - 12), start));
}
