import type { Candidate } from '../../../choosing/candidates.js';
import { fold, foldInPlace } from '../../../language/fold.js';
import { languageOf } from '../../../language/language-of.js';
import { words } from '../../../language/tokenize.js';
import { findQuotes } from '../../../reading/quotes.js';
import { unitNamed } from '../../../reading/units.js';
import { getPath, rootLeaves, withPath } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isWhole, type PlannedCall } from '../../planning/planned-call.js';
import { isExampleValue, isKnownName } from '../things/hold-unheard.js';

/** What is longer tells a story, in which much belongs to nothing. */
const LONGEST = 160;
/** No place and no file is called with one of these before it. */
const INDEFINITE = /(?<![\p{L}])(?:a|an|some|any|ein|eine[nrm]?|une?|unas?|unos?|uma?s?)\s+$/iu;

/**
 * What is read, held to the words that its free texts were taken from: `will I need a raincoat?` names no city, nor does
 * `in Fahrenheit`; beside a name with a capital a small word is none; and a city of before is not meant by who names
 * another. Such a call is asked about; a quotation that the message has is what is looked for.
 */
export function holdTexts(call: PlannedCall, message: string, candidates: readonly Candidate[]): PlannedCall {
  const { candidate, agreed } = call;
  if (candidate.tool.effect !== 'read' || agreed === true || !isWhole(call)) return call;
  if (message.length > LONGEST) return call;
  const texts = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(isFreeText);
  const [field, another] = texts.filter(({ path }) => typeof getPath(call.args, path) === 'string');
  if (field === undefined || another !== undefined) return call;
  const text = String(getPath(call.args, field.path));
  const quoted = quotedInstead(message, text);
  if (quoted !== undefined) return { ...asked(call), args: withPath(call.args, field.path, quoted) };
  const at = message.toLowerCase().indexOf(text.toLowerCase());
  // `Kumasi weather? my uncle is from Texas`: the place that is asked about is the other one.
  const [before, more] = at >= 0 ? namesIn(message.slice(0, at), candidates, true) : [];
  if (before !== undefined && more === undefined && isOfSomebody(message.slice(0, at)))
    return {
      ...asked(call),
      args: withPath(call.args, field.path, before),
      unused: call.unused.filter((one) => one !== before),
    };
  if (unitNamed(fold(text)) !== undefined) return asked(call);
  const isSmall = at >= 0 && /^\p{Ll}/u.test(message.slice(at));
  if (isSmall && INDEFINITE.test(message.slice(0, at))) return asked(call);
  const given = fold(JSON.stringify(call.args));
  const names =
    isSmall || at < 0 ? namesIn(message, candidates).filter((name) => !given.includes(fold(name))) : [];
  if (names.length === 0) return call;
  const [only, other] = names;
  // `10 day forecast Nairobi in miles`: what has a capital is the place, and the small word is told.
  if (IN.test(message.slice(0, Math.max(at, 0))) && isSmall && only !== undefined && other === undefined)
    return {
      ...asked(call),
      args: withPath(call.args, field.path, only),
      unused: [...call.unused.filter((one) => one !== only), text],
    };
  const unused = names.filter((name) => !call.unused.includes(name));
  return { ...asked(call), unused: [...call.unused, ...unused] };
}

/** Before a small word it leads to a measure or a language. */
const IN = /(?<!\p{L})(?:in|en|em|kwa)\s+$/iu;

/** What makes the place behind it that of a person: `my boss in`, `my friend lives in`, `I am from`, in six languages. */
const OF_SOMEBODY =
  /(?:(?<![\p{L}])(?:my|our|his|her|their|meine?|unsere?|mon|ma|notre|mi|nuestr[oa]|meu|minha|nosso|nossa)\s+\p{L}+\s+(?:(?:who\s+)?(?:is|was|lives|comes|stays|works|ist|wohnt|lebt|kommt|est|vit|vient|habite|es|vive|viene|e|mora|vem)\s+)?(?:from|in|aus|von|de|du|en|em|do|da)|(?<![\p{L}])(?:i'?m|i am|i come|we are|ich bin|ich komme|je suis|je viens|soy|vengo|sou|venho)\s+(?:from|aus|de|du|do|da)|(?<![\p{L}])natoka)\s+$/u;

function isOfSomebody(before: string): boolean {
  return OF_SOMEBODY.test(foldInPlace(before).replaceAll('’', "'"));
}

function asked(call: PlannedCall): PlannedCall {
  return { ...call, band: 'likely', unsettled: true };
}

function isFreeText({ kind, schema }: Field): boolean {
  return kind === 'string' && schema['pattern'] === undefined && schema['format'] === undefined;
}

/** The one quotation of the message, where something else of it was taken. */
function quotedInstead(message: string, text: string): string | undefined {
  const [only, another] = findQuotes(message).map(({ value }) => value);
  const value = another === undefined ? only : undefined;
  return value === undefined || value.includes(text) || text.includes(value) ? undefined : value;
}

/**
 * Words with a capital that no operation knows, and with which no sentence begins unless `anywhere`. In German every noun has
 * one.
 */
function namesIn(message: string, candidates: readonly Candidate[], anywhere = false): string[] {
  const language = languageOf(message);
  if (language === 'de' || message === message.toUpperCase()) return [];
  return words(message).flatMap((word) => {
    const begins = /(?:^|[.!?:\n])[\s"'“”«»„¿¡(]*$/u.test(message.slice(0, word.start));
    const isName = /^\p{Lu}\p{Ll}/u.test(word.text) && (anywhere || !begins);
    const isWord = isKnownName(word, language, candidates) && !isExampleValue(word, candidates);
    return isName && !isWord ? [word.text] : [];
  });
}
