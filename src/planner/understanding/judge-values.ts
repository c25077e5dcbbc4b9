import { conceptsAt } from '../language/concepts.js';
import type { Language } from '../language/language.js';
import { isSmallWord } from '../language/language-of.js';
import { isStopWord, splitName, stemOf } from '../language/tokenize.js';
import { wordsOf } from '../language/words.js';
import type { Mention } from '../reading/reading.js';
import type { Pick } from './decode-slots.js';
import type { Token } from './features/tokens.js';
import type { Leaf } from './leaf-fields.js';
import type { ReadTurn } from './read-turn.js';
import { fieldsOfLabel, NO_FIELD } from './slot-labels.js';

/** Below this a number in a text is a guess. */
const GUESSED = 0.75;

/**
 * A number in a text that nobody spoke of, and hardly likely there: the value of an authority is no seed. It is better told as
 * unused than shown in a role that it does not have.
 */
export function isGuess(
  { label, mention, p }: Pick,
  { tokens }: ReadTurn,
  leaves: ReadonlyMap<string, Leaf>,
): boolean {
  if (mention.type !== 'number' || p >= GUESSED) return false;
  return fieldsOfLabel(label).some(({ path }) => {
    const leaf = leaves.get(path.join('.'));
    if (leaf === undefined || leaf.kind !== 'string' || leaf.many) return false;
    const names = new Set(leaf.names.flatMap(splitName).map(stemOf));
    return !tokens.some(({ text }) => names.has(stemOf(text)));
  });
}

/** Words between a multiple and what it is of may be missing, where these stand before it: `mara 0.3`, `factor 0.3`. */
const TIMES =
  /^(?:x|times|factor|multiple|mal|faktor|fois|facteur|veces|vezes|fator|mara|ratio|share|part)$/u;
const ENDS = /^[.,;:!?)\n]$|^(?:and|und|et|y|e|na)$/u;
const NEAR = 5;

/**
 * Whether a bare number is a multiple of another value: `0.25 of the mean`, `cv 0.25`. What ends or is joined to the next
 * value right behind the number is none: `sd 0.5 and mean 3.2`.
 */
export function isMultiple(mention: Mention, { tokens }: ReadTurn): boolean {
  if (mention.type !== 'number' || mention.percent || mention.fraction) return true;
  const at = tokens.findIndex((token) => token.mention === mention);
  const next = tokens[at + 1];
  if (next !== undefined && (next.mention !== undefined || !ENDS.test(next.text))) return true;
  const before = tokens.slice(Math.max(0, at - NEAR), at);
  return before.some(({ text, concepts }) => TIMES.test(text) || concepts.includes('field.cv'));
}

/** Names of measures are no names of parts. */
const MEASURES = new Set(
  'dropout responseRate mean sd cv confidence alpha precision precisionRelative confidencePrecisionPair approximately'
    .split(' ')
    .map((name) => `field.${name}`),
);

/** Whether words call a measure and no part of a whole: `Ausfall zwischen`, `nous perdons`. */
export function isMeasure(text: string, language: Language): boolean {
  const said = wordsOf(text);
  if (said.every(({ plain }) => isSmallWord(plain))) return true;
  const concepts = conceptsAt(said, language);
  const own = said.map(({ plain }, at) => ({
    plain,
    isNamed: concepts[at]?.some((one) => MEASURES.has(one)),
  }));
  return own.some(({ isNamed }) => isNamed) && own.every(({ plain, isNamed }) => isNamed || isSmall(plain));
}

function isSmall(plain: string): boolean {
  return plain.length < 3 || isStopWord(plain) || SMALL.test(plain);
}

const SMALL =
  /^(?:zwischen|von|wir|nous|entre|de|du|des|del|bei|mit|con|avec|com|between|with|une?|una|uma|eine[rn]?|der|die|das|les|los|las)$/u;

/** Below this a share is hardly one of a part. */
const HARDLY = 0.5;
const SURELY = 0.8;
/** Shares that were rounded when they were said still make one. */
const ROUNDED = 0.011;

/** Picks without shares of parts that make no whole and that nothing else speaks for: `75% de réponse` is no part. */
export function withoutStrayShares(
  all: readonly Pick[],
  { tokens }: ReadTurn,
  leaves: ReadonlyMap<string, Leaf>,
): readonly Pick[] {
  const isPart = ({ label }: Pick) => leaves.get(label)?.sumsToOne === true;
  const picks = all.map((pick) =>
    isPart(pick) && isCalledMeasure(pick.mention, tokens) ? { ...pick, label: NO_FIELD } : pick,
  );
  return withoutLoneCount(withoutDoubtedShares(picks, picks.filter(isPart)), tokens, leaves);
}

function withoutDoubtedShares(picks: readonly Pick[], parts: readonly Pick[]): readonly Pick[] {
  const [only, another] = parts;
  // An end of a span is no part, and one part alone is hardly any.
  const isEnd = parts.some(({ mention }) => mention.type === 'number' && mention.bound !== undefined);
  const isAlone = only !== undefined && another === undefined && only.p < SURELY;
  const sum = parts.reduce((all, { mention }) => all + (mention.type === 'number' ? mention.value : 0), 0);
  const isDoubted = isEnd || isAlone || parts.every(({ p }) => p < HARDLY);
  if (Math.abs(sum - 1) <= ROUNDED || !isDoubted) return picks;
  return picks.map((pick) => (parts.includes(pick) ? { ...pick, label: NO_FIELD } : pick));
}

/** One count alone is no list of parts where nobody speaks of such: `last year we worked with 384 households`. */
function withoutLoneCount(
  picks: readonly Pick[],
  tokens: readonly Token[],
  leaves: ReadonlyMap<string, Leaf>,
): readonly Pick[] {
  const inItems = ({ label }: Pick) => {
    const leaf = leaves.get(label);
    return leaf?.kind === 'number' && leaf.listed >= 0 && leaf.listed === leaf.path.length - 2;
  };
  const [only, another] = picks.filter(inItems);
  if (only === undefined || another !== undefined) return picks;
  const list = leaves.get(only.label)?.path[0] ?? '';
  const concepts = new Set(conceptsAt(wordsOf(splitName(list).join(' ')), 'en').flat());
  const isSpoken = tokens.some(({ concepts: own }) => own.some((one) => concepts.has(one)));
  return isSpoken ? picks : picks.map((pick) => (pick === only ? { ...pick, label: NO_FIELD } : pick));
}

/** How many words may stand between a share and the name of its measure: `95% de confianza`. */
const BESIDE = 3;
const STOPS = /^[.,;:!?)(\n]$/u;

/** Whether the words beside a share call it a measure of the whole: a confidence, a loss. */
function isCalledMeasure(mention: Mention, tokens: readonly Token[]): boolean {
  const at = tokens.findIndex((token) => token.mention === mention);
  const before = tokens.slice(Math.max(0, at - BESIDE), at).reverse();
  return [tokens.slice(at + 1, at + 1 + BESIDE), before].some((side) => {
    const end = side.findIndex((token) => token.mention !== undefined || STOPS.test(token.text));
    const beside = side.slice(0, end < 0 ? BESIDE : end);
    const [next] = beside;
    // Behind a name of its own a part may be followed by the next measure: `60% urban, dropout 15%`.
    return (
      next !== undefined &&
      beside.every(({ text, concepts }) => isSmall(text) || isOfMeasure(concepts)) &&
      beside.some(({ concepts }) => isOfMeasure(concepts))
    );
  });
}

function isOfMeasure(concepts: readonly string[]): boolean {
  return concepts.some((one) => MEASURES.has(one));
}

/** `strata Jigawa 50%, Kano 50%`: the name of the list is no part of the name of its first item. */
export function withoutListName(text: string, { listed, path }: Leaf): string {
  const [first = '', ...rest] = text.split(/\s+/u);
  if (listed < 0 || rest.length === 0) return text;
  const names = splitName(path[listed] ?? '');
  const concepts = new Set(conceptsAt(names.flatMap(wordsOf), 'en').flat());
  const own = conceptsAt(wordsOf(first), 'en').flat();
  const isName = names.some((name) => stemOf(name) === stemOf(first.toLowerCase()));
  return isName || own.some((one) => concepts.has(one)) ? rest.join(' ') : text;
}

/** A thing that a message points at by a noun, and what every file is called. */
const THE_THING = /(?<!\p{L})(?:the|this|that|my|der|die|das|den|le|la|l|el|o|a) (\p{L}{4,})/gu;
const FILES =
  /^(?:file|folder|document|path|list|datei|ordner|dokument|liste|fichier|dossier|document|archivo|carpeta|documento|ficheiro|pasta|faili|folda)s?$/u;

/** `publish the report` after talk of /households.csv: it means another thing than that turn named. */
export function namesAnother(last: ReadTurn | undefined, before: ReadTurn): boolean {
  const words = (turn: ReadTurn) => turn.tokens.map(({ text }) => text);
  const known = new Set(words(before).map((word) => stemOf(word)));
  const said = last === undefined ? '' : words(last).join(' ');
  return [...said.matchAll(THE_THING)].some(([, noun = '']) => !FILES.test(noun) && !known.has(stemOf(noun)));
}
