import type { Candidate } from '../../../choosing/candidates.js';
import { conceptsAt } from '../../../language/concepts.js';
import { fold } from '../../../language/fold.js';
import { languageOf } from '../../../language/language-of.js';
import { isPlainWord } from '../../../language/plain-words.js';
import { isStopWord, splitName, stemOf, words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { readOnce } from '../../../reading/read-once.js';
import type { NumberMention } from '../../../reading/reading.js';
import { rootLeaves } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import type { Token } from '../../../understanding/features/tokens.js';
import { leafFieldsOf } from '../../../understanding/leaf-fields.js';
import { type Model, partFor } from '../../../understanding/model.js';
import { namedFields } from '../../../understanding/naming/named-fields.js';
import { readTurn } from '../../../understanding/read-turn.js';
import { createReader } from '../../../understanding/reader.js';
import { verbClassesOf } from '../../consent/verb-classes.js';
import { canonical, type PlannedCall } from '../../planning/planned-call.js';
import { numberLeaves } from '../held-call.js';
import { isLossIn, type SaidNumbers } from './called-numbers.js';
import { isSize, isThing, namesOf } from './field-words.js';
import { withoutStruckWords } from './hold-struck.js';
import { phraseOf } from './phrase-of.js';

/** What ends the part of a sentence that a number stands in. */
const STOP = /[,;.!?()\n|–—]|\s-\s/u;
/** What parts two things that are said, beside the signs that end a phrase. */
const PARTS = /^[:/|<>=–—]$/u;
/** Classes that name how many there are, and no thing. */
const SIZES: ReadonlySet<string> = new Set(['field.population', 'field.sampleSize', 'field.total']);
/** Stands between a name and the value that it gets: `raise it to 20%`. */
const SETS = /^(?:to|auf|a|para|hasta|hadi|kuwa|equals|says?|reads?)$/u;
/** So many words on the other side of a named number may still make it something else: `another 5% dropout`. */
const NEAREST = 2;
/** From this weight on a word of a schema calls its field. */
const NAMES = 0.5;
/** What came with a message, and how things are taken from it. */
const BROUGHT =
  /^(?:attach(?:ed|ment)|uploaded|enclosed|file|list|csv|spreadsheet|sheet|random(?:ly)?|angehangte\p{L}*|beigefugte\p{L}*|hochgeladene\p{L}*|anhang|datei|liste|zufallig\p{L}*|joint|jointe|fichier|hasard|adjunt[oa]|archivo|lista|azar|aleator\p{L}*|anexad[oa]|anexo|arquivo|ficheiro|acaso|iliyoambatishwa|faili|orodha|nasibu)$/u;
/** From this weight on a word is what a whole capability is about. */
const SUBJECT = 3.5;
/** `in 2024`, `since 2019`: a year, where no noun is counted behind it. */
const YEAR =
  /(?<!\p{L})(?:in|since|until|till|during|by|year|im|seit|bis|jahr|en|depuis|desde|em|ano|ano de|mwaka|mwaka wa|tangu)\s+$/u;

/**
 * The words that a number stands in: before it, behind it, and where it stands alone in its part of the sentence, the part before
 * that: `90, no wait, 95`.
 */
export function aroundOf(mention: NumberMention, said: SaidNumbers): readonly Part[] {
  const { lead, tail } = phraseOf(mention, said);
  const own = [
    { text: lead, at: mention.start - lead.length },
    { text: withoutStruckWords(tail), at: mention.end },
  ];
  const isBare = own.every(({ text }) => words(text).every(({ plain }) => isPlainWord(plain)));
  return isBare ? [partBefore(mention, said, lead), ...own] : own;
}

/** A part of a text and its place there. */
interface Part {
  readonly text: string;
  readonly at: number;
}

/**
 * The words around a number that make it doubtful whether it is the field's. Where a name of the field stands right beside it, with
 * nothing between them but words that are known, those are strange ones among the nearest on its other side, and of what is
 * counted also those behind the noun (`60 households that have a phone`). Where none does, it is every word that neither the field,
 * nor the operation, nor the language itself explains.
 */
export function strangeBeside(
  mention: NumberMention,
  said: SaidNumbers,
  field: Field,
  call: PlannedCall,
  model: Model | undefined,
): string[] {
  if (isYear(mention, said)) return [mention.raw];
  const { isKnown, isName } = knowing(field, call, model, said.text);
  const { lead, tail } = phraseOf(mention, said);
  const { tokens, names } = turnOf(said.text, call.candidate);
  const own = names.filter(({ keys }) => keys.includes(field.path.join('.')));
  const isNamed = (token: Token, at: number) =>
    own.some(({ from, next }) => from <= at && at < next) || isName(token);
  const at = tokens.findIndex((token) => token.mention?.start === mention.start);
  const before = sideOf(tokens, at, -1, mention.start - lead.length);
  const behind = sideOf(tokens, at, 1, mention.end + withoutStruckWords(tail).length);
  const strangeIn = (side: readonly Place[]) =>
    side.filter((one) => !isKnown(one.token)).map(({ token }) => token.text);
  const nearest = (side: readonly Place[]) => strangeIn(side.slice(0, NEAREST));
  // What a counted noun is followed by may take a part of it only.
  const isCounted = isSize(field) && behind[0]?.token.concepts.some(isThing) === true;
  const counted = isCounted ? behind : [];
  const ways: string[][] = [];
  const led = before.findIndex((one) => isNamed(one.token, one.at) && !isCountedThing(one.token, field));
  if (led >= 0 && before.slice(0, led).every(({ token }) => isKnown(token) || SETS.test(token.text)))
    ways.push([...nearest(behind), ...strangeIn(counted)]);
  const isOfUnit = mention.unit !== undefined && isUnitOf(mention, field, said.text);
  const next = isOfUnit ? 0 : behind.findIndex((one) => isNamed(one.token, one.at));
  if (next >= 0 && behind.slice(0, next).every(({ token }) => isKnown(token)))
    ways.push([...nearest(before), ...strangeIn(counted)]);
  const [best] = ways.sort((one, other) => one.length - other.length);
  if (best !== undefined) return best;
  const around = [...before, ...behind];
  const isBare = around.every(({ token }) => isPlainWord(token.text));
  const earlier = isBare ? partBefore(mention, said, lead) : undefined;
  const further = tokens.flatMap((token, index) =>
    earlier !== undefined && token.start >= earlier.at && token.end <= earlier.at + earlier.text.length
      ? [{ token, at: index }]
      : [],
  );
  return strangeIn([...further, ...around]);
}

interface Place {
  readonly token: Token;
  readonly at: number;
}

/** The words on one side of a number, the nearest first, up to a sign that parts what is said. */
function sideOf(tokens: readonly Token[], at: number, step: 1 | -1, end: number): Place[] {
  const side: Place[] = [];
  for (let index = at + step; index >= 0 && index < tokens.length; index += step) {
    const token = tokens[index];
    if (token === undefined || (step < 0 ? token.start < end : token.end > end)) break;
    if (PARTS.test(token.text) && side.length > 0) break;
    if (token.mention === undefined && /\p{L}/u.test(token.text)) side.push({ token, at: index });
  }
  return side;
}

/** A noun before a number is not what it counts: `clusters of 20`. */
function isCountedThing({ concepts }: Token, field: Field): boolean {
  return isSize(field) && concepts.some((one) => isThing(one) && !SIZES.has(one));
}

/** Whether the unit behind a number is what the field counts: `5 days`. */
function isUnitOf({ bareEnd, end }: NumberMention, field: Field, text: string): boolean {
  const named = words(text.slice(bareEnd, end)).map(({ stem }) => stem);
  const own = new Set(
    [field.unit ?? '', field.label, ...field.aliases].flatMap((name) => words(name).map(({ stem }) => stem)),
  );
  const concepts = conceptsAt(wordsOf(text.slice(bareEnd, end)), languageOf(text)).flat();
  return named.some((stem) => own.has(stem)) || concepts.some((one) => namesOf(field).includes(one));
}

/** Whether a number is a year that something was or is to be done in. */
export function isYear(mention: NumberMention, said: SaidNumbers): boolean {
  const { raw, unit, percent } = mention;
  if (percent || unit !== undefined || !/^(?:19|20)\d\d$/u.test(raw)) return false;
  const { lead, tail } = phraseOf(mention, said);
  return YEAR.test(fold(lead)) && words(tail).every(({ plain }) => isPlainWord(plain));
}

/** The part of the sentence before the one that a number stands in, where that holds no number of its own. */
function partBefore({ start }: NumberMention, { text, numbers }: SaidNumbers, lead: string): Part {
  const end = start - lead.length;
  const from = numbers.filter((one) => one.end <= start).at(-1)?.end ?? 0;
  const cut = text.slice(from, end).replace(/(?:[,;.!?()\n|–—-]|\s)+$/u, '');
  const part = cut.split(STOP).at(-1) ?? '';
  return { text: part, at: from + cut.length - part.length };
}

/** What tells the words of a text that the field or its operation explains, and those that name the field. */
function knowing(field: Field, call: PlannedCall, model: Model | undefined, said: string) {
  const { candidate } = call;
  const leaves = numberLeaves(call);
  const beside = learntOf(candidate, field, model);
  const called = new Set(
    rootLeaves(fieldsOf(candidate.tool.parameters)).flatMap(({ cues }) =>
      [...cues].flatMap(([stem, weight]) => (weight >= NAMES ? [stem] : [])),
    ),
  );
  const concepts = new Set(leaves.flatMap(namesOf));
  const own = new Set(namesOf(field));
  const isLoss = field.aliases.includes('dropout');
  const subject = subjectOf(candidate);
  const verbs = verbClassesOf(candidate);
  const given = fold(canonical(call.args));
  const isThingOf = (one: string) => isSize(field) && isThing(one);
  const isKnown = ({ text, concepts: classes }: Token) => {
    const stem = stemOf(text);
    // `clusters of 20` names what is drawn together, and no effect of it.
    if (!isSize(field) && classes.includes('field.village')) return false;
    return (
      isPlainWord(text) ||
      BROUGHT.test(text) ||
      beside.has(stem) ||
      called.has(stem) ||
      subject.has(stem) ||
      candidate.verbs.has(stem) ||
      classes.some((one) => concepts.has(one) || verbs.has(one) || isThingOf(one)) ||
      (text.length > 2 && given.includes(text))
    );
  };
  const isName = ({ text, concepts: classes }: Token) =>
    classes.some((one) => own.has(one) || isThingOf(one)) || (isLoss && isLossIn(text, said));
  return { isKnown, isName };
}

/** The words of a message, and where it names fields of an operation. */
function turnOf(text: string, { tool }: Candidate) {
  const { tokens } = readTurn(readOnce(text), createReader());
  return { tokens, names: namedFields(tokens, leafFieldsOf(tool.parameters)) };
}

const learnt = new WeakMap<Model, Map<string, ReadonlySet<string>>>();

/** Stems that stand beside numbers of the field in what was learnt, for this operation or for others with a field of its name. */
function learntOf({ tool }: Candidate, { path }: Field, model: Model | undefined): ReadonlySet<string> {
  if (model === undefined) return new Set();
  const part = partFor(model, tool.name);
  const byField = learnt.get(part) ?? new Map<string, ReadonlySet<string>>();
  learnt.set(part, byField);
  const key = path.join('.');
  const known = byField.get(`${tool.name} ${key}`);
  if (known !== undefined) return known;
  const name = path.at(-1) ?? key;
  const own = part.operations[tool.name]?.beside[key];
  const alike = Object.values(part.operations).flatMap(({ beside }) => beside[name] ?? []);
  const stems = new Set([...(own === undefined ? [] : [own]), ...alike].flatMap((list) => list.split(' ')));
  byField.set(`${tool.name} ${key}`, stems);
  return stems;
}

const subjects = new WeakMap<Candidate, ReadonlySet<string>>();

/** Stems of what an operation is about: its name, the title and the tags of its capability, and its examples. */
function subjectOf(candidate: Candidate): ReadonlySet<string> {
  const known = subjects.get(candidate);
  if (known !== undefined) return known;
  const { tool, capabilityTerms, exampleWords } = candidate;
  const subject = new Set([
    ...splitName(tool.name).map(stemOf),
    ...words(tool.title ?? '').map(({ stem }) => stem),
    ...[...capabilityTerms].flatMap(([stem, weight]) => (weight >= SUBJECT ? [stem] : [])),
    ...[...exampleWords].flatMap((plain) => (isStopWord(plain) ? [] : [stemOf(plain)])),
  ]);
  subjects.set(candidate, subject);
  return subject;
}
