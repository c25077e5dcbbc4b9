import type { Candidate } from '../../../choosing/candidates.js';
import { conceptsAt } from '../../../language/concepts.js';
import { languageOf } from '../../../language/language-of.js';
import { isPlainWord } from '../../../language/plain-words.js';
import { stemOf, words } from '../../../language/tokenize.js';
import { wordsOf } from '../../../language/words.js';
import { type Args, getPath, rootLeaves } from '../../../schema/leaves.js';
import { type Field, fieldsOf } from '../../../schema/schema-fields.js';
import { isVerb } from '../../consent/is-verb.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { numberLeaves } from '../held-call.js';
import { type SaidNumbers, saidNumbers } from '../numbers/called-numbers.js';
import { isSize, isThing, namesOf } from '../numbers/field-words.js';
import { gives } from '../numbers/hold-evidence.js';
import { asked } from '../numbers/hold-strange.js';

/** A longer message is a wish of its own. */
const LONGEST = 120;
/** A size that is so many times smaller than the one before is asked about. */
const FAR = 20;
/** From this weight on a word of a schema calls its field. */
const NAMES = 0.5;
/** A confidence and a precision. */
const PAIR = /(?<!\d)\d{2}\s*\/\s*\d{1,2}(?!\d)/u;
/** Words that put a value in the place of another, or wonder what it would make; without accents. */
const SETS = new Set(
  (
    'and or but what how if instead rather change changed set raise increase reduce lower cut drop keep try make only just more exactly ' +
    'sorry actually wait correction meant mean should can could please say be to from than same again once more size n take use replace by with to becomes ' +
    'aber oder wenn was stattdessen lieber andere setze setz erhohe senke reduziere nur genau sondern doch korrektur meinte ' +
    'soll sollte statt auch noch nimm nehme nehmen ersetze durch ' +
    'mais ou si plutot change changez mets mettez augmente reduis baisse seulement exactement correction quoi que doit prends prenez remplace par ' +
    'pero o si mejor cambia cambie pon ponga sube baja reduce solo exactamente correccion que debe digo toma tome usa reemplaza por ' +
    'mas ou se melhor muda mude poe ponha aumenta reduz so exatamente correcao que deve digo toma use substitui por ' +
    'lakini au kama badala yake weka badilisha ongeza punguza tu hasa je vipi nini iwe chukua tumia'
  ).split(' '),
);
/** Classes of words that correct or are courteous, and those that deny what was there, at the beginning: `no, 20%`. */
const TALK = /^talk\.(?:correction|yes|politeness|please)$/u;
const DENIES = /^talk\.(?:no|negation)$/u;

/**
 * A change of what stands already, held to being said as one. Behind a design `12 homes refused` tells something and `sd 0.4 is too
 * much` judges: neither is a new figure. Where every word names a field whose number the message gives, or only joins or sets, the
 * change is made; any other word makes it a proposal that asks whether the number is the field's.
 * @param before what the last call of the same tool was given; undefined where there is none
 */
export function holdAfterthought(call: PlannedCall, message: string, before: Args | undefined): PlannedCall {
  const { candidate, agreed, settled, taught } = call;
  if (before === undefined || agreed === true || settled === true || taught === true) return call;
  if (message.length > LONGEST || words(message).some((word) => isVerb(word, candidate))) return call;
  const said = saidNumbers(message);
  const givers = numberLeaves(call).flatMap((field) => {
    const value = getPath(call.args, field.path);
    const mention =
      typeof value === 'number' ? said.numbers.find((one) => gives(one, value, field)) : undefined;
    return mention === undefined ? [] : [{ field, value, mention }];
  });
  const changed = givers.filter(({ field, value }) => {
    const earlier = getPath(before, field.path);
    return earlier !== undefined && earlier !== value;
  });
  // Both numbers of `95/10` stand as one.
  const isPaired = numberLeaves(call).some(({ path }) => {
    const [value, earlier] = [getPath(call.args, path), getPath(before, path)];
    return earlier !== undefined && value !== earlier && PAIR.test(message);
  });
  if (changed.length === 0 && !isPaired) return call;
  // The count of the answer is no new size: who means so few says it once more.
  const isFar = changed.some(({ field, value }) => {
    const earlier = getPath(before, field.path);
    return isSize(field) && typeof earlier === 'number' && typeof value === 'number' && value * FAR < earlier;
  });
  if (!isFar && saysOnly(candidate, message, said, givers)) return call;
  if (changed.length === 0) return { ...call, band: 'likely', unsettled: true };
  return changed.reduce((held, { field, mention }) => asked(held, field, { mention, message: said }), call);
}

/**
 * Whether a message says nothing but numbers of some fields: every word names a field whose number it gives, or only joins or sets.
 * @param givers the fields with their numbers
 */
export function saysOnly(
  candidate: Candidate,
  message: string,
  said: SaidNumbers,
  givers: readonly { readonly field: Field }[],
): boolean {
  const classes = new Set(givers.flatMap(({ field }) => namesOf(field)));
  const takesSize = givers.some(({ field }) => isSize(field));
  const keys = new Set(givers.map(({ field }) => field.path.join('.')));
  const called = new Set(
    rootLeaves(fieldsOf(candidate.tool.parameters)).flatMap(({ path, cues }) =>
      keys.has(path.join('.')) ? [...cues].flatMap(([stem, weight]) => (weight >= NAMES ? [stem] : [])) : [],
    ),
  );
  const language = languageOf(message);
  const first = words(message)[0]?.start;
  return words(message).every(({ text, plain, start, end }) => {
    const concepts = conceptsAt(wordsOf(text), language).flat();
    if (said.numbers.some((one) => one.start <= start && end <= one.end)) return true;
    if (concepts.some((one) => DENIES.test(one))) return start === first;
    return (
      isPlainWord(plain) ||
      SETS.has(plain) ||
      called.has(stemOf(plain)) ||
      concepts.some((one) => TALK.test(one) || classes.has(one)) ||
      // Villages and interviewers are counted too, and are no households.
      (takesSize && concepts.length > 0 && concepts.every((one) => isThing(one) && one !== 'field.village'))
    );
  });
}
