import { escapePattern } from '../../../../kit/index.js';
import type { Candidate } from '../../../choosing/candidates.js';
import { conceptsAt } from '../../../language/concepts.js';
import type { Language } from '../../../language/language.js';
import { isStopWord, type Word, words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { rootLeaves } from '../../../schema/leaves.js';
import { fieldsOf } from '../../../schema/schema-fields.js';
import { createReader } from '../../../understanding/reader.js';
import { canonical, isWhole, type PlannedCall } from '../../planning/planned-call.js';
import { withoutSignature } from '../../prose/without-signature.js';

/** Behind these a sentence names what it asks about. */
const LEADS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['of', 'in', 'for', 'on']),
  de: new Set(['von', 'in', 'fur', 'auf', 'bei']),
  fr: new Set(['de', 'du', 'en', 'pour', 'sur', 'a', 'au']),
  es: new Set(['de', 'del', 'en', 'para', 'sobre']),
  pt: new Set(['de', 'do', 'da', 'em', 'no', 'na', 'para', 'sobre']),
  sw: new Set(['ya', 'wa', 'kwa', 'za', 'la', 'cha', 'katika']),
};
const ARTICLES: ReadonlySet<string> = new Set([
  'the',
  'der',
  'den',
  'dem',
  'des',
  'la',
  'le',
  'el',
  'o',
  'a',
]);
/** `d'Ethereum` */
const ELIDED = /^d['’](?=\p{Lu})/iu;
/** Names of what is asked anyway, and words of set phrases: `of mainnet`, `in general`. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'ixo impact impacts hub chain blockchain chains network mainnet testnet devnet oracle system server crypto coins tokens ' +
    'general detail details total short brief full depth particular percent numbers figures words order case fact theory ' +
    'practice reality real sure example instance average time once reference context course anything everything something ' +
    'everyone everybody anyone someone sudden late english german french spanish portuguese swahili ' +
    'kette netzwerk netz moment augenblick allem deutsch chaine reseau moment general tout francais cadena red momento ' +
    'todo espanol cadeia rede tudo portugues mnyororo mtandao sasa yote kiswahili'
  ).split(' '),
);

/**
 * What is read without a value but one of a choice, held to the name and the time that the message gives: for `inflation of ethereum`
 * or `inflation last year` the figure of this place and day is no answer. What was not used is asked about.
 */
export function holdUnheard(
  calls: readonly PlannedCall[],
  message: string,
  { candidates, today }: { readonly candidates: readonly Candidate[]; readonly today: string | undefined },
): readonly PlannedCall[] {
  const [call, another] = calls;
  if (call === undefined || another !== undefined || !isRead(call)) return calls;
  const text = withoutSignature(message);
  if (!isBare(call)) {
    // What has values of its own is about them; another name is told beside the answer.
    const given = JSON.stringify(call.args);
    const names =
      text.length > LONGEST ? [] : otherNames(text, candidates).filter((name) => !given.includes(name));
    return names.length === 0 ? calls : [{ ...call, unused: [...call.unused, ...names] }];
  }
  const left = [...otherTimes(text, today), ...otherNames(text, candidates)];
  if (left.length === 0) return calls;
  return [{ ...call, unused: [...call.unused, ...left], band: 'likely', unsettled: true }];
}

/** With more words than this a message tells a story. */
const LONGEST = 120;

function isRead(call: PlannedCall): boolean {
  const { candidate, agreed, unused } = call;
  return candidate.tool.effect === 'read' && agreed !== true && isWhole(call) && unused.length === 0;
}

/** Whether a call has no values but choices. */
function isBare({ candidate, args }: PlannedCall): boolean {
  const choices = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(({ kind }) => kind === 'enum');
  return Object.keys(args).every((name) => choices.some(({ path }) => path.join('.') === name));
}

/** Days and spans that are over or still to come. */
function otherTimes(text: string, today: string | undefined): string[] {
  if (today === undefined) return [];
  const reader = createReader({ today });
  return reader
    .read(text, reader.languageOf(text))
    .mentions.flatMap((mention) =>
      mention.type === 'date' && (mention.to < today || mention.from > today) ? [mention.raw] : [],
    );
}

/**
 * Words behind `of` or `in` that no operation speaks of. Of other languages than English fewer words are known: there a
 * name is what begins with a capital, or in German, where every noun does, what follows `von`.
 */
function otherNames(text: string, candidates: readonly Candidate[]): string[] {
  const language = createReader().languageOf(text);
  const said = words(text);
  return said.flatMap((word, at) => {
    const before = said[at - 1];
    const lead = before !== undefined && ARTICLES.has(before.plain) ? said[at - 2] : before;
    const name = word.text.replace(ELIDED, '');
    const isElided = name !== word.text;
    const isLed =
      isElided ||
      (lead !== undefined &&
        LEADS[language].has(lead.plain) &&
        /^\s+(?:\p{L}+\s+)?$/u.test(text.slice(lead.end, word.start)));
    const isName =
      language === 'en' || (/^\p{Lu}/u.test(name) && (language !== 'de' || lead?.plain === 'von'));
    return isLed && isName && !isKnownName(word, language, candidates) ? [name] : [];
  });
}

/** Whether a word is of the language, or one that an operation speaks of, and no name. */
export function isKnownName(
  { text, plain, stem }: Word,
  language: Language,
  candidates: readonly Candidate[],
): boolean {
  return (
    plain.length < 3 ||
    isStopWord(plain) ||
    NO_NAMES.has(plain) ||
    conceptsAt(wordsOf(text), language).flat().length > 0 ||
    candidates.some(
      ({ terms, capabilityTerms, exampleWords }) =>
        terms.has(stem) || capabilityTerms.has(stem) || exampleWords.has(plain),
    )
  );
}

/** Whether examples have the word as a value: `Nairobi` is a name, though a plugin's own example says it. */
export function isExampleValue({ text }: Word, candidates: readonly Candidate[]): boolean {
  const whole = new RegExp(`(?<![\\p{L}\\d])${escapePattern(text)}(?![\\p{L}\\d])`, 'u');
  return candidates.some((candidate) =>
    candidate.capability?.manifest.examples?.some(
      ({ tool, args = {} }) => tool === candidate.tool.name && whole.test(canonical(args)),
    ),
  );
}
