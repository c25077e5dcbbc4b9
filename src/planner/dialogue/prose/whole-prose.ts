import { missingFields } from '../../filling/complete-args.js';
import type { TextModel } from '../../filling/read-text.js';
import { foldInPlace } from '../../language/fold.js';
import { getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import { isText, type SaidSentence, type SaidSlot } from '../../understanding/word-for-word.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { isProse } from './prose-fields.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** So many letters of an author's own words in a message speak for what they teach. */
export const SPEAKING = 6;

/**
 * The call with its prose whole, where a message says the sentence of an author: all that stands in the place of the text and of
 * the values right beside it, less what of these another field took. Neither `on Friday at 8` nor nothing is what is
 * to be done of `remember to buy diesel on Friday at 8`.
 */
export function withWholeProse(
  call: PlannedCall,
  said: SaidSentence,
  { text, reading }: TextModel,
): PlannedCall {
  const fields = fieldsOf(call.candidate.tool.parameters);
  const leaves = rootLeaves(fields);
  if (said.own < SPEAKING) return call;
  let { args } = call;
  for (const [name, value] of Object.entries(said.given))
    if (args[name] === undefined && fields.some((field) => field.name === name))
      args = { ...args, [name]: value };
  const fieldOf = ({ slot }: SaidSlot) =>
    leaves.find(({ path }) => path.join('.') === slot.fields[0]?.path.join('.'));
  for (const slot of said.slots) {
    const field = fieldOf(slot);
    if (field === undefined || isText(slot.slot) || !isProse(field)) continue;
    const beside = said.slots.filter((other) => other !== slot && isBeside(slot, other, text));
    const [other, another] = beside;
    if (another !== undefined) continue;
    const neighbour = other === undefined ? undefined : fieldOf(other);
    const region = other === undefined ? slot : joined(slot, other);
    const taken = neighbour === undefined ? undefined : placeTaken(args, neighbour, region, text);
    const tail = taken ?? (other === undefined ? undefined : timesAtEnd(region, text, reading.mentions));
    const whole = tail === undefined ? region : less(region, tail);
    if (other !== undefined && tail === undefined) continue;
    const value = text
      .slice(whole.start, whole.end)
      .trim()
      .replace(/^[,:]\s*|\s*,$/gu, '');
    if (value === '' || !isPart(getPath(args, field.path), value, call, field, whole)) continue;
    args = withPath(args, field.path, value);
    if (neighbour !== undefined && taken === undefined && tail !== undefined)
      args = withPath(args, neighbour.path, text.slice(tail.start, tail.end).trim());
  }
  if (args === call.args) return call;
  const unused = call.unused.filter((raw) => !JSON.stringify(args).includes(raw.split(/\s/u)[0] ?? raw));
  return {
    ...call,
    args,
    unused,
    missing: missingFields(fields, args),
    rivals: [],
    faults: [],
    band: 'likely',
  };
}

function isBeside(a: Place, b: Place, text: string): boolean {
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  return /^[\s,]*$/u.test(text.slice(first.end, second.start));
}

function joined(a: Place, b: Place): Place {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Where in a region stands what the field beside took, at one end of it. */
function placeTaken(args: PlannedCall['args'], field: Field, region: Place, text: string): Place | undefined {
  const value = getPath(args, field.path);
  if (typeof value !== 'string' || value === '') return undefined;
  const at = foldInPlace(text).lastIndexOf(foldInPlace(value), region.end - value.length);
  if (at < region.start) return undefined;
  const place = { start: at, end: at + value.length };
  const isAtEnd =
    /^[\s,]*$/u.test(text.slice(region.start, place.start)) ||
    /^[\s,]*$/u.test(text.slice(place.end, region.end));
  return isAtEnd ? place : undefined;
}

/** Small words before a day or an hour, in six languages. */
const BEFORE_TIMES =
  /^(?:on|at|in|by|every|each|next|this|the|um|am|im|ab|jeden|jede|jedes|nachsten|a|le|les|tous|toutes|chaque|vers|dans|las|la|los|el|cada|todos|todas|em|as|na|no|todo|toda|kila|saa|siku|ya)$/u;

/** Days and hours that a region ends with. */
function timesAtEnd(
  { start, end }: Place,
  text: string,
  mentions: TextModel['reading']['mentions'],
): Place | undefined {
  const times = mentions.filter(
    (one) => (one.type === 'date' || one.type === 'number') && start < one.start && one.end <= end,
  );
  let from = end;
  for (const one of times.toReversed()) {
    const between = foldInPlace(text.slice(one.end, from))
      .split(/[\s,]+/u)
      .filter((word) => word !== '');
    if (!between.every((word) => BEFORE_TIMES.test(word) || /^(?:am|pm|h|uhr|o'clock)$/u.test(word))) break;
    from = one.start;
  }
  if (from === end || !times.some(({ type, start: at }) => type === 'date' && at >= from)) return undefined;
  for (;;) {
    const word = /(\S+)\s+$/u.exec(foldInPlace(text.slice(start, from)));
    if (word?.[1] === undefined || !BEFORE_TIMES.test(word[1])) break;
    from = start + word.index;
  }
  return from <= start ? undefined : { start: from, end };
}

/** A region without what stands at one end of it. */
function less(region: Place, taken: Place): Place {
  return taken.end >= region.end
    ? { start: region.start, end: taken.start }
    : { start: taken.end, end: region.end };
}

/** Whether a field has nothing or a part of its prose, as it stands there or as it was read: `2026-12-12` of `12 December`. */
function isPart(
  own: unknown,
  whole: string,
  { slots = [] }: PlannedCall,
  { path }: Field,
  region: Place,
): boolean {
  if (own === undefined) return true;
  if (typeof own !== 'string' || own === whole) return false;
  const isRead = slots.some(
    ({ mention, path: at }) =>
      at.join('.') === path.join('.') && region.start <= mention.start && mention.end <= region.end,
  );
  return isRead || whole.includes(own) || own.includes(whole);
}
