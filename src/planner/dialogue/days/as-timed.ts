import type { Candidate } from '../../choosing/candidates.js';
import { missingFields } from '../../filling/complete-args.js';
import { type TimePhrase, timePhrases } from '../../reading/time-phrase.js';
import { type Args, withPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import type { Model } from '../../understanding/model.js';
import type { SaidSentence } from '../../understanding/word-for-word.js';
import { isConsequential } from '../consent/consent.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { timeLeft } from './time-left.js';

const ALSO = '(?:and|also|then|plus|und|auch|et|aussi|y|también|e|também|na|pia)';
/** Where a second wish may begin behind the first. */
const CUT = new RegExp(`[\\s]*[.;,]\\s*(?:${ALSO}[\\s,]+)*|\\s+(?:${ALSO}\\s+)+`, 'giu');
/** A second wish that goes on from the words of the first: `and to call Grace tomorrow at 10`. */
const GOES_ON = /^(?:to|that|about|of|zu|daran|dass|an|de|d'|que|a|kwa)\b/iu;
/** Words of the first wish that a second one may go on from: `remind me` of `and every Monday at 8 to call Ben`. */
const MOST_LEADING = 6;

/**
 * What a message wishes for by a sentence with a time that an author taught: `remind me tomorrow at 9 to call Joseph`. The time
 * is known by itself, so that all the rest is the text, whatever else it names. Only for what is shown and changes nothing:
 * the person sees what was understood. Two wishes joined by `and` are two calls. Undefined where it says no such sentence.
 */
export function asTimed(
  text: string,
  candidates: readonly Candidate[],
  model: Model | undefined,
): readonly PlannedCall[] | undefined {
  const own = model?.own;
  const times = timePhrases(text);
  const [first, second, third] = times;
  if (own === undefined || first === undefined || third !== undefined || own.denies(text)) return undefined;
  const at = (message: string, time: TimePhrase) =>
    callOf(message, own.saysAt(message, time), time, candidates);
  if (second === undefined) {
    const only = at(text, first);
    return only === undefined ? undefined : [only];
  }
  const two = joined(text, first, second, at);
  if (two !== undefined) return two;
  // The other time belongs to the text, as that of a flight does: `remind me tomorrow to book the flight on Friday`.
  const leading = at(text, first);
  return leading !== undefined && isBefore(leading, first, text) ? [leading] : undefined;
}

/** `remind me tomorrow at 9 to call Joseph, and every Monday at 8 to call Ben`. */
function joined(
  text: string,
  first: TimePhrase,
  second: TimePhrase,
  at: (message: string, time: TimePhrase) => PlannedCall | undefined,
): readonly PlannedCall[] | undefined {
  const between = text.slice(first.end, second.start);
  for (const { index, 0: cut } of between.matchAll(CUT)) {
    const one = text.slice(0, first.end + index);
    const other = text.slice(first.end + index + cut.length);
    const before = at(one, first);
    const behind = before === undefined ? undefined : goingOn(other, text.slice(0, first.start), at);
    if (before !== undefined && behind !== undefined) return [before, behind];
  }
  return undefined;
}

/** The second wish by itself, or with the words by which the first began. */
function goingOn(
  other: string,
  beginning: string,
  at: (message: string, time: TimePhrase) => PlannedCall | undefined,
): PlannedCall | undefined {
  const isLed = GOES_ON.test(other) || timePhrases(other)[0]?.start === 0;
  const words = beginning.split(/(?<=\s)/u);
  const most = isLed ? Math.min(words.length, MOST_LEADING) : 0;
  for (let count = 0; count <= most; count++) {
    const message = `${words.slice(0, count).join('')}${other}`;
    const [time, more] = timePhrases(message);
    const found = time === undefined || more !== undefined ? undefined : at(message, time);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the text of a call stands behind its time. */
function isBefore({ args }: PlannedCall, { end }: TimePhrase, text: string): boolean {
  const rest = text.slice(end);
  return Object.values(args).some((value) => typeof value === 'string' && rest.includes(value));
}

function callOf(
  message: string,
  said: SaidSentence | undefined,
  time: TimePhrase,
  candidates: readonly Candidate[],
): PlannedCall | undefined {
  const candidate = candidates.find(({ tool }) => tool.name === said?.operation);
  if (said === undefined || candidate === undefined || isConsequential(candidate.tool)) return undefined;
  let args: Args = said.given;
  const texts = said.slots.filter((slot) => !isAt(slot, time));
  const left = texts.flatMap((slot) => timeLeft(message, time, slot) ?? []);
  for (const { slot, start, end } of said.slots) {
    const [field] = slot.fields;
    if (field === undefined) continue;
    const own = left.find((one) => one.slot.start === start);
    const value = isAt({ start, end }, time)
      ? (left[0]?.when ?? message.slice(start, end))
      : textOf(own?.text ?? message.slice(start, end));
    args = withPath(args, field.path, value);
  }
  const missing = missingFields(fieldsOf(candidate.tool.parameters), args);
  return { candidate, args, missing, refused: [], unused: [], consent: { kind: 'plain' } };
}

const isAt = (slot: TimePhrase, time: TimePhrase): boolean =>
  slot.start === time.start && slot.end === time.end;

const textOf = (said: string): string => said.replace(/[\s,;]+$/u, '').trim();
