import { missingFields } from '../../../filling/complete-args.js';
import { foldInPlace } from '../../../language/fold.js';
import { isStopWord, splitName, stemOf, type Word, words } from '../../../language/tokenize.js';
import { findQuotes } from '../../../reading/quotes.js';
import { getPath, rootLeaves, withoutPath, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isVerb } from '../../consent/is-verb.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { isProse } from '../../prose/prose-fields.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A longer message is a letter, of which much belongs to nothing. */
const LONGEST = 400;

/** Words that only point at what was said, or judge it, in six languages. */
const POINTS =
  /^(?:that|this|it|its|these|those|one|so|true|correct|right|wrong|quote|quotation|last|das|dies|diese[rsmn]?|es|wahr|richtig|korrekt|zitat|stimmt|ca|cela|ce|cette|c'est|vrai|vraie|correcte?|juste|citation|eso|esto|esta?|ese|verdad|cierto|correcto|cita|isso|isto|verdade|certo|correta|citacao|hiyo|hii|hilo|kweli|sahihi|nukuu)$/u;

/**
 * A call whose prose is what was said for it, whole: of `check that quote` no word is a quote, and the last one that was
 * shown is meant; a fragment that words of the same sentence go on from is not called by itself.
 * @param before what the assistant said last
 */
export function holdProse(call: PlannedCall, message: string, before: string): PlannedCall {
  const { agreed, whole, candidate } = call;
  if (agreed === true || whole === true || message.length > LONGEST) return call;
  const fields = fieldsOf(candidate.tool.parameters);
  let held = call;
  for (const field of rootLeaves(fields)) {
    const value = getPath(held.args, field.path);
    if (typeof value !== 'string' || value === '' || field.path.length > 1 || !isProse(field)) continue;
    const place = placeOf(value, field, held, message);
    if (place === undefined || isQuoted(place, message)) continue;
    if (candidate.tool.effect === 'read' && onlyPoints(value)) held = pointed(held, field, before);
    else {
      const text = wholeOf(place, field, held, message);
      if (text !== undefined)
        held = {
          ...held,
          args: withPath(held.args, field.path, text),
          unused: held.unused.filter((raw) => !text.includes(raw)),
          band: 'likely',
        };
    }
  }
  return held === call ? call : { ...held, missing: missingFields(fields, held.args) };
}

function onlyPoints(value: string): boolean {
  const said = foldInPlace(value)
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
  return (
    said.some((word) => POINTS.test(word)) && said.every((word) => POINTS.test(word) || isStopWord(word))
  );
}

/** The call with the quotation that was shown last, or with the field open. */
function pointed(call: PlannedCall, field: Field, before: string): PlannedCall {
  const shown = isOfQuotes(field) ? findQuotes(before).find(({ value }) => /\s/u.test(value)) : undefined;
  const args =
    shown === undefined ? withoutPath(call.args, field.path) : withPath(call.args, field.path, shown.value);
  return shown === undefined ? { ...call, args, band: 'likely' } : { ...call, args };
}

function isOfQuotes({ name, aliases }: Field): boolean {
  return [name, ...aliases].includes('quote');
}

function placeOf(
  value: string,
  { path }: Field,
  { slots = [] }: PlannedCall,
  message: string,
): Place | undefined {
  const at = foldInPlace(message).lastIndexOf(foldInPlace(value));
  if (at >= 0) return { start: at, end: at + value.length };
  const read = slots.findLast((slot) => slot.path.join('.') === path.join('.'))?.mention;
  return read !== undefined && message.slice(read.start, read.end) === read.raw ? read : undefined;
}

function isQuoted({ start, end }: Place, message: string): boolean {
  return findQuotes(message).some((quote) => quote.start <= start && end <= quote.end);
}

/** The text with the words of its sentence that it goes on from and to; undefined where it is whole. */
function wholeOf(place: Place, field: Field, call: PlannedCall, message: string): string | undefined {
  const others = placesOfOthers(field, call, message);
  const end = endOf(place, others, message);
  const start = startOf(
    place,
    others,
    call,
    message,
    isBare(message.slice(place.start, place.end), field, call),
  );
  if (start === place.start && end === place.end) return undefined;
  const whole = message.slice(start, end).trim();
  return whole === getPath(call.args, field.path) ? undefined : whole;
}

/** Whether a text is a day or a number alone, which no text of a person is. */
function isBare(text: string, { path }: Field, { slots = [] }: PlannedCall): boolean {
  return (
    !/\p{L}/u.test(text) ||
    slots.some(
      ({ mention, path: at }) =>
        at.join('.') === path.join('.') &&
        (mention.type === 'date' || mention.type === 'number') &&
        mention.raw === text,
    )
  );
}

function placesOfOthers(
  field: Field,
  { candidate, args, slots = [] }: PlannedCall,
  message: string,
): Place[] {
  const key = field.path.join('.');
  const texts = rootLeaves(fieldsOf(candidate.tool.parameters)).flatMap(({ path }) => {
    const value = path.join('.') === key ? undefined : getPath(args, path);
    const at = typeof value === 'string' && value !== '' ? message.indexOf(value.replace(/^\//u, '')) : -1;
    return at < 0 ? [] : [{ start: at, end: at + String(value).length }];
  });
  const read = slots.filter(({ path }) => path.join('.') !== key).map(({ mention }) => mention);
  return [...texts, ...read];
}

const COURTESY =
  /[\s,]*(?<![\p{L}])(?:please|pls|thanks|thank you|bitte|danke|s'il (?:te|vous) plait|svp|merci|por favor|gracias|obrigad[oa]|tafadhali|asante)[\s,.!?]*$/u;

function endOf(place: Place, others: readonly Place[], message: string): number {
  const rest = foldInPlace(message.slice(place.end));
  const stop = /\n|[.?!;:,](?:\s|$)|["“”„«»()]/u.exec(rest)?.index ?? rest.length;
  const next = Math.min(
    ...others.filter(({ start }) => start >= place.end).map(({ start }) => start - place.end),
    stop,
  );
  const said = rest.slice(0, next).replace(COURTESY, '');
  const own = next < stop ? words(said).findLast(({ stop: small }) => !small)?.end : said.trimEnd().length;
  const isMore = words(said).some(({ stop: small }) => !small) || /\d/u.test(said);
  // What stands right behind without a blank belongs to another word.
  return isMore && own !== undefined && /^\s/u.test(said) ? place.end + own : place.end;
}

/** Words between a wish and its text, which are none of it. */
const LINKS =
  /^(?:about|on|of|for|regarding|concerning|that|to|with|by|from|in|uber|zu|nach|von|fur|dass|mit|sur|de|du|des|pour|que|dans|sobre|por|para|del|acerca|do|da|dos|das|em|no|na|kuhusu|ya|wa|kwa|kwamba|katika)$/u;

/**
 * Where the text begins: behind the words of the wish where it was a day or a number alone, `the deadline is` before
 * `12 December`, and else where words with a meaning of their own stand right before it, `gazelle kind` before `250`.
 */
function startOf(
  place: Place,
  others: readonly Place[],
  call: PlannedCall,
  message: string,
  isBare: boolean,
): number {
  const before = message.slice(0, place.start);
  const stop = [...before.matchAll(/\n|[.?!;:,]\s|["“”„«»()]/gu)].at(-1);
  const from = Math.max(
    stop === undefined ? 0 : stop.index + stop[0].length,
    ...others.filter(({ end }) => end <= place.start).map(({ end }) => end),
  );
  const found = words(message.slice(from, place.start));
  const isTaken = (word: Word | undefined) =>
    word !== undefined && !isOfWish(word, call) && (isBare || !(word.stop || LINKS.test(word.plain)));
  let first = found.length;
  while (first > 0 && isTaken(found[first - 1])) first -= 1;
  // Where no word of the wish was met, nothing tells where it ends.
  if (first === 0 && !isBare) return place.start;
  if (first > 0) while (first < found.length && LINKS.test(found[first]?.plain ?? '')) first += 1;
  const kept = found.slice(first);
  return kept.some(({ stop: small }) => !small) ? from + (kept[0]?.start ?? 0) : place.start;
}

function isOfWish(word: Word, { candidate }: PlannedCall): boolean {
  const { tool, nameWords } = candidate;
  const names = rootLeaves(fieldsOf(tool.parameters)).flatMap(({ name, aliases }) => [
    ...splitName(name),
    ...aliases,
  ]);
  const own = [...nameWords, ...names].map((one) => stemOf(one.toLowerCase()));
  return (
    isVerb(word, candidate) ||
    own.includes(word.stem) ||
    (!word.stop && candidate.exampleWords.has(word.plain))
  );
}
