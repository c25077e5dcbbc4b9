import type { ToolSchema } from '../../../plugin/index.js';
import type { Candidate } from '../../choosing/candidates.js';
import { isDate, isPeriod } from '../../filling/fill-dates.js';
import type { TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import type { Language } from '../../language/language.js';
import { stemOf, type Word } from '../../language/tokenize.js';
import type { DateMention } from '../../reading/reading.js';
import { fieldsOf, type JsonSchema } from '../../schema/schema-fields.js';
import { leftOver, type Values, wordsOfAPart } from '../planning/left-over.js';
import { find, isBare, type Part, partsOf, startsWith, withoutCourtesy } from '../planning/signs.js';
import { isAside } from '../prose/aside.js';
import { endsSomething, isEnding } from '../turns/ending.js';
import type { Sign } from './consent-words.js';
import { isVerb } from './is-verb.js';

/** What a message allows of a call that changes something. */
export type Consent =
  /** Its verb is a wish in a clause of its own, and nothing speaks against it. */
  | { readonly kind: 'plain' }
  /** The same, but `words` stand in the wish that the call cannot heed. */
  | { readonly kind: 'partly'; readonly words: readonly string[] }
  /** Its verb is there, but not as a wish; `words` say why. */
  | {
      readonly kind: 'refused';
      readonly sign: Sign;
      readonly words: string;
      /** Nothing speaks against it but where its verb stands: who knows the wish by other words may propose it. */
      readonly weak?: true;
    }
  /** None of its verbs is there. */
  | { readonly kind: 'unsaid' };

/** In so many clauses a message may say the verb of a call. */
const MOST_SPOKEN = 12;
const PLAIN: Consent = { kind: 'plain' };

/** Whether a call of the tool changes what is there or tells others; what a tool does not say counts as that. */
export function isConsequential({ effect = 'write', additive }: ToolSchema): boolean {
  return effect !== 'read' && additive !== true;
}

/**
 * What a message allows of a tool's call. `filled` tells which of its words are values. A call that changes something
 * needs its verb first in a clause (`delete …`, `can you delete …`); a negation, a condition, a report, a question, a
 * second thought, another time or a word that narrows it speaks against it. Any other call only needs not to be
 * forbidden.
 */
export function consentTo(candidate: Candidate, model: TextModel, filled: Values): Consent {
  const parts = partsOf(model, (word) => isProse(word, model, filled)).filter((part) => !isBare(part));
  if (!isConsequential(candidate.tool))
    return forbids(candidate, parts) ?? partlyBy(wordsOfAPart(candidate, parts, model, filled));
  const headed = parts.filter((part) => isHeaded(part, candidate));
  const spoken = parts.filter((part) => part.words.some((word) => isVerb(word, candidate)));
  if (headed.length === 0) return spoken.length === 0 ? { kind: 'unsaid' } : notAWish(spoken, parts);
  // Nobody agrees to more clauses than they can look over.
  const beyond = spoken[MOST_SPOKEN];
  if (beyond !== undefined) return refused('narrowing', beyond.words);
  for (const part of spoken) {
    const objection = headed.includes(part)
      ? objectionTo(part, parts, candidate, model, filled)
      : forbidden(part, parts);
    if (objection !== undefined) return objection;
  }
  const left = [
    ...headed.flatMap((part) => leftOver(part, parts, candidate, model, filled)),
    ...subjectPeriods(model, filled).map(({ raw }) => raw),
  ];
  return partlyBy(left);
}

/** Words that a call cannot heed leave a part of the consent. */
function partlyBy(words: readonly string[]): Consent {
  return words.length === 0 ? PLAIN : { kind: 'partly', words };
}

/**
 * What a message allows of a call that was understood without one of the verbs that are known of its tool, as in a
 * language that its manifest does not speak: it may be proposed, unless anything speaks against it.
 */
export function impliedConsent(candidate: Candidate, model: TextModel, filled: Values): Consent {
  const consent = consentTo(candidate, model, filled);
  const isWeak = consent.kind === 'refused' && consent.weak === true;
  if (consent.kind !== 'unsaid' && !(isWeak && isWishful(model))) return consent;
  const parts = partsOf(model, (word) => isProse(word, model, filled)).filter((part) => !isBare(part));
  const question = parts.find((part) => part.asks && !isRequest(part));
  if (question !== undefined) return refused('question', question.words);
  const opened = parts.find(
    (part, at) =>
      startsWith(withoutCourtesy(part.words), 'question') > 0 &&
      !isRelative(part, parts[at - 1], model.reading.language),
  );
  if (opened !== undefined) return refused('question', opened.words);
  return answerConsent({ kind: 'partly', words: [] }, candidate, model, filled);
}

/** Whether no clause of a message reports, denies, doubts or sets a condition. */
function isWishful({ reading }: TextModel): boolean {
  return reading.clauses.every(
    ({ past, negated, conditional, modal }) => !past && !negated && !conditional && !modal,
  );
}

/** Words that open a question at the head of a sentence, and within one only say which is meant: `… that somebody sent`. */
const RELATIVE =
  /^(?:que|quien|quienes|cual|cuales|donde|qui|quoi|quelle?|o|onde|qual|quais|which|who|where|was|wo|welche[rs]?)$/u;

function isRelative({ words, sentence }: Part, before: Part | undefined, language: Language): boolean {
  const first = withoutCourtesy(words)[0]?.plain ?? '';
  // A particle that asks in Swahili is a pronoun in French.
  if (first === 'je') return language !== 'sw';
  return before?.sentence === sentence && RELATIVE.test(first);
}

/** What an answer to a question leaves of the consent that the question rests on. */
export function answerConsent(
  before: Consent,
  candidate: Candidate,
  model: TextModel,
  filled: Values,
): Consent {
  if (before.kind === 'refused' || !isConsequential(candidate.tool)) return before;
  const words = partsOf(model, (word) => isProse(word, model, filled))
    .filter((part) => !isAside(part, candidate, model))
    .flatMap((part) => part.words);
  const apart = words.filter((word) => !leadsToValue(word, model, filled));
  for (const sign of ['negation', 'condition', 'correction', 'report', 'narrowing'] as const) {
    const said = sign === 'report' || sign === 'narrowing' ? apart : words;
    // `oublie mes préférences` takes back no word, where forgetting them is what the tool does.
    const found = find(sign === 'correction' && isOwnHead(words, candidate) ? said.slice(1) : said, sign);
    if (found !== undefined) return { kind: 'refused', sign, words: found };
  }
  return delayOf(words, model, filled) ?? before;
}

/** Whether a message begins with a word of ending something, and goes on with what a tool speaks of that ends it. */
function isOwnHead(words: readonly Word[], candidate: Candidate): boolean {
  const [, ...rest] = words;
  const isSubject = ({ stem }: Word) =>
    candidate.terms.has(stem) || (candidate.capabilityTerms.get(stem) ?? 0) > 0;
  return isEnding(candidate) && endsSomething(words) && rest.some((word) => !word.stop && isSubject(word));
}

/** What a message allows that changes an earlier call: without a verb of its own the changed call is proposed. */
export function changeConsent(candidate: Candidate, model: TextModel, filled: Values): Consent {
  const consent = consentTo(candidate, model, filled);
  return consent.kind === 'unsaid'
    ? answerConsent({ kind: 'partly', words: [] }, candidate, model, filled)
    : consent;
}

/** The stricter of two. */
export function stricter(a: Consent, b: Consent): Consent {
  const order = ['refused', 'unsaid', 'partly', 'plain'];
  return order.indexOf(a.kind) <= order.indexOf(b.kind) ? a : b;
}

/** Whether a message says a verb of the tool at all. */
export function saysVerb(candidate: Candidate, { words }: TextModel): boolean {
  return words.some((word) => isVerb(word, candidate));
}

/** `don't list /notes` is no wish either, though the call would harm nobody. */
function forbids(candidate: Candidate, parts: readonly Part[]): Consent | undefined {
  for (const { words } of parts) {
    const rest = withoutCourtesy(words);
    const taken = startsWith(rest, 'negation');
    if (taken > 0 && rest.slice(taken, taken + 3).some((word) => isVerb(word, candidate)))
      return refused('negation', words);
  }
  return undefined;
}

/** Words of a sentence that is a value of a field, or that was taught: what they deny, the message does not. */
function isProse(word: Word, { text }: TextModel, { places, taught = [] }: Values): boolean {
  if (taught.some(({ start, end }) => start <= word.start && word.end <= end)) return true;
  return places.some(({ start, end }) => {
    if (word.start < start || word.end > end) return false;
    const led = /[:"“‘'«]\s*$/u.test(text.slice(0, start));
    return led || text.slice(start, end).trim().split(/\s+/u).length >= 3;
  });
}

function isHeaded({ words }: Part, candidate: Candidate): boolean {
  const first = withoutCourtesy(words)[0];
  return first !== undefined && (isVerb(first, candidate) || isStop(words, candidate));
}

/** `stop sharing it` is a wish for the opposite of sharing. */
function isStop(words: readonly Word[], candidate: Candidate): boolean {
  const [first, second] = withoutCourtesy(words);
  return first?.plain === 'stop' && second !== undefined && isVerb(second, candidate);
}

/** Why a message that only mentions the verb is no wish for it. */
function notAWish(spoken: readonly Part[], parts: readonly Part[]): Consent {
  for (const part of spoken) {
    const found = forbidden(part, parts);
    if (found !== undefined) return found;
  }
  return { ...refused('report', spoken[0]?.words ?? []), weak: true };
}

function forbidden(part: Part, parts: readonly Part[]): Consent | undefined {
  const sentence = wordsOf(parts, part.sentence);
  const asks = (part.asks && !isRequest(part)) || startsWith(withoutCourtesy(part.words), 'question') > 0;
  for (const sign of ['negation', 'condition', 'correction', 'report'] as const) {
    const found = find(sentence, sign);
    // The `when` of `who approved it and when` sets no condition.
    if (found !== undefined && !(asks && sign === 'condition'))
      return { kind: 'refused', sign, words: found };
  }
  return asks ? refused('question', part.words) : undefined;
}

function objectionTo(
  part: Part,
  parts: readonly Part[],
  candidate: Candidate,
  model: TextModel,
  filled: Values,
): Consent | undefined {
  const sentence = parts.filter(
    (other) => other.sentence === part.sentence && (other === part || !isAside(other, candidate, model)),
  );
  const words = sentence.flatMap((other) => (other === part ? withoutCourtesy(other.words) : other.words));
  const wish = withoutReason(words);
  for (const sign of ['negation', 'condition', 'correction', 'report'] as const) {
    const found = find(sign === 'negation' || sign === 'report' ? wish : words, sign);
    if (found !== undefined) return { kind: 'refused', sign, words: found };
  }
  const after = wordsOf(
    parts.filter((other) => !isAside(other, candidate, model)),
    part.sentence + 1,
  );
  const second =
    find(after.slice(0, 8), 'correction') ?? (after.length <= 4 ? find(after, 'negation') : undefined);
  if (second !== undefined) return { kind: 'refused', sign: 'correction', words: second };
  if (part.asks && !isRequest(part)) return refused('question', part.words);
  const scope = scopeOf(part, sentence);
  const narrowing = find(
    withoutPurpose(scope).filter(
      (word) =>
        !candidate.exampleWords.has(word.plain) &&
        !leadsToValue(word, model, filled) &&
        !isOfDay(word, model),
    ),
    'narrowing',
  );
  if (narrowing !== undefined) return { kind: 'refused', sign: 'narrowing', words: narrowing };
  return delayOf(scope, model, filled);
}

/** What leads to why somebody wants something. */
const REASON = /^(?:because|weil|denn|parce|car|porque|pois|sababu)$/u;

/** `reject it because the mean is not justified`: what the reason denies or tells, the wish does not. */
export function withoutReason(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ plain }) => REASON.test(plain));
  return at > 0 ? words.slice(0, at) : words;
}

/** What leads to what something is done for, and words of it that take in everybody: they narrow nothing. */
const PURPOSE = /(?<!\p{L})(?:so that|so|damit|pour que|para que|ili)$/u;
const EVERYBODY =
  /^(?:all|every|each|any|everyone|everybody|anyone|anybody|alle|jeder|jede|tous|toutes|todos|todas|wote)$/u;

/** `publish it so that all donors can see it`: whom it is for narrows nothing, unless it is for some alone. */
function withoutPurpose(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((_, last) =>
    PURPOSE.test(
      words
        .slice(Math.max(0, last - 1), last + 1)
        .map(({ plain }) => plain)
        .join(' '),
    ),
  );
  return at < 0 ? words : words.filter(({ plain }, place) => place < at || !EVERYBODY.test(plain));
}

/** `can you delete it?` and `please delete it?` are requests, `delete it?` is a question. */
function isRequest({ words }: Part): boolean {
  return /^(?:can|could|will|would|please|kindly|bitte|kannst|konnen|konntest|konnten|peux|pouvez|pourriez|puedes|puede|podrias|podria|por|pode|podes|poderia|tafadhali|unaweza|naomba)$/u.test(
    words[0]?.plain ?? '',
  );
}

/** The words of a wish: from its verb to the end of its sentence. */
function scopeOf(part: Part, sentence: readonly Part[]): readonly Word[] {
  const rest = sentence.slice(sentence.indexOf(part) + 1).flatMap(({ words }) => words);
  return [...withoutCourtesy(part.words).slice(1), ...rest];
}

/** `called` of `called Plans` gives a value and narrows nothing, `says` of `that says: back at 5` reports nothing. */
function leadsToValue(word: Word, { text }: TextModel, { places }: Values): boolean {
  return places.some(
    ({ start }) => start > word.end && /^:?\s*["“«„]?$/u.test(text.slice(word.end, start).trim()),
  );
}

/** `last` of `since last week` narrows nothing; whether the day is heeded is judged by itself. */
function isOfDay(word: Word, { dates }: TextModel): boolean {
  return dates.some(({ start, end }) => start <= word.start && word.end <= end);
}

/** Behind these a quarter, month or year says what something is for, and not when it is to be done. */
const ABOUT = /(?:^|\s)(?:for|of|fur|von|pour|de|du|para|por|do|da|kwa|ya|za)\s+$/u;

/** The quarters, months and years that a message speaks of and no field took: `submit the design for 2026-Q4`. */
function subjectPeriods({ dates, text }: TextModel, { places, filled }: Values): DateMention[] {
  if (filled.some((field) => isDate(field) || isPeriod(field))) return [];
  return dates.filter(
    ({ from, to, relative, start, end }) =>
      from !== to &&
      !relative &&
      ABOUT.test(fold(text.slice(Math.max(0, start - 8), start))) &&
      !places.some((place) => start < place.end && place.start < end),
  );
}

/** Another time than now, unless the call has a field that took it. */
function delayOf(scope: readonly Word[], model: TextModel, values: Values): Consent | undefined {
  const { filled, places } = values;
  const from = scope[0]?.start ?? 0;
  const about = subjectPeriods(model, values);
  const days = model.dates.filter(
    (date) =>
      date.start >= from &&
      !about.includes(date) &&
      !places.some((place) => date.start < place.end && place.start < date.end),
  );
  const taken = filled.filter((field) => isDate(field) || isPeriod(field)).length;
  const later = days.filter((day) => day.from !== model.today);
  const first = later.length > taken ? later[0] : undefined;
  if (first !== undefined)
    return { kind: 'refused', sign: 'delay', words: model.text.slice(first.start, first.end) };
  const rest = scope.filter((word) => !days.some(({ start, end }) => word.start < end && start < word.end));
  const words = find(rest, 'delay');
  return words === undefined ? undefined : { kind: 'refused', sign: 'delay', words };
}

function wordsOf(parts: readonly Part[], sentence: number): readonly Word[] {
  return parts.filter((part) => part.sentence === sentence).flatMap(({ words }) => words);
}

/** The first words of what speaks against a call. */
export function refused(sign: Sign, words: readonly Word[]): Extract<Consent, { kind: 'refused' }> {
  return {
    kind: 'refused',
    sign,
    words: words
      .slice(0, 4)
      .map((word) => word.text)
      .join(' '),
  };
}

/**
 * The stems by which people ask for a tool: the first word of its name, how its examples begin, and the words of a
 * switch that it must be given, such as `unpublish`.
 */
export function verbsOf(
  nameWords: readonly string[],
  parameters: JsonSchema,
  examples: readonly (readonly Word[])[],
): ReadonlySet<string> {
  const switches = fieldsOf(parameters).filter((field) => field.kind === 'boolean' && field.required);
  const openings = examples.flatMap((words) => withoutCourtesy(words)[0] ?? []);
  const spoken = openings.filter((word) => !word.stop || word.plain === 'make' || word.plain === 'get');
  return new Set([
    ...nameWords.slice(0, 1).map(stemOf),
    ...spoken.map(({ stem }) => stem),
    ...switches.flatMap(({ aliases, opposites }) => [...aliases, ...opposites].map(stemOf)),
  ]);
}
