import { isStopWord } from '../language/tokenize.js';
import type { NumberMention, Reading } from '../reading/reading.js';
import type { Token } from './features/tokens.js';

/** What leads from a count to where it is counted. */
const IN = /^(?:in|im|at|from|a|au|aux|en|dans|em|no|na|katika|kutoka)$/u;
const ARTICLE = /^(?:the|our|der|die|das|den|dem|la|le|les|el|los|las|o|os|as)$/u;
/** How many words may say what is counted: `3,000 rural households in Kumasi`. */
const NOUNS = 2;
const LONGEST = 3;
const NAME = /^[\p{L}\p{N}'’-]+$/u;
/** What a place may be called by: `in the northern zone`. Other names of measures are no places: `in total`, `in the pilot`. */
const PLACES = new Set(['field.strata', 'field.village', 'field.city', 'field.household']);

/** A count with the place behind it, up to the end of its stretch: `3,000 households in Kumasi`, `800 in the south`. */
export function placedName(
  stretch: readonly Token[],
  { text }: Reading,
): { readonly name: string; readonly mention: NumberMention } | undefined {
  const at = stretch.findIndex(({ mention }) => mention !== undefined);
  const mention = stretch[at]?.mention;
  if (mention?.type !== 'number' || mention.percent || mention.fraction || mention.unit !== undefined)
    return undefined;
  const behind = stretch.slice(at + 1);
  const lead = behind.findIndex((token) => IN.test(token.text));
  if (lead < 0 || lead > NOUNS || behind.some((token) => token.mention !== undefined)) return undefined;
  const rest = behind.slice(lead + 1);
  const name = ARTICLE.test(rest[0]?.text ?? '') ? rest.slice(1) : rest;
  const [first, last] = [name[0], name.at(-1)];
  if (first === undefined || last === undefined || name.length > LONGEST || !name.every(isPlace))
    return undefined;
  return { name: text.slice(first.start, last.end), mention };
}

function isPlace({ text, concepts }: Token): boolean {
  const isOther = concepts.some((one) => !PLACES.has(one) && /^(?:field|verb)\./u.test(one));
  return NAME.test(text) && !isStopWord(text) && !isOther;
}
