import { jsonOf } from '../../../kit/index.js';
import { isMetaTool } from '../../choosing/candidates.js';
import { fold } from '../../language/fold.js';
import { splitName, stemOf, words } from '../../language/tokenize.js';
import { record } from '../../schema/schema-fields.js';
import type { Conversation, Executed } from './conversation.js';
import { placeNamed } from './places.js';

/** Words of a message that only points at something that was there: all of them without accents. */
const POINTING = new Set(
  (
    'what which how was is were about show tell give see print repeat open display me us again the that this it one ones ' +
    'result of and so ok please once more go back to did you say said first i we had before earlier then other ' +
    'zeig zeige zeigen mir uns was war wie noch mal nochmal der die das den dem bitte welche welcher welches ' +
    'montre montrez moi c etait quoi quel quelle le la les l un une encore s il te vous plait celui celle ' +
    'muestra muestrame ensename cual era fue el los las lo otra vez por favor que ' +
    'mostra mostre me qual foi o a os as de novo ' +
    'nionyeshe onyesha ilikuwa nini gani ile hiyo tena tafadhali ya wa'
  ).split(' '),
);
/** Which of some is meant, by their size. */
const SMALLER =
  /\b(?:small(?:er|est)|low(?:er|est)|less(?:er)?|least|fewer|fewest|cheap(?:er|est)|klein(?:er|ere|eren|ste|sten)|plus petite?|moindre|menor|mas pequen[oa]|mais pequen[oa]|ndogo(?: zaidi)?)\b/u;
const LARGER =
  /\b(?:larg(?:er|est)|bigg(?:er|est)|high(?:er|est)|greater|greatest|gross(?:er|ere|eren|te|ten)|plus grande?|mayor|maior|kubwa(?: zaidi)?)\b/u;
/** `show it`, `show me that again`: what was found out last. */
const AGAIN =
  /^(?:(?:please|ok|and|so|can you|could you) )*(?:show|display|print|repeat|see|zeige?n?|montrez?|muestra|muestrame|mostra|mostre|onyesha|nionyeshe)(?: (?:me|us|mir|uns|moi|nous))?(?: (?:it|that|this|es|das|le|la|ca|cela|lo|eso|esto|o|isso|isto|hiyo|hilo))(?: (?:mir|uns))?(?: (?:again|once more|please|bitte|noch mal|nochmal|encore|de novo|otra vez|tena|por favor|tafadhali))*$|^(?:muestramel[oa]|ensenamel[oa]|mostra-?[oa]|mostre-?[oa]|montre-l[ea](?:-moi)?)$/u;
const LONGEST = 80;

/**
 * The earlier result that a message points at and asks nothing else of: `what was the first one?`, `the smaller one`.
 * It is one of the results of the operation that was last called. `told` says of an operation that what it gave is all
 * there is to see, as of what only reads or computes. Undefined where none is meant.
 */
export function meantEarlier(
  text: string,
  { turns }: Conversation,
  index: number,
  told: (operation: string) => boolean,
): Executed | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = fold(text)
    .replace(/[.!?¿¡]+/gu, '')
    .trim();
  const results = turns
    .slice(0, index)
    .flatMap(({ executed }) => executed)
    .filter(({ call, result }) => !isMetaTool(call.name) && result?.status === 'ok');
  const last = results.at(-1);
  if (AGAIN.test(plain)) return last !== undefined && told(last.call.name) ? last : undefined;
  const size = SMALLER.test(plain) ? 'smaller' : LARGER.test(plain) ? 'larger' : undefined;
  if (size === undefined && placeNamed(plain) === undefined) return undefined;
  const latest = last?.call.name;
  if (latest === undefined || !onlyPoints(plain, latest)) return undefined;
  const alike = results.filter(({ call }) => call.name === latest);
  if (size === undefined) {
    const place = placeNamed(plain) ?? 0;
    return alike.at(place);
  }
  const sized = alike.flatMap((one) => {
    const value = sizeOf(one);
    return value === undefined ? [] : [{ one, value }];
  });
  if (new Set(sized.map(({ value }) => value)).size < 2) return undefined;
  const sorted = sized.toSorted((a, b) => a.value - b.value);
  return (size === 'smaller' ? sorted[0] : sorted.at(-1))?.one;
}

/** Whether nothing of a message says more than which result is meant: `the first design`, not `the first of March`. */
function onlyPoints(plain: string, operation: string): boolean {
  const own = new Set(splitName(operation).map(stemOf));
  return words(plain.replace(SMALLER, '').replace(LARGER, '')).every(
    (word) => POINTING.has(word.plain) || placeNamed(word.plain) !== undefined || own.has(word.stem),
  );
}

/** The number by which results of one operation are told apart: the first in the sentence that heads them. */
function sizeOf({ result }: Executed): number | undefined {
  const { summary } = record(jsonOf(result?.content ?? ''));
  const digits = typeof summary === 'string' ? /\d[\d,]*(?:\.\d+)?/u.exec(summary)?.[0] : undefined;
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}
