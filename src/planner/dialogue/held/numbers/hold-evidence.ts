import { conceptsAt } from '../../../language/concepts.js';
import { fold } from '../../../language/fold.js';
import { isSmallWord, languageOf } from '../../../language/language-of.js';
import { contentStems, isStopWord, stemOf } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import type { NumberMention } from '../../../reading/reading.js';
import { type Args, getPath, withoutPath, withPath } from '../../../schema/leaves.js';
import type { Field } from '../../../schema/schema-fields.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { numberLeaves } from '../held-call.js';
import { isCalledBehind, isLossIn, type SaidNumbers, saidNumbers } from './called-numbers.js';
import { conceptsOf, isSize, isThing } from './field-words.js';
import { isNear } from './numbers-in.js';
import { phraseOf } from './phrase-of.js';

/** Of so many things that no table knows a person speaks as of parts, days or sentences: `for 2 districts`. */
const FEW = 100;
/** Words of these say how sure a value is, or lead to it, and not of what it is. */
const AROUND = /^talk\.(?:hedge|followUp|correction|yes|no|all|every|thanks|only)$|^field\.approximately$/u;
/** Names of a measure that the tables do not hold, and other measures that it is reckoned from. */
const CALLED = {
  dropout:
    /(?<!\p{L})(?:not|nobody|won[’']?t|can[’']?t|never|nicht|keine?r?|nie|pas|jamais|no|nunca|nadie|não|nao|ninguém|si|hawa\p{L}*|haita\p{L}*|at home|daheim|zu ?hause|casa|maison|nyumbani|empty|leer\p{L}*|vides?|vac[ií]\p{L}*|vazi\p{L}*|ca[eí]\p{L}*|travel\p{L}*|verreist|voyag\p{L}*|viaj\p{L}*|safiri\p{L}*|loss|nobody|cannot|\p{L}+n['’]t|niemand|ne|aucun\p{L}*|ninguem|away|absent|unavailable|miss\p{L}*|declin\p{L}*|withdr\p{L}*|mortan\p{L}*|pick up|phone|tür|puerta|porta|door|left|answer\p{L}*|respon\p{L}*|(?:be)?antwort\p{L}*|r[ée]pond\p{L}*|contest\p{L}*|jibu\p{L}*|nonresp\p{L}*|nr|perd\p{L}*|fail(?:s|ed)? to)(?!\p{L})/iu,
  precision:
    /(?<!\p{L})(?:prec\p{L}*|errors?|erreurs?|erro|fehler\p{L}*|\p{L}*genauigkeit|präz\p{L}*|marg\p{L}*|within|give or take|either way|rel\p{L}*|e|moe|usahihi|kosa|±)(?!\p{L})|±/iu,
  confidence:
    /(?<!\p{L})(?:conf\p{L}*|konf\p{L}*|sure|certain\p{L}*|sicher\p{L}*|vertrauen\p{L}*|irrtum\p{L}*|signi\p{L}*|fiab\p{L}*|nivel|nível|niveau|level|alpha|α|cl|segur\p{L}*|uhakika|imani)(?!\p{L})|α/iu,
  'standard deviation':
    /(?<!\p{L})(?:sd|s\.?\s?d\.?|s|give or take|devi?a\p{L}*|dev|desv\p{L}*|std\p{L}*|[ée]cart\p{L}*|abweich\p{L}*|stdabw|streu\p{L}*|σ|sigma|spread|var\p{L}*|cv|mean|kupotoka|mkengeuko)(?!\p{L})|[σ±]/iu,
} as const;
/** Signs that in small letters are words. */
const SIGNS = /(?<!\p{L})(?:DE|DP)(?!\p{L})/u;
type Called = keyof typeof CALLED;
/** What is counted by any name. */
const ANY_THING =
  /^(?:names?|people|persons?|personas?|pessoas?|personnes?|leute|personen|units?|watu|namen?|noms?|nombres?|nomes?)$/u;
/** `tests at 95%` */
const AT = /(?<!\p{L})(?:at|a|à|al|bei|zu|auf|kwa)\s+$/iu;
/** `a sample of 385` */
const SAMPLE =
  /(?<!\p{L})(?:sample|stichprobe|[ée]chantillon|muestra|amostra|sampuli)(?:\s+(?:of|von|de|ya))?\s+$/iu;
/** The part that is told before its whole: `12 of 15 stoves`. */
const OF_WHOLE = /^\s+(?:out of|of|von|sur|de|kati ya|ya)\s+\d/iu;
/** `round up to the next ten` */
const ROUNDED = /(?<!\p{L})(?:next|nearest|nächste[nr]?|prochaine?|próxim[oa]|karibu)\s+$/iu;

/**
 * A call held to the words that each number stands in. `20% female headed`, `2 districts` or `round up to the next ten` speak
 * of something else than a field that is merely empty: such a number fills none, and is told as unused.
 * @param said the message and those before it whose questions it answers, latest first
 * @param asked what the person was asked before the latest
 * @param before what the last call of the same tool was given
 * @param proposed what a call of the same tool was proposed with, where that is open
 */
export function holdEvidence(
  call: PlannedCall,
  said: readonly string[],
  asked = '',
  before: Args | undefined = undefined,
  proposed: () => Args | undefined = () => undefined,
): PlannedCall {
  if (call.agreed === true || call.settled === true) return call;
  const messages = said.map(saidNumbers);
  let held = call;
  for (const field of numberLeaves(call)) {
    const value = getPath(held.args, field.path);
    if (typeof value !== 'number' || value === getPath(before ?? {}, field.path)) continue;
    if (messages.some(({ pairs }) => pairs.some(({ values }) => values.includes(value)))) continue;
    const givers = messages.flatMap((message) =>
      message.numbers
        .filter((one) => gives(one, value, field) && !isOfOther(one, message, field, call))
        .map((mention) => ({ mention, message })),
    );
    // Which end of a span holds is asked elsewhere.
    if (givers.length === 0 || givers.some(({ mention }) => mention.bound !== undefined)) continue;
    if (givers.every(({ mention, message }) => isOfElse(mention, message, field, asked)))
      held = withoutValue(held, field, getPath(before ?? proposed() ?? {}, field.path), givers);
  }
  return held;
}

/** A number with the message that says it. */
export interface Giver {
  readonly mention: NumberMention;
  readonly message: SaidNumbers;
}

/** As it was said; a count with what it counts. */
function rawOf({ mention, message }: Giver): string {
  const noun = mention.percent ? undefined : /^\s\p{L}{3,}/u.exec(phraseOf(mention, message).tail)?.[0];
  return noun === undefined || isSmallWord(fold(noun.trim())) ? mention.raw : mention.raw + noun;
}

/** The field has what it had before, or is open, and the number is told as unused. */
export function withoutValue(
  call: PlannedCall,
  field: Field,
  earlier: unknown,
  givers: readonly Giver[],
): PlannedCall {
  const { args, missing, unused } = call;
  const raws = givers
    .map((one) => (field.integer ? rawOf(one) : one.mention.raw))
    .filter((raw) => !unused.includes(raw));
  return {
    ...call,
    args: earlier === undefined ? withoutPath(args, field.path) : withPath(args, field.path, earlier),
    missing: field.required && earlier === undefined ? [...missing, field] : missing,
    unused: [...unused, ...raws],
    band: 'likely',
    unsettled: true,
  };
}

/** Whether the words that a number stands in speak of something, and not of the field. */
function isOfElse(mention: NumberMention, said: SaidNumbers, field: Field, asked = ''): boolean {
  const { lead, tail } = phraseOf(mention, said);
  const names = [field.label, ...field.aliases];
  const measure = names.find((name): name is Called => name in CALLED);
  if (!field.integer && SAMPLE.test(lead) && !isNamed(field, 'sample', said)) return true;
  if (!field.fraction && !mention.percent && OF_WHOLE.test(said.text.slice(mention.end))) return true;
  if (field.integer) return isOfThings(mention, lead, tail, field, said);
  if (measure === undefined || mention.plusMinus || (mention.unit !== undefined && !mention.percent))
    return false;
  const phrase = `${lead} ${tail}`;
  if (CALLED[measure].test(phrase) || isNamed(field, phrase, said)) return false;
  if (measure === 'standard deviation' && SIGNS.test(phrase)) return false;
  if (measure === 'dropout' && (isLossIn(phrase, said.text) || isLossIn(asked, asked))) return false;
  if (measure === 'confidence' && AT.test(lead) && contentOf(tail, said).length === 0) return false;
  // A share in words says by them what it is: `nine times out of ten`.
  if (measure !== 'dropout' && mention.fraction) return false;
  if (measure === 'precision' && isCalledBehind(said, mention, 'margin')) return false;
  return contentOf(mention.percent || measure === 'standard deviation' ? phrase : tail, said).length > 0;
}

/** Whether a few are counted of what no size is given in. */
function isOfThings(
  mention: NumberMention,
  lead: string,
  tail: string,
  field: Field,
  said: SaidNumbers,
): boolean {
  if (mention.percent || mention.unit !== undefined || !isSize(field)) return false;
  if (ROUNDED.test(lead)) return true;
  const phrase = `${lead} ${tail}`;
  if (mention.value >= FEW || isNamed(field, phrase, said)) return false;
  const concepts = conceptsAt(wordsOf(phrase), languageOf(said.text)).flat();
  const [noun = ''] = contentOf(tail, said);
  return (
    noun !== '' &&
    tail.trimStart().startsWith(noun) &&
    !ANY_THING.test(noun.toLowerCase()) &&
    !concepts.some(isThing)
  );
}

/** Words that say what a number is of. */
function contentOf(phrase: string, { text }: SaidNumbers): string[] {
  const words = wordsOf(phrase);
  const concepts = conceptsAt(words, languageOf(text));
  return words
    .filter(
      ({ plain }, at) =>
        plain.length >= 3 &&
        /^\p{L}/u.test(plain) &&
        !isStopWord(plain) &&
        !isSmallWord(plain) &&
        !(concepts[at] ?? []).some((one) => AROUND.test(one)),
    )
    .map(({ raw }) => raw);
}

/** Whether words call a number by the name of another field, which has it. */
export function isOfOther(
  mention: NumberMention,
  said: SaidNumbers,
  field: Field,
  call: PlannedCall,
): boolean {
  const { lead, tail } = phraseOf(mention, said);
  const phrase = `${lead} ${tail}`;
  return (
    !isNamed(field, phrase, said) &&
    numberLeaves(call).some((other) => {
      const value = other === field ? undefined : getPath(call.args, other.path);
      return typeof value === 'number' && gives(mention, value, other) && isNamed(other, phrase, said);
    })
  );
}

/** Whether words call the field by one of its names, in English or in their own language. */
export function isNamed(field: Field, phrase: string, { text }: SaidNumbers): boolean {
  const concepts = conceptsAt(wordsOf(phrase), languageOf(text)).flat();
  const own = conceptsOf(field);
  if (concepts.some((one) => own.includes(one))) return true;
  const stems = new Set([field.label, ...field.aliases, field.name].flatMap(contentStems));
  return wordsOf(phrase).some(({ plain }) => stems.has(stemOf(plain)));
}

/** Whether a number may have given a field its value. */
export function gives({ value, unit, percent }: NumberMention, own: number, field: Field): boolean {
  if (!field.fraction || (unit !== undefined && !percent)) return isNear(own, value);
  // What is not answered is lost; of another share the rest is nothing by itself.
  const rest = field.aliases.includes('dropout') ? [1 - value, 1 - value / 100] : [];
  return [value, value / 100, ...rest].some((one) => isNear(own, one));
}
