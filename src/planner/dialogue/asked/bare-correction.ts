import { convertNumber } from '../../filling/convert-number.js';
import type { TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import { getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { fieldsOf } from '../../schema/schema-fields.js';
import type { Consent } from '../consent/consent.js';
import { saidNumbers } from '../held/numbers/called-numbers.js';
import { isNear } from '../held/numbers/numbers-in.js';
import type { PlannedCall } from '../planning/planned-call.js';

/** Nothing but that something was wrong, and another number: `no sorry 15`, `pardon, 8`, `nein, 12`. */
const BARE =
  /^(?:(?:no|nope|sorry|oops|wait|i mean|make (?:it|that)|make|rather|nein|entschuldigung|doch|lieber|non|pardon|desolee?|plutot|perdon|mejor|nao|desculpa|alias|hapana|samahani)[\s,.!:-]*)+(?:\d[\d.,]*)\s*[.!]?$/u;
/** A changed call is proposed again. */
const CONSENT: Consent = { kind: 'partly', words: [] };

/**
 * A call with another number for the only one of the message before: `make the dropout 20%`, then `no sorry 15`. Undefined where the
 * message says more, or the number before does not stand in one field alone.
 * @param said what the person said before
 */
export function bareCorrection(
  { candidate, args }: Pick<PlannedCall, 'candidate' | 'args'>,
  text: TextModel,
  said: string,
): PlannedCall | undefined {
  const [mention, another] = text.numbers;
  if (mention === undefined || another !== undefined || !BARE.test(fold(text.text).trim())) return undefined;
  // Of several numbers it may be any, and one that reads two ways is no plain one.
  const { numbers, pairs } = saidNumbers(said);
  const [last, further] = numbers;
  if (last === undefined || further !== undefined || pairs.length > 0) return undefined;
  if (text.reading.mentions.some((one) => one.type === 'number' && one.otherwise !== undefined))
    return undefined;
  const [field, other] = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(({ path, kind }) => {
    const value = getPath(args, path);
    return kind === 'number' && typeof value === 'number' && isNear(value, last.value);
  });
  if (field === undefined || other !== undefined) return undefined;
  const conversion = convertNumber(mention, field, undefined);
  if (conversion?.ok !== true) return undefined;
  const changed = withPath(args, field.path, conversion.value);
  return {
    candidate,
    args: changed,
    missing: [],
    refused: [],
    unused: [],
    consent: CONSENT,
    band: 'likely',
    settled: true,
  };
}
