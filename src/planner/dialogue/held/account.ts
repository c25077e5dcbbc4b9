import type { Candidate } from '../../choosing/candidates.js';
import { conceptsAt } from '../../language/concepts.js';
import { fold } from '../../language/fold.js';
import type { Language } from '../../language/language.js';
import { isStopWord, type Word, words } from '../../language/tokenize.js';
import { wordsOf } from '../../language/words.js';
import { readOnce } from '../../reading/read-once.js';
import type { DateMention, Mention } from '../../reading/reading.js';
import { isConsequential } from '../consent/consent.js';
import { isVerb } from '../consent/is-verb.js';
import { canonical, isWhole, type PlannedCall, standingOf } from '../planning/planned-call.js';
import { withoutSignature } from '../prose/without-signature.js';
import { type SaidZone, saidZones } from './days/said-zones.js';
import { isExampleValue, isKnownName } from './things/hold-unheard.js';

/** With more characters a message tells a story, of which much belongs to no call. */
const LONGEST = 240;

/** Words that lead to what narrows, aims or shapes a wish. */
const LEADS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: setOf('for as without except excluding with in by to from tell only but'),
  de: setOf('fur als ohne ausser mit in im bei an von aus nach nur sag sage'),
  fr: setOf('pour comme sans sauf avec en a au dans par chez de seulement'),
  es: setOf('para como sin excepto salvo con en a al de por solo'),
  pt: setOf('para como sem exceto salvo com em a ao de por no na so'),
  sw: setOf('kwa kama bila isipokuwa na katika ya wa mradi tu umwambie mwambie'),
};

/** Those behind which also a small word says how or of what: `as a pie`, `without the ids`. */
const SHAPES: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: setOf('as without except excluding'),
  de: setOf('als ohne ausser'),
  fr: setOf('comme sans sauf'),
  es: setOf('como sin excepto salvo'),
  pt: setOf('como sem exceto salvo'),
  sw: setOf('kama bila isipokuwa'),
};

/** English, whatever language the names around it look like. */
const AS_A = /^as an? $/iu;

/** `as soon as possible`, `without delay`, `as usual`: set phrases that narrow nothing. */
const SET_PHRASES: ReadonlySet<string> = setOf(
  'soon well usual possible delay doubt problem fail problems ever always before follows such much many long far ' +
    'moglich bald immer zweifel ublich toujours possible doute fait siempre duda posible sempre duvida possivel kawaida ' +
    'sampling source base fuente queda querer mas plus possivel to result results answer expected said given shown stated first last next possibly question example default',
);

/** How something is to be done: it is done otherwise than a call can say, unless the call says it. */
const MANNERS: ReadonlySet<string> = setOf(
  'equally evenly briefly shortly separately anonymously secretly privately weekly monthly twice alphabetically ' +
    'gleichmassig kurz getrennt anonym egalement brievement separement equitativement igualmente brevemente ' +
    'separadamente uniformemente sawasawa kwaufupi',
);

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** What the person said, to be held against the calls that were made of it. */
interface Said {
  readonly text: string;
  readonly language: Language;
  readonly words: readonly Word[];
  readonly mentions: readonly Mention[];
  /** Time zones, to which the calls are held by themselves. */
  readonly zones: readonly SaidZone[];
  readonly calls: readonly PlannedCall[];
  readonly candidates: readonly Candidate[];
  /** All that the calls hold or ask about, folded. */
  readonly told: string;
}

/**
 * Calls held to every name, id, day, quotation and narrowing word of the message: each is a value of a call, a word of the
 * operation, or told as unused. What changes something is asked about before; of what only reads or computes, a day or an id
 * that nothing took is asked about, and any other word is named beside the answer.
 */
export function holdAccount(
  calls: readonly PlannedCall[],
  message: string,
  { candidates, today }: { readonly candidates: readonly Candidate[]; readonly today: string | undefined },
): readonly PlannedCall[] {
  const [first] = calls;
  const text = withoutSignature(message);
  const isOver = calls.some(
    (call) => call.agreed === true || standingOf(call) === 'refuse' || !isWhole(call),
  );
  if (first === undefined || isOver || text.length > LONGEST || text.includes('\n')) return calls;
  const { language, mentions } = readOnce(text, today === undefined ? {} : { today });
  const said: Said = {
    text,
    language,
    mentions,
    words: words(text),
    zones: saidZones(text),
    calls,
    candidates,
    told: toldBy(calls),
  };
  const grave = [
    ...idsIn(said),
    ...daysIn(said, today),
    ...quotesIn(said),
    ...vagueIn(said),
    ...methodsIn(said),
    ...namedPartsIn(said),
  ];
  const light = [...namesIn(said), ...shapesIn(said)];
  const left = [...new Set([...grave, ...light])].filter(
    (one, _, all) => !all.some((other) => other !== one && other.includes(one)),
  );
  if (left.length === 0) return calls;
  const isAsked = grave.length > 0 || calls.some(({ candidate }) => isConsequential(candidate.tool));
  const unused = [...first.unused, ...left];
  const asked: PlannedCall = isAsked
    ? { ...first, unused, band: 'likely', unsettled: true }
    : { ...first, unused };
  return [asked, ...calls.slice(1)];
}

function toldBy(calls: readonly PlannedCall[]): string {
  return fold(
    calls
      .map((call) =>
        [
          canonical(call.args),
          ...call.unused,
          ...(call.rivals ?? []),
          ...(call.readTwoWays ?? []).map(({ said }) => said),
          ...call.refused.map(({ mention }) => mention.raw),
          ...(call.slots ?? []).map(({ mention }) => mention.raw),
          ...(call.consent.kind === 'partly' ? call.consent.words : []),
        ].join(' '),
      )
      .join(' '),
  );
}

function isTold({ told }: Said, raw: string): boolean {
  return told.includes(fold(JSON.stringify(raw).slice(1, -1))) || told.includes(fold(raw));
}

function idsIn(said: Said): string[] {
  return said.mentions.flatMap((one) =>
    one.type === 'id' && !isTold(said, one.value) && !isTold(said, one.raw) ? [one.raw] : [],
  );
}

function quotesIn(said: Said): string[] {
  return said.mentions.flatMap((one) => (one.type === 'quote' && !isTold(said, one.value) ? [one.raw] : []));
}

/** `a few hundred` is no hundred. */
const VAGUE =
  /(?<!\p{L})(?:(?:a few|several|some|a couple of|einige|ein paar|mehrere|quelques|plusieurs|algun[oa]s|unos pocos|varios|algumas?|alguns|varias) (?:dozens?|hundreds?|thousands?|dutzend|hundert|tausend|dizaines|centaines|milliers|mil|docenas|cientos|miles|dezenas|centenas|milhares)|(?:dozens|hundreds|thousands) of)(?!\p{L})/giu;

function vagueIn(said: Said): string[] {
  return [...said.text.matchAll(VAGUE)].flatMap(({ 0: raw }) => (isTold(said, raw) ? [] : [raw]));
}

/** How something is to be reckoned, which no call of its own can be told. */
const METHODS =
  /(?<!\p{L})(?:(?:one|two|single)[- ](?:sided|tailed)|student[’']?s? t(?:[- ](?:distribution|test))?|t[- ](?:distribution|test)|ein(?:-|)seitig|zweiseitig|unilat[ée]ral\p{L}*|bilat[ée]ral\p{L}*|(?:t-verteilung|loi de student|t de student)|bayes\p{L}*|bootstrap\p{L}*)(?!\p{L})/giu;

function methodsIn(said: Said): string[] {
  const given = said.calls
    .flatMap(({ args }) => Object.values(args))
    .filter((one) => typeof one === 'string');
  return [...said.text.matchAll(METHODS)].flatMap(({ 0: raw }) => {
    const isGiven = given.some((one) => /^(?:t|one|two)\b/iu.test(one) && METHOD_OF.test(raw));
    return isGiven || isTold(said, raw) ? [] : [raw];
  });
}

/** A part of a file or of a design that is called by its kind and a name: `column kg`, `Spalte kg`. */
const NAMED_PART =
  /(?<!\p{L})(?:(?:columns?|sheet|tab|worksheet|spalte|blatt|colonne|feuille|columna|hoja|coluna|folha|planilha|safu|laha)\s+(?:["'“„«]?)([\p{L}\p{N}_][\p{L}\p{N}_.-]*))/giu;

/** Parts of that kind that no value of a call is. */
function namedPartsIn(said: Said): string[] {
  return [...said.text.matchAll(NAMED_PART)].flatMap(({ 0: raw, 1: name = '' }) => {
    const isWord = isStopWord(fold(name)) || LEADS[said.language].has(fold(name));
    const isHeld = said.calls.some(({ args }) => canonical(args).includes(JSON.stringify(name).slice(1, -1)));
    return isWord || isHeld || isTold(said, raw) ? [] : [raw];
  });
}

/** A choice of a call may be such a method by its letter: `t`. */
const METHOD_OF = /student|^t\b|sided|tailed/iu;

/** `not tomorrow, Friday`: the day is what is not meant. */
const DENIED = /(?<!\p{L})(?:not|nicht|pas|não)\s+(?:on\s+|am\s+)?$/iu;

/** Days that no value stands for; what is done now is done today. */
function daysIn(said: Said, today: string | undefined): string[] {
  if (today === undefined) return [];
  return said.mentions.flatMap((one) => {
    const isNow = one.type === 'date' && one.from <= today && today <= one.to;
    const isMeant = one.type === 'date' && !isNow && !DENIED.test(said.text.slice(0, one.start));
    return isMeant && !holdsDay(one, said) ? [one.raw] : [];
  });
}

function holdsDay({ value, from, to, raw, ahead }: DateMention, said: Said): boolean {
  if ([value, from, to, raw].some((one) => isTold(said, one))) return true;
  // Days from today on are counted by some.
  return (
    ahead !== undefined && said.calls.some(({ args }) => Object.keys(args).some((key) => /days$/iu.test(key)))
  );
}

/** Names of people, places and things: what begins with a capital within a sentence and no operation speaks of. */
function namesIn(said: Said): string[] {
  const { text, language } = said;
  // Who writes in capitals alone marks no name by them.
  if (!/\p{Ll}{3}/u.test(text)) return [];
  return said.words.flatMap((word, at) => {
    const before = said.words[at - 1];
    const isFirst =
      before === undefined || /[.!?:;]\s*$/u.test(text.slice(0, word.start)) || isInMention(word, said);
    if (isFirst || !/^\p{Lu}[\p{Ll}\p{Lu}\d]/u.test(word.text) || isTold(said, word.text)) return [];
    // Every noun of German begins so: there it is a name behind what leads to one, or with nothing else to be.
    const lead = said.words.slice(Math.max(0, at - 3), at).some(({ plain }) => LEADS[language].has(plain));
    if (language === 'de' && !lead) return [];
    const isWord = isOfWish(word, said) || isKnownName(word, language, said.candidates);
    return isWord && !isExampleValue(word, said.candidates) ? [] : [word.text];
  });
}

/** Words that say how, as what, or without what. */
function shapesIn(said: Said): string[] {
  const { language, text } = said;
  return said.words.flatMap((word, at) => {
    if (MANNERS.has(word.plain) && !isTold(said, word.text) && !isOfWish(word, said)) return [word.text];
    const before = said.words[at - 1];
    const lead = before !== undefined && isSmall(before, language) ? said.words[at - 2] : before;
    const isShape =
      lead !== undefined &&
      (SHAPES[language].has(lead.plain) || AS_A.test(text.slice(lead.start, word.start)));
    if (lead === undefined || lead.start === 0 || !isShape) return [];
    if (/[óÓ]/u.test(lead.text)) return [];
    if (!/^[\p{L}\s]*$/u.test(text.slice(lead.end, word.start)) || isSmall(word, language)) return [];
    if (SET_PHRASES.has(word.plain) || isInMention(word, said) || isTold(said, word.text)) return [];
    return isOfWish(word, said) || isOfField(word, said) ? [] : [text.slice(lead.start, word.end)];
  });
}

const ARTICLES: ReadonlySet<string> = setOf(
  'a an the some any my our ein eine einen einem einer der die das den dem un une le la les des du une un una el los las um uma o a os as',
);

function isSmall({ plain }: Word, language: Language): boolean {
  return ARTICLES.has(plain) || (language === 'en' && isStopWord(plain));
}

/** Whether a word stands in a value that was read, which other rules hold the call to. */
function isInMention(word: Word, { mentions, zones }: Said): boolean {
  if (zones.some((one) => word.start < one.end && one.start < word.end)) return true;
  return mentions.some((one) => one.type !== 'ordinal' && word.start < one.end && one.start < word.end);
}

/** Whether a word is one by which people ask for a call of the plan. */
function isOfWish(word: Word, { calls }: Said): boolean {
  return calls.some(
    ({ candidate }) =>
      candidate.terms.has(word.stem) || candidate.exampleWords.has(word.plain) || isVerb(word, candidate),
  );
}

/** Whether the language knows the word as a field or a value of something. */
function isOfField(word: Word, { language }: Said): boolean {
  return conceptsAt(wordsOf(word.text), language).flat().length > 0;
}
