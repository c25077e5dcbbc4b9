import { foldInPlace } from '../../../language/fold.js';
import type { NumberMention } from '../../../reading/reading.js';
import { type Args, getPath, withPath } from '../../../schema/leaves.js';
import type { Field } from '../../../schema/schema-fields.js';
import { meets } from '../../../schema/validate.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { explained, numberLeaves, round } from '../held-call.js';
import { type SaidNumbers, saidNumbers } from './called-numbers.js';
import { gives, isNamed, withoutValue } from './hold-evidence.js';
import { phraseOf } from './phrase-of.js';

/** What leads to a number that no longer holds, in six languages, without accents. */
const NO_LONGER =
  /(?<!\p{L})(?:instead of|in place of|in lieu of|rather than|not|nicht|statt|anstatt|anstelle von|au lieu de|a la place de|plutot que|et non|pas|en vez de|en lugar de|y no|em vez de|no lugar de|e nao|badala ya|sio)\s+(?:(?:the|den|der|die|les?|la|el|os?|as?)\s+)?$/u;
const SENTENCE = /[.;!?\n]/u;

/** Words behind a number without those that say what it takes the place of. */
export function withoutStruckWords(tail: string): string {
  const found = NO_LONGER.exec(foldInPlace(tail));
  return found === null ? tail : tail.slice(0, found.index);
}

/**
 * A call held to what a message puts in the place of what: the 15% of `18% dropout in place of 15%` fills no field. The field that it
 * took has the number before it, where the words between the two or before them name that field; else what it had.
 * @param before what the last call of the same tool was given
 */
export function holdStruck(
  call: PlannedCall,
  message: string,
  before: Args | undefined = undefined,
): PlannedCall {
  if (call.agreed === true || call.settled === true) return call;
  const said = saidNumbers(message);
  const folded = foldInPlace(message);
  return said.numbers.reduce((held, struck, at) => {
    const now = said.numbers[at - 1];
    if (now === undefined || !NO_LONGER.test(folded.slice(now.end, struck.start))) return held;
    if (SENTENCE.test(message.slice(now.end, struck.start))) return held;
    return withoutStruck(held, struck, now, said, before);
  }, call);
}

function withoutStruck(
  call: PlannedCall,
  struck: NumberMention,
  now: NumberMention,
  said: SaidNumbers,
  before: Args | undefined,
): PlannedCall {
  return numberLeaves(call).reduce((held, field) => {
    const value = getPath(held.args, field.path);
    const isItsOwn =
      typeof value === 'number' &&
      gives(struck, value, field) &&
      !said.numbers.some((one) => one !== struck && gives(one, value, field));
    if (!isItsOwn) return held;
    const phrase = `${phraseOf(now, said).lead} ${said.text.slice(now.end, struck.start)}`;
    const instead = isNamed(field, phrase, said) ? valueFor(now, field) : undefined;
    const earlier = getPath(before ?? {}, field.path);
    if (instead === undefined)
      return withoutValue(held, field, earlier === value ? undefined : earlier, [
        { mention: struck, message: said },
      ]);
    return { ...explained(held, now), args: withPath(held.args, field.path, instead), band: 'likely' };
  }, call);
}

function valueFor({ value, percent, fraction }: NumberMention, field: Field): number | undefined {
  const own = field.fraction && !percent && !fraction && value > 1 ? round(value / 100) : value;
  return meets(own, field.schema) ? own : undefined;
}
