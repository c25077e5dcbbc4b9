import type { Candidate } from '../../choosing/candidates.js';
import { readText, type TextModel } from '../../filling/read-text.js';
import { conceptsAt } from '../../language/concepts.js';
import { fold, foldInPlace } from '../../language/fold.js';
import { stemOf, type Word, words } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import type { Clause } from '../../reading/reading.js';
import { LESSON_DAY } from '../../understanding/reader.js';
import { daysSaid } from '../days/day-side.js';
import { find, isBare, type Part, partsOf, withoutCourtesy } from '../planning/signs.js';
import { withoutHedges } from '../taught/hedged-figures.js';
import { endsSomething, isEnding } from '../turns/ending.js';
import { isConsequential, withoutReason } from './consent.js';
import type { Sign } from './consent-words.js';
import { isVerb } from './is-verb.js';
import { VERB, verbClassesOf } from './verb-classes.js';

/** Verbs that take back what was done before, as they are folded; only English is reviewed. */
const TAKES_BACK =
  /^(?:undo|retract|withdraw|revert|reverse|rescind|revoke|void|annul|end|finish|halt|abort|pause|reverse|ruckgangig|widerruf\p{L}*|stornier\p{L}*|defais|defaire|revoqu\p{L}*|annul\p{L}*|arret\p{L}*|deshaz\p{L}*|deshac\p{L}*|reviert\p{L}*|revert\p{L}*|anul\p{L}*|desfaz\p{L}*|desfac\p{L}*|tengua|tangua|batilish\p{L}*|sitish\p{L}*)$/u;
/** Asks for a deed at another time: `remind me to`. */
const REMINDS =
  /^(?:remind (?:me|us)|erinner\p{L}* (?:mich|uns)|rappelle[- ](?:moi|nous)|recuerda(?:me|nos)|lembr[ae][- ](?:me|nos)|\p{L}*kumbush\p{L}*)(?!\p{L})/u;
/** Hands a deed to whoever is named behind: `let Juma`, `ask Juma to`, `my colleague wants to`. */
const HANDS_ON =
  /^(?:(?:let|ask|tell|have|get|lass\p{L}*|sag\p{L}*|bitte|laisse\p{L}*|demande\p{L}* a|dis a|deja que|pide\p{L}* a|dile a|deix[ae](?: [oa]| que)?|peca? (?:a|ao|para)|diga? (?:a|ao)|mwambie|mwache|mwombe|mruhusu) |(?=(?:my|our) \p{L}+ (?:wants?|would like|asks?|needs?) ))/u;
/** Stand for a deed that is past, where their verbs change their vowels. */
const PAST: Readonly<Record<string, string>> = {
  drew: 'draw',
  drawn: 'draw',
  made: 'make',
  wrote: 'write',
  written: 'write',
  sent: 'send',
  took: 'take',
  taken: 'take',
  kept: 'keep',
  gave: 'give',
  given: 'give',
  ran: 'run',
};
/** Wonders about a deed of one's own: `we could draw`. */
const WONDERS = /^(?:i|we|one|you) (?:could|can|may|might|would|should) /u;
/** A clause that is nothing else puts off or waves away what stands behind it. */
const WAVES_AWAY =
  /^(?:not (?:yet|now)|later|disregard|ignore|noch nicht|nicht jetzt|pas encore|pas maintenant|todavia no|aun no|ahora no|ainda nao|agora nao|bado)$/u;
/** Verbs that want somebody to leave off doing something. */
const LEAVE_OFF = /^(?:stop|quit|cease|forget)$/u;
/** What asks how much is needed, and not whether something is to be done. */
export const QUANTITY =
  /(?<!\p{L})(?:how (?:many|much|large|big|small)|what(?:'s| is| would)? (?:the |my )?(?:sample|size|number)|which (?:sample|size|number)|wie ?(?:viele?|gross|hoch)|welche|combien|quelle?|de quel|cuant\p{L}*|que (?:tamano|muestra)|quant[oa]s?|qual|ngapi|gani|kiasi)(?!\p{L})/u;
/** How far behind a verb a word still denies it: `draw nothing yet`, `berechne den Entwurf nicht neu`. */
const BEHIND = 3;
/** Without a part of it the deed is done all the same. */
export const WITHOUT = /^(?:without|ohne|sans|sin|sem|bila|instead|rather)$/u;
/** What is longer is a letter, of which a clause alone tells little. */
const LONGEST = 400;
/** Shorter verbs begin other words too. */
const SHORTEST = 4;

export interface Objection {
  readonly sign: Sign;
  readonly words: readonly Word[];
}

/**
 * What in a message speaks against doing what a tool does, whatever the tool: that the deed is only asked about, wondered
 * about, told of, denied, set under a condition, put off, left to somebody else, ended or taken back. `hidden` are places of
 * prose that the call only passes on. A call that puts a switch `off` is what a denial or an ending may mean. Undefined where
 * nothing does.
 */
export function objectionTo(
  candidate: Candidate,
  message: string,
  hidden: readonly { readonly start: number; readonly end: number }[],
  off: boolean,
): Objection | undefined {
  if (message.length > LONGEST) return undefined;
  const text = readText(isConsequential(candidate.tool) ? message : withoutHedges(message));
  const parts = partsOf(text, (word) =>
    hidden.some(({ start, end }) => start <= word.start && word.end <= end),
  ).filter((part) => !isBare(part));
  for (const [at, part] of parts.entries()) {
    const opens = parts[at - 1]?.sentence !== part.sentence;
    const found =
      (opens && !off ? endingOf(part, candidate, text) : undefined) ??
      toldTo(part, candidate, text) ??
      askedOf(part, candidate, text, hidden) ??
      (off ? undefined : deniedIn(part, candidate, text));
    if (found !== undefined) return found;
  }
  return off ? leavesOffOther(candidate, parts, text) : undefined;
}

/** What people say before the verb of an order: `I need to`, `we would like`, `now`. */
export const BEFORE_ORDER: ReadonlySet<string> = new Set(
  (
    'i we need want would like to a an the me us help let lets now urgently kindly then so ok okay and also my our for another next first ' +
    'ich wir brauche brauchen mochte mochten will wollen ein eine einen je nous veuillez voudrais voudrions veux voulons avons ai ' +
    'besoin jai de dun dune un une quiero queremos necesito necesitamos quisiera una quero preciso precisamos uma nataka tunataka ' +
    'ninahitaji tunahitaji naomba'
  ).split(' '),
);
/** Verbs that order a deed which is named behind them: `make that design once more`. */
export const DO: ReadonlySet<string> = new Set(
  (
    'make do be go put set turn bring run create prepare produce get give start begin repeat build generate sei mach mache macht erstelle ' +
    'erstellen starte fais faites fait crée cree creez haz haga crea prepara faca faz fanya tengeneza andaa anza'
  ).split(' '),
);
/** With so few words a message is a value, such as an answer. */
const VALUE_WORDS = 3;

/**
 * Whether a message orders what a tool does in plain words: a part of it begins with its verb or with what it makes, it asks
 * how many, or it says values alone. `Juma recalculated it`, `delay drawing 60` and `is drawing a good idea?` do not, and are
 * proposed at most.
 */
export function isOrdered(
  candidate: Candidate,
  message: string,
  hidden: readonly { readonly start: number; readonly end: number }[],
): boolean {
  if (message.length > LONGEST || QUANTITY.test(fold(message))) return true;
  const text = readText(message);
  const parts = partsOf(text, (word) =>
    hidden.some(({ start, end }) => start <= word.start && word.end <= end),
  ).filter((part) => !isBare(part));
  const heads = parts.map(({ words }) =>
    withoutCourtesy(words).filter((word) => !BEFORE_ORDER.has(word.plain)),
  );
  const all = heads.flat();
  const orders = (first: Word) => DO.has(first.plain) || isOf(first, candidate, text);
  if (parts.some(({ words: said }) => find(said, 'report') !== undefined)) return false;
  if (heads.some((head) => head[0] !== undefined && orders(head[0])))
    return !heads.some((head) => isJudged(head[0], all, candidate, text) || isPutOff(head, candidate));
  if (speaksOf(all, candidate, text)) return false;
  const [first] = all;
  const said = parts.reduce((sum, { words }) => sum + words.length, 0);
  return first === undefined || said <= VALUE_WORDS || isOfValue(first, text);
}

/** Verbs that say what something is, and so order nothing. */
export const IS =
  /^(?:is|are|was|were|be|been|isnt|wasnt|would|will|could|seems?|looks?|looked|sounds?|failed|ist|sind|war|waren|ware|wird|scheint|est|sont|etait|serait|semble|es|son|fue|era|seria|parece|e|foi|sao|ni|ilikuwa|itakuwa)$/u;

/** `the recalculation is a mistake`, `drawing 60 would be wrong`: of a deed that a noun names something is said. */
function isJudged(
  first: Word | undefined,
  all: readonly Word[],
  candidate: Candidate,
  text: TextModel,
): boolean {
  if (first === undefined || DO.has(first.plain)) return false;
  const isNoun = !candidate.verbs.has(first.stem) || /(?:ing|tion|sis|ung)$/u.test(first.plain);
  // `the seed is 7` gives a value, and judges nothing.
  const isGiving = ({ end }: Word) => /^\s*[\p{N}/"“„«]/u.test(text.text.slice(end));
  return isNoun && isOf(first, candidate, text) && all.some((word) => IS.test(word.plain) && !isGiving(word));
}

/** `put off recalculating`, `put it aside`: a small word behind the verb turns it. */
function isPutOff([first, ...rest]: readonly Word[], candidate: Candidate): boolean {
  return (
    first !== undefined &&
    !isVerb(first, candidate) &&
    rest.slice(0, 2).some(({ plain }) => /^(?:off|aside|away|down|back)$/u.test(plain))
  );
}

/** A number, a unit, a field or a small word. */
function isOfValue(word: Word, { reading }: TextModel): boolean {
  const concepts = conceptsAt(wordsOf(word.text), reading.language).flat();
  return word.stop || !/^\p{L}/u.test(word.text) || concepts.some((one) => !one.startsWith(VERB));
}

/** `stop drawing`, `undo the recalculation`, `unseal the settings`, `take away the key`: the opposite of what the tool does. */
function endingOf({ words }: Part, candidate: Candidate, text: TextModel): Objection | undefined {
  const wish = withoutCourtesy(words);
  const [first, ...rest] = wish;
  if (first === undefined) return undefined;
  const found = { sign: 'negation' as const, words };
  if (isUndone(first, candidate, text)) return found;
  const ends = endsSomething(words) || TAKES_BACK.test(first.plain);
  // `abandon 15%` names a measure.
  const isMeasure = conceptsAt(wordsOf(first.text), text.reading.language)
    .flat()
    .some((one) => one.startsWith('field.'));
  if (!ends || isMeasure || isVerb(first, candidate) || isNamedBy(first, candidate)) return undefined;
  // `stop deleting it` ends what a tool does that ends something itself; `remove the old file` is what it does.
  if (isEnding(candidate))
    return LEAVE_OFF.test(first.plain) && speaksOf(rest, candidate, text) ? found : undefined;
  return found;
}

/** `unsubmit`, `unseal`, `uncommit`: a verb of the tool turned round, or its like. */
function isUndone({ plain, stem }: Word, candidate: Candidate, text: TextModel): boolean {
  const turned = /^(?:un|de|dis)-?(\p{L}{3,})$/u.exec(plain)?.[1];
  if (turned === undefined || candidate.verbs.has(stem) || candidate.exampleWords.has(plain)) return false;
  if (candidate.verbs.has(stemOf(turned))) return true;
  return plain.startsWith('un') && text.reading.language === 'en' && verbsIn(turned, text).length > 0;
}

function toldTo({ words }: Part, candidate: Candidate, model: TextModel): Objection | undefined {
  const { text } = model;
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const said = text
    .slice(first.start, last.end)
    .replace(/^(?:please|pls|bitte(?=,)|por favor|tafadhali)[\s,]+/iu, '');
  const low = foldInPlace(said);
  if (WAVES_AWAY.test(low)) return { sign: 'delay', words };
  if (words.slice(0, 1).some((word) => isVerb(word, candidate))) return undefined;
  // `remind me to call the lab` is what a list of tasks takes.
  if (REMINDS.test(low) && speaksOf(words, candidate, model)) return { sign: 'report', words };
  const lead = HANDS_ON.exec(low)?.[0];
  if (lead === undefined) return undefined;
  const isNamed =
    lead === '' ||
    /^\p{Lu}\p{Ll}+\s+\p{L}|^(?:my|our|the) \p{L}+ (?:to )?\p{L}/u.test(said.slice(lead.length));
  return isNamed ? { sign: 'report', words } : undefined;
}

/** `should I draw it`, `we could draw`, `who drew it`, `we recalculated`: the deed is asked about or told, not wished. */
function askedOf(
  { words }: Part,
  candidate: Candidate,
  text: TextModel,
  hidden: readonly { readonly start: number; readonly end: number }[],
): Objection | undefined {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const said = fold(text.text.slice(first.start, last.end));
  const clause = clauseAt(text, first.start);
  if (clause === undefined || QUANTITY.test(said) || !speaksOf(words, candidate, text)) return undefined;
  if (clause.modal || WONDERS.test(said)) return { sign: 'question', words };
  if (clause.past && clause.mood !== 'imperative') return { sign: 'report', words };
  const isHeaded = withoutCourtesy(words)
    .slice(0, 1)
    .some((word) => isVerb(word, candidate));
  // `remember that he is away until Friday`: the condition is of the prose.
  const isOwn = !hidden.some(({ start, end }) => clause.start < end && start < clause.end);
  if (
    isOwn &&
    clause.conditional &&
    !isSideOfDay(fold(text.text.slice(clause.start, clause.end))) &&
    (isHeaded || clause.mood === 'imperative')
  )
    return { sign: 'condition', words };
  // What changes something is judged with the day that a field of it may take.
  const sides = daysSaid(text.text, LESSON_DAY).filter(({ side }) => side !== undefined);
  const apart = words.filter(({ start, end }) => !sides.some((one) => one.start <= start && end <= one.end));
  const later = isHeaded && !isConsequential(candidate.tool) ? find(apart, 'delay') : undefined;
  if (later !== undefined) return { sign: 'delay', words };
  return undefined;
}

/** What is taken from or up to a day is under no condition: `analyse it until 14 November`, `once past the 13th`. */
function isSideOfDay(said: string): boolean {
  const sides = daysSaid(said, LESSON_DAY).filter(({ side }) => side !== undefined);
  const rest = sides.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end)}`, said);
  return sides.length > 0 && find(words(rest), 'condition') === undefined;
}

/** A denial before the verb or shortly behind it; one of a part, as `without replacement`, is none. */
function deniedIn({ words }: Part, candidate: Candidate, text: TextModel): Objection | undefined {
  const spoken = words.findIndex((word) => isOf(word, candidate, text));
  const isOrder = withoutCourtesy(words)
    .slice(0, 1)
    .some((word) => isVerbAtAll(word, text));
  const at = spoken < 0 && isOrder ? 0 : spoken;
  if (at < 0) return undefined;
  const near = withoutReason(words)
    .slice(0, at + 1 + BEHIND)
    .filter(({ plain }) => !WITHOUT.test(plain));
  const clause = clauseAt(text, words[0]?.start ?? 0);
  return clause?.negated === true && find(near, 'negation') !== undefined
    ? { sign: 'negation', words }
    : undefined;
}

function clauseAt({ reading }: TextModel, place: number): Clause | undefined {
  return reading.clauses.find(({ start, end }) => start <= place && place < end);
}

/** Whether words name the deed of a tool: by one of its verbs, a like one of another language, or its noun. */
function speaksOf(words: readonly Word[], candidate: Candidate, text: TextModel): boolean {
  return words.some((word) => isOf(word, candidate, text));
}

/** `stop deleting it` is no wish that a switch be put off which is about something else. */
function leavesOffOther(
  candidate: Candidate,
  parts: readonly Part[],
  text: TextModel,
): Objection | undefined {
  for (const { words } of parts) {
    const [first, next] = withoutCourtesy(words);
    if (first === undefined || next === undefined || !LEAVE_OFF.test(first.plain)) continue;
    if (isVerbAtAll(next, text) && !isOf(next, candidate, text)) return { sign: 'negation', words };
  }
  return undefined;
}

function isVerbAtAll({ text: said }: Word, text: TextModel): boolean {
  return verbsIn(said, text).length > 0;
}

function verbsIn(word: string, { reading }: TextModel): string[] {
  return conceptsAt(wordsOf(word), reading.language)
    .flat()
    .filter((one) => one.startsWith(VERB));
}

/** Whether a word names the deed of a tool: one of its verbs, a like one of another language, or its noun. */
export function isOf(word: Word, candidate: Candidate, { reading }: TextModel): boolean {
  const now = PAST[word.plain];
  if (isVerb(word, candidate) || isNamedBy(word, candidate)) return true;
  if (now !== undefined && candidate.verbs.has(stemOf(now))) return true;
  const classes = verbClassesOf(candidate);
  if (classes.size === 0) return false;
  return conceptsAt(wordsOf(word.text), reading.language)
    .flat()
    .some((one) => classes.has(one));
}

/** `the recalculation` is what `recalculate` did. */
function isNamedBy({ plain }: Word, { verbs }: Candidate): boolean {
  return [...verbs].some((verb) => verb.length >= SHORTEST && plain.startsWith(verb));
}
