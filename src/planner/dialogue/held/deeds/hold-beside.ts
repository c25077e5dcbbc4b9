import { readText } from '../../../filling/read-text.js';
import { conceptsAt } from '../../../language/concepts.js';
import { isPlainWord } from '../../../language/plain-words.js';
import { isStopWord, type Word } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { readOnce } from '../../../reading/read-once.js';
import { getPath, rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { type Model, partFor } from '../../../understanding/model.js';
import { isConsequential } from '../../consent/consent.js';
import { BEFORE_ORDER, isOf, WITHOUT } from '../../consent/polarity.js';
import { partsWithNames, type SaidPart } from '../../deed/name-places.js';
import { takesNamedThing } from '../../deed/named-thing.js';
import { isVerbOfBeing } from '../../deed/told-of.js';
import { type PlannedCall, standingOf } from '../../planning/planned-call.js';
import { find, withoutCourtesy } from '../../planning/signs.js';
import { PART_OF_FILE } from './hold-ways.js';

/** What is longer is a letter, which tells much that belongs to no call. */
const LONGEST = 240;
/** Who begins a part of a message tells something there, and orders nothing. */
const TELLS =
  /^(?:i|we|he|she|it|they|this|that|there|ich|wir|er|sie|es|das|man|je|nous|il|elle|on|ce|c|ca|yo|nosotros|el|ella|esto|eso|eu|nos|ele|ela|isto|isso|mimi|sisi|yeye|hii|hiyo|hilo)$/u;
/** Whose verb is no order: `I remember that he called`. */
const DOER = /^(?:i|we|ich|wir|je|nous|yo|nosotros|eu|nos)$/u;
/** A question mark or a sad face behind an order. */
const DOUBTS = /(?:\?|[:;]['’]?-?[([])\s*$/u;
/** A part behind it sets itself against what stands before: `publish it but hide the names`. */
const AGAINST = /(?<!\p{L})(?:but|yet|aber|doch|mais|pero|mas|lakini|ila)\s*[,:]?\s*$/iu;
/** Behind these stands why something is wished: it takes nothing from the wish. */
const GIVES_REASON =
  /(?<!\p{L})(?:because|since|as|so(?: that)?|weil|denn|da|damit|parce que?|car|pour que|puisque|porque|para que|pois|kwa sababu|ili)\s*$/iu;
/** Verbs that say something of one thing. */
const SINGLE =
  /^(?:is|was|would|seems|looks|sounds|ist|war|ware|scheint|est|etait|semble|es|era|seria|parece|e|foi)$/u;
/** A request that is put as a question. */
const ASKS_FOR =
  /^(?:can|could|will|would|please|kindly|bitte|kannst|konnen|konntest|konnten|wurden|peux|pouvez|pourriez|pourrais|puedes|puede|podrias|podria|por|pode|podes|poderia|tafadhali|unaweza|naomba|may)$/u;

/**
 * What is kept or changed of a thing that the message names, held to every part of the message: each orders the deed, gives a value,
 * or is about the operation. What any other says (`Wrong: draw 60 …`, `…, it may have photos`, `… but hide the names`) makes the
 * call a proposal that says it cannot be taken account of; a question mark behind the order makes it one too.
 */
export function holdBeside(call: PlannedCall, message: string, model: Model | undefined): PlannedCall {
  const { candidate, agreed, taught } = call;
  if (agreed === true || taught === true || standingOf(call) === 'refuse') return call;
  if (message.length > LONGEST || candidate.tool.effect === 'read') return call;
  const isOfThing = takesNamedThing(call, message);
  const text = readText(message);
  const parts = partsWithNames(message, [call.args]);
  const isExplained = explaining(call, message, model);
  const isOrder = (part: SaidPart) => part.words.some((word) => isOf(word, candidate, text));
  const order = parts.findIndex(isOrder);
  const isAdded = !isConsequential(candidate.tool);
  const beside = parts.filter((part, at) => {
    if (part.words.every(isSmallWord)) return false;
    if (order >= 0 && at > order && isVerdict(part, message)) return true;
    if (hasValue(part, message)) return false;
    const isBefore = isHead(part, message) && !leadsToValue(part, call, message);
    if (!isOfThing) return isBefore && at + 1 === order && !isExplained(part);
    const lead = message.slice(0, part.start);
    if (GIVES_REASON.test(lead)) return false;
    if (AGAINST.test(lead)) return true;
    if (isOrder(part) && !isDeniedIn(part)) return false;
    // What is done with what comes of a call that only adds something is told behind it.
    if (isAdded && at > order && order >= 0 && !tellsOrDenies(part)) return false;
    return !(isHead(part, message) && !isBefore) && !isExplained(part);
  });
  const [first] = parts[order]?.words ?? [];
  const asks = isOfThing && first !== undefined && !ASKS_FOR.test(first.plain) && DOUBTS.test(message);
  const [who, does] = parts[order]?.words ?? [];
  const tells =
    who !== undefined && does !== undefined && DOER.test(who.plain) && isOf(does, candidate, text);
  const places = isOfThing ? placesWithin(parts, call) : [];
  if (beside.length === 0 && places.length === 0)
    return asks || tells ? { ...call, band: 'likely', unsettled: true } : call;
  const before = call.consent.kind === 'partly' ? call.consent.words : [];
  const said = [...beside.map(({ start, end }) => message.slice(start, end).trim()), ...places];
  const told = [...call.unused, ...before];
  const left = said.filter((one) => !told.some((other) => other.includes(one)));
  const kept = before.filter((one) => !left.some((other) => other.includes(one)));
  return { ...call, consent: { kind: 'partly', words: [...kept, ...left] }, band: 'likely', unsettled: true };
}

/** Where in a thing something is to be done, which no call but one that takes a part of it can heed: `to the end of /a.md`. */
function placesWithin(parts: readonly SaidPart[], { args, candidate }: PlannedCall): string[] {
  if (candidate.tool.effect === 'destructive') return [];
  const given = JSON.stringify(args);
  return parts.flatMap(({ names }) =>
    names
      .filter(({ mention }) => mention.type === 'path' && given.includes(mention.value))
      .flatMap(({ nouns }) => nouns.filter(({ plain }) => PART_OF_FILE.test(plain)).map(({ text }) => text)),
  );
}

/** Stands before a colon, a dash or in brackets: `Forbidden: publish /a.md`. */
function isHead({ end }: SaidPart, message: string): boolean {
  return /^\s*[:)–—]|^\s+-\s/u.test(message.slice(end));
}

/** Whether a head is the name of the value behind it: `seed: 7`, `with the text: call Ben`. */
function leadsToValue({ end }: SaidPart, { args }: PlannedCall, message: string): boolean {
  const behind = /^\s*[:)–—-]\s*["“«„']?/u.exec(message.slice(end))?.[0].length ?? 0;
  const at = end + behind;
  const texts = Object.values(args).flatMap((value) => (typeof value === 'string' ? [value] : []));
  return (
    readOnce(message).mentions.some(({ start }) => start >= at - 1 && start <= at) ||
    texts.some((text) => text !== '' && message.startsWith(text, at))
  );
}

/** `sd 1.2 is what we must avoid`: right behind its value a part says more of it than that it is assumed. */
function isVerdict({ words, start, end }: SaidPart, message: string): boolean {
  const last = readOnce(message).mentions.findLast((one) => one.start >= start && one.end <= end);
  const at = words.findIndex(isVerbOfBeing);
  const verb = words[at];
  if (verb === undefined || last === undefined || !SINGLE.test(verb.plain)) return false;
  if (message.slice(last.end, verb.start).trim() !== '' || last.end > verb.start) return false;
  return words.slice(at + 1).some(({ plain }) => !isPlainWord(plain));
}

/** `Do not read this:` */
function isDeniedIn({ words }: SaidPart): boolean {
  return (
    find(
      words.filter(({ plain }) => !WITHOUT.test(plain)),
      'negation',
    ) !== undefined
  );
}

function tellsOrDenies(part: SaidPart): boolean {
  const [opening] = part.words;
  return (opening !== undefined && TELLS.test(opening.plain)) || isDeniedIn(part);
}

function isSmallWord(word: Word): boolean {
  return isStopWord(word.plain) || isPlainWord(word.plain) || withoutCourtesy([word]).length === 0;
}

function hasValue({ start, end }: SaidPart, message: string): boolean {
  return readOnce(message).mentions.some((one) => one.start >= start && one.end <= end);
}

/** Tells whether a part says nothing but what the call holds, or what the operation is about. */
function explaining(call: PlannedCall, message: string, model: Model | undefined) {
  const { candidate, args } = call;
  const { language } = readOnce(message);
  const known = new Set(model && partFor(model, candidate.tool.name).operations[candidate.tool.name]?.words);
  const given = JSON.stringify(args).toLowerCase();
  const held = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(
    ({ path }) => getPath(args, path) !== undefined,
  );
  const aliases = new Set(held.flatMap(({ name, aliases }) => [name, ...aliases]));
  const isHeld = ({ text, plain, stem }: Word) =>
    aliases.has(plain) || aliases.has(stem) || (plain.length > 2 && given.includes(text.toLowerCase()));
  const isTopic = (word: Word) =>
    known.has(word.plain) ||
    candidate.terms.has(word.stem) ||
    candidate.exampleWords.has(word.plain) ||
    conceptsAt(wordsOf(word.text), language).flat().length > 0;
  return (part: SaidPart) => {
    const words = withoutCourtesy(part.words).filter((word) => !BEFORE_ORDER.has(word.plain));
    const content = words.filter((word) => !isSmallWord(word));
    if (content.length === 0 || content.some(isHeld)) return true;
    if (isHead(part, message)) return content.some((word) => candidate.terms.has(word.stem));
    return !tellsOrDenies(part) && content.every(isTopic);
  };
}
