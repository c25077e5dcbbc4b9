import type { Candidate } from '../../choosing/candidates.js';
import { fold, foldInPlace } from '../../language/fold.js';
import {
  clocksIn,
  isPartOfDay,
  isTimePhrase,
  saysHour,
  type TimePhrase,
  timePhrases,
} from '../../reading/time-phrase.js';
import { type Args, getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import type { PlannedCall } from '../planning/planned-call.js';

/** How somebody begins who wants what they were shown otherwise, in six languages, without accents. */
const ANSWER =
  'no|nope|nein|non|nao|hapana|yes|ok|okay|ja|oui|si|sim|ndiyo|sawa|hm+|oh|ah|well|wait|warte|moment|attends|espera|subiri|ngoja|sorry|oops|pardon|perdon|desculpa|samahani';
const INSTEAD =
  "and(?= (?:make|change|set|move|put)\\b)|(?:can|could|would) you(?: please)?|please|kannst du|peux tu|puedes|voce pode|but|actually|rather|better|i mean|i meant|i said|let'?s (?:say|make it)|(?:please )?(?:make|change|set|move|put|shift) (?:it|that|this)(?: to| for| at(?= \\d))?|aber|lieber|doch|besser|ich meine|ich meinte|mais|plutot|je voulais dire|pero|mejor|mas|melhor|quise decir|quis dizer|lakini|bali|not?(?= (?:at|on)\\b)";
const LEAD = new RegExp(`^\\W*(?:(?:${ANSWER})\\b[\\s,;:.!–—-]*)*(?:(?:${INSTEAD})\\b[\\s,;:–—-]*)*`, 'u');
/** A correction that ends with it needs nothing before it. */
const TAIL =
  /[\s,]*(?:\b(?:please|only|nur|solo|seulement|apenas|instead|rather|then|thanks|thank you|bitte|lieber|stattdessen|plutot|por favor|mejor|melhor|tafadhali|(?:is|would be|suits me|works|sounds|fits) (?:much )?better|(?:is|ware|ist) besser|i (?:mean|meant))\b[\s,.!]*)+$/u;
/** `not tomorrow, Friday`, `Friday, not tomorrow`. */
const NOT_THAT =
  /^(?:not|nicht|pas|no|nao|sio)\s+(?<not>[^,;]+?)\s*(?:[,;]|but|sondern|mais|sino|mas|bali)\s*(?<now>.+)$/u;
const THAT_NOT = /^(?<now>[^,;]+?)\s*[,;]?\s+(?:and not|not|nicht|pas|no|nao|sio)\s+(?<not>[^,;]+)$/u;
/** A time of day as people answer it, and nothing else. */
const BARE =
  /^(?:at|um|gegen|a|a las?|as|saa|for|to)?\s*(\d{1,4}(?:[:.h]\d{2})?)\s*(am|pm|uhr|h|o'clock)?$/iu;
const NUMBER = /(?<![\p{L}\d])\d{1,4}(?:[:.h]\d{2})?(?:\s*(?:am|pm)\b)?/giu;
const EVERY = /^(?:every|each|jede[nrs]?|alle|chaque|tous les|cada|tod[ao]s? [ao]s|kila)\b/u;
/** Says which one, and no other text: `no, the other one`. */
const NO_TEXT =
  /^(?:(?:the|that|this|it|my|a|an|das|der|die|den|le|la|el|o|a) ?)?(?:other|same|different|wrong|right|it|that|this|again|andere[nrs]?|autre|otr[oa]|outr[oa]|nyingine)(?: (?:one|ones|time|day))?$/u;
/** Adds an end to what comes again. */
const END = /^(?:until|till?|for|during|bis|fur|jusqu|pendant|hasta|durante|por|ate|hadi|mpaka|kwa)\b/u;
/** Words of a text that takes the place of another. */
const MOST = 14;

/**
 * What was shown before anything came of it, as a message would have it otherwise: `no, at 9`, `make it Friday`, `wait, I meant
 * Thursday`, `no, call Ben`. A time takes the place of the time, by its hour or by its day where it says no more; other words
 * behind a `no` that of the other text. Undefined for a wish of its own.
 * @param isWish whether words by themselves are a wish for something else than a tool
 */
export function correctShown(
  shown: PlannedCall,
  message: string,
  isWish: (words: string, of: Candidate) => boolean,
): PlannedCall | undefined {
  const texts = rootLeaves(fieldsOf(shown.candidate.tool.parameters)).filter(isFree);
  const given = texts.filter(({ path }) => typeof getPath(shown.args, path) === 'string');
  const time = given.find(({ path }) => isTimed(String(getPath(shown.args, path))));
  const folded = foldInPlace(message);
  const lead = LEAD.exec(folded)?.[0].length ?? 0;
  const tail = TAIL.exec(folded.slice(lead))?.[0].length ?? 0;
  const isAsked = /\b(?:you|du|tu|puedes|voce)\b/u.test(folded.slice(0, lead));
  const rest = message.slice(lead, message.length - tail).replace(isAsked ? /[\s.!?]+$/u : /[\s.!]+$/u, '');
  if (time === undefined || rest === '' || rest.includes('?')) return undefined;
  const before = String(getPath(shown.args, time.path));
  const now = newTime(before, rest);
  if (now !== undefined) return withArgs(shown, withPath(shown.args, time.path, now));
  const [other, another] = given.filter((field) => field !== time);
  const isInstead =
    lead > 0 && !/^\W*(?:yes|ok|okay|ja|oui|si|sim|ndiyo|sawa)\b[\s,;:.!–—-]*$/u.test(folded.slice(0, lead));
  if (!isInstead || other === undefined || another !== undefined) return undefined;
  if (rest.split(/\s+/u).length > MOST || NO_TEXT.test(fold(rest)) || isWish(rest, shown.candidate))
    return undefined;
  const [phrase, further] = timePhrases(rest);
  if (further !== undefined || (phrase === undefined && /^\d|^(?:not|nicht|pas|sio)\b/u.test(fold(rest))))
    return undefined;
  if (isWish(phrase === undefined ? rest : wordsAround(rest, phrase), shown.candidate)) return undefined;
  if (phrase === undefined) return withArgs(shown, withPath(shown.args, other.path, rest));
  const words = wordsAround(rest, phrase);
  const when = newTime(before, rest.slice(phrase.start, phrase.end));
  if (words === '' || when === undefined) return undefined;
  return withArgs(shown, withPath(withPath(shown.args, time.path, when), other.path, words));
}

const withArgs = (shown: PlannedCall, args: Args): PlannedCall => ({ ...shown, args });

const wordsAround = (text: string, { start, end }: TimePhrase): string =>
  `${text.slice(0, start)} ${text.slice(end)}`.replace(/\s+/gu, ' ').trim();

/** A time, or one in figures alone, such as the fields of cron. */
function isTimed(value: string): boolean {
  return isTimePhrase(value) || /^[\d*,/\s-]+$/u.test(value);
}

/** Another time in the place of one that was said; undefined for words that are none. */
function newTime(before: string, said: string): string | undefined {
  const folded = fold(said);
  const { now } = (NOT_THAT.exec(folded) ?? THAT_NOT.exec(folded))?.groups ?? {};
  const rest = now === undefined ? said : said.slice(folded.indexOf(now), folded.indexOf(now) + now.length);
  const bare = BARE.exec(fold(rest));
  const old = clocksIn(before);
  const [oldClock, secondClock] = old;
  if (bare !== null) {
    const [, figure = '', half = ''] = bare;
    const [number, further] = before.match(NUMBER) ?? [];
    const ending = /^[ap]m$/iu.test(half) ? ` ${half}` : '';
    if (oldClock !== undefined && secondClock === undefined) {
      const clock = before.slice(oldClock.start, oldClock.end);
      const kept = ending === '' ? (/\s*[ap]m$/iu.exec(clock)?.[0] ?? '') : ending;
      const [first] = clock.match(NUMBER) ?? [];
      const put = first === undefined ? `at ${figure}${kept}` : clock.replace(first, `${figure}${kept}`);
      return before.slice(0, oldClock.start) + put + before.slice(oldClock.end);
    }
    if (number !== undefined && further === undefined) return before.replace(number, `${figure}${ending}`);
    return number === undefined && old.length === 0 ? `${before} at ${figure}${ending}` : undefined;
  }
  if (END.test(fold(rest))) return isTimePhrase(`every day ${rest}`) ? `${before} ${rest}` : undefined;
  if (!isTimePhrase(rest)) return undefined;
  if (isPartOfDay(rest) && secondClock === undefined)
    return oldClock === undefined
      ? `${before} ${rest}`
      : `${before.slice(0, oldClock.start)}${rest}${before.slice(oldClock.end)}`;
  const clocks = clocksIn(rest);
  const [clock, anotherClock] = clocks;
  if (clock !== undefined && anotherClock === undefined && clock.start === 0 && clock.end === rest.length) {
    if (oldClock === undefined) return `${before} ${rest}`;
    return secondClock === undefined
      ? before.slice(0, oldClock.start) + rest + before.slice(oldClock.end)
      : undefined;
  }
  if (clock !== undefined || oldClock === undefined || secondClock !== undefined || saysHour(rest))
    return rest;
  // Another day keeps the hour, and what came every week goes on to.
  const day = rest.replace(/^(?:on|am|el|le|na|no)\s+/iu, '');
  const every = EVERY.exec(fold(before))?.[0];
  const isAgain =
    every !== undefined && !EVERY.test(fold(rest)) && /^\p{L}+$/u.test(day) && !IS_ONCE.test(fold(day));
  return `${isAgain ? `${before.slice(0, every.length)} ${day}` : rest} ${before.slice(oldClock.start, oldClock.end)}`;
}

const IS_ONCE = /^(?:today|tomorrow|tonight|heute|morgen|demain|hoy|manana|hoje|amanha|leo|kesho)$/u;

/** A text that may be any words; what is as well a whole number, such as a seed, is no time though it stands in figures. */
function isFree({ kind, schema, orInteger }: Field): boolean {
  return kind === 'string' && !orInteger && schema['pattern'] === undefined && schema['format'] === undefined;
}
