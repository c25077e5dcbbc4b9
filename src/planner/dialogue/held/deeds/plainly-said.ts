import { readText } from '../../../filling/read-text.js';
import { conceptsAt } from '../../../language/concepts.js';
import { fold } from '../../../language/fold.js';
import { LANGUAGES } from '../../../language/language.js';
import { isPlainWord } from '../../../language/plain-words.js';
import { isStopWord, type Word } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import type { Mention } from '../../../reading/reading.js';
import { type Args, getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { type Model, partFor } from '../../../understanding/model.js';
import { isConsequential } from '../../consent/consent.js';
import type { Sign } from '../../consent/consent-words.js';
import { BEFORE_ORDER, DO, isOf, isOrdered, QUANTITY } from '../../consent/polarity.js';
import { verbClassesOf } from '../../consent/verb-classes.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';
import {
  find,
  isBare,
  type Part,
  partsOf,
  withoutAnyCourtesy,
  withoutCourtesy,
} from '../../planning/signs.js';

/** What is longer is no plain wish. */
const LONGEST = 200;
/** So many words at the beginning may ask how many. */
const FIRST = 3;
/** Signs that speak against a plain wish, whatever they are about. */
const AGAINST: readonly Sign[] = [
  'negation',
  'condition',
  'question',
  'narrowing',
  'correction',
  'delay',
  'report',
];
/** Want the thing that is named behind them. */
const WANTS =
  /^(?:need|want|like|brauche|brauchen|mochte|mochten|hatte|veux|voulons|voudrais|besoin|quiero|queremos|quisiera|necesito|necesitamos|quero|queremos|preciso|precisamos|nataka|tunataka|ninahitaji|tunahitaji|nahitaji|naomba)$/u;
/** Verbs by which people ask to be told or shown something. */
const SHOWS: ReadonlySet<string> = new Set([
  'verb.show',
  'verb.tell',
  'verb.list',
  'verb.read',
  'verb.search',
]);

/**
 * A whole call that a message wishes for in one plain sentence needs no question of its own: it orders the deed by its verb, in
 * whatever language, each of its words is known to the operation or only joins, and each of its values is in the call. However
 * sure what was learnt is of such a sentence, there is nothing else in it that could be meant. What changes something still asks
 * its one question, that of the runtime or the proposal.
 */
export function plainlySaid(
  calls: readonly PlannedCall[],
  message: string,
  model: Model | undefined,
): readonly PlannedCall[] {
  const [call, another] = calls;
  if (call === undefined || another !== undefined || model === undefined) return calls;
  return isSettled(call) && isPlain(call, message, model) ? [lifted(call)] : calls;
}

function lifted({ band: _, faint: __, ...call }: PlannedCall): PlannedCall {
  return { ...call, consent: { kind: 'plain' } };
}

/** Whether nothing of a call is open but how sure it is. */
function isSettled(call: PlannedCall): boolean {
  const { agreed, consent, unsettled, unused, faults = [], rivals = [], readTwoWays = [], mixedUnits } = call;
  if (agreed === true || unsettled === true || mixedUnits === true || !isWhole(call)) return false;
  if (consent.kind === 'refused' || (consent.kind === 'partly' && consent.words.length > 0)) return false;
  return unused.length + faults.length + rivals.length + readTwoWays.length === 0;
}

function isPlain(call: PlannedCall, message: string, model: Model): boolean {
  const { candidate, args, faint } = call;
  if (message.length > LONGEST || /[\n:;()"“”„«»±]|\+\s*[-/]/u.test(message)) return false;
  // Parts of a whole are looked over before anything is made of them.
  const isPart = (value: unknown) => typeof value === 'object' && value !== null;
  if (Object.values(args).some((value) => isPart(value) && (!Array.isArray(value) || value.some(isPart))))
    return false;
  // Whoever is hardly understood is asked, where something is changed.
  if (isConsequential(candidate.tool) && faint === true) return false;
  const text = readText(message);
  const parts = partsOf(text, () => false).filter((part) => !isBare(part));
  const [part] = parts;
  if (part === undefined || parts.some(({ sentence }) => sentence !== part.sentence)) return false;
  const known = partFor(model, candidate.tool.name).operations[candidate.tool.name]?.words ?? [];
  const spoken = parts.flatMap(({ words }) => outsideMentions(words, text.reading.mentions));
  // `how many must I visit if the mean is 0.8` asks for what is computed, and sets no condition for the deed.
  const isAmount = !isConsequential(candidate.tool) && isAmountAsked(part);
  const against = isAmount ? AGAINST.filter((sign) => sign !== 'condition' && sign !== 'question') : AGAINST;
  if (against.some((sign) => find(withoutCourtesy(spoken), sign) !== undefined)) return false;
  if (!isAmount && !isOrder(part, call, known, message)) return false;
  const isKnown = (word: Word) =>
    word.plain.length < 2 ||
    isStopWord(word.plain) ||
    isPlainWord(word.plain) ||
    known.includes(word.plain) ||
    BEFORE_ORDER.has(word.plain) ||
    candidate.exampleWords.has(word.plain) ||
    candidate.terms.has(word.stem) ||
    isOf(word, candidate, text) ||
    isOfAnyTongue(word, call) ||
    isSaid(word.text, args) ||
    (!isConsequential(candidate.tool) &&
      conceptsAt(wordsOf(word.text), text.reading.language).flat().length > 0);
  return (
    withoutAnyCourtesy(spoken).every(isKnown) &&
    text.reading.mentions.every((mention) => isTaken(mention, args)) &&
    valuesOf(call).every((value) => isGiven(value, message, text.reading.mentions))
  );
}

/** Whether a sentence begins with asking how many. */
function isAmountAsked({ words }: Part): boolean {
  return QUANTITY.test(
    withoutCourtesy(words)
      .slice(0, FIRST)
      .map(({ plain }) => plain)
      .join(' '),
  );
}

/** Whether the sentence begins with the deed, or with what is wanted of it. */
function isOrder(part: Part, call: PlannedCall, known: readonly string[], message: string): boolean {
  const { candidate } = call;
  const text = readText(message);
  const words = withoutCourtesy(part.words);
  const head = words.find(({ plain }) => !BEFORE_ORDER.has(plain) && !WANTS.test(plain));
  if (head === undefined) return false;
  if (isOf(head, candidate, text) || isOfAnyTongue(head, call))
    return isConsequential(candidate.tool) || isOrdered(candidate, message, []);
  if (isConsequential(candidate.tool)) return false;
  const isWanted = part.words.slice(0, part.words.indexOf(head)).some(({ plain }) => WANTS.test(plain));
  const isOwn = isWanted ? known.includes(head.plain) : DO.has(head.plain);
  if (isOwn) return isOrdered(candidate, message, []);
  const isShown = conceptsAt(wordsOf(head.text), text.reading.language)
    .flat()
    .some((one) => SHOWS.has(one));
  return candidate.tool.effect === 'read' && isShown;
}

/** So short a sentence may be in another language than it looks like: `Publique /plan.md`. */
function isOfAnyTongue({ text }: Word, { candidate }: PlannedCall): boolean {
  const classes = verbClassesOf(candidate);
  return LANGUAGES.some((language) =>
    conceptsAt(wordsOf(text), language)
      .flat()
      .some((one) => classes.has(one)),
  );
}

function outsideMentions(words: readonly Word[], mentions: readonly Mention[]): Word[] {
  return words.filter(({ start, end }) => !mentions.some((one) => start < one.end && one.start < end));
}

/** Whether a value of the message is in the call; an ordinal and a word for a size stand for none. */
function isTaken(mention: Mention, args: Args): boolean {
  return (
    mention.type === 'ordinal' ||
    ('value' in mention && (isIn(mention.value, args) || isSaid(mention.raw, args)))
  );
}

function isIn(value: unknown, args: Args): boolean {
  const values = flat(args);
  if (typeof value !== 'number') return values.some((one) => one === value || String(one) === String(value));
  return values.some(
    (one) => Number(one) === value || near(Number(one), value / 100) || near(Number(one), 1 - value),
  );
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9;
}

function isSaid(raw: string, args: Args): boolean {
  const said = fold(raw);
  return flat(args).some((one) => typeof one === 'string' && fold(one).includes(said));
}

function flat(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(flat);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value];
}

function valuesOf({ candidate, args }: PlannedCall): unknown[] {
  return rootLeaves(fieldsOf(candidate.tool.parameters)).flatMap(({ kind, path }) =>
    kind === 'enum' || kind === 'boolean' ? [] : flat(getPath(args, path)).filter((one) => one !== undefined),
  );
}

/** Whether a value of the call stands in the message: a call that goes on with one before says more than its sentence. */
function isGiven(value: unknown, message: string, mentions: readonly Mention[]): boolean {
  if (typeof value === 'string' && fold(message).includes(fold(value))) return true;
  return mentions.some((one) => 'value' in one && isIn(one.value, { value: value }));
}
