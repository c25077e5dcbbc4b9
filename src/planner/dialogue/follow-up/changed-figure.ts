import { convertNumber } from '../../filling/convert-number.js';
import type { TextModel } from '../../filling/read-text.js';
import { foldInPlace } from '../../language/fold.js';
import type { NumberMention } from '../../reading/reading.js';
import { getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import type { Consent } from '../consent/consent.js';
import { saysOnly } from '../held/deeds/hold-afterthought.js';
import { saidNumbers } from '../held/numbers/called-numbers.js';
import { gives } from '../held/numbers/hold-evidence.js';
import type { PlannedCall } from '../planning/planned-call.js';
import { fieldsNamed } from './relative-change.js';

/** A longer message says more than one change. */
const LONGEST = 90;
/** What was left of the consent to the call before: who changes it asks for it once more. */
const CONSENT: Consent = { kind: 'partly', words: [] };

const ARTICLE = '(?:\\s+(?:the|den|dem|der|die|das|les?|la|el|los|las|os?|as?|ya))?\\s*$';
/** What leads to the number that no longer holds, right before it. */
const NO_LONGER = new RegExp(
  '(?<!\\p{L})(?:not|instead of|rather than|in place of|no longer|nicht(?: mehr)?|statt|anstatt|anstelle von|pas|et non|au lieu de|plutot que|no|en vez de|en lugar de|' +
    `nao|e nao|em vez de|no lugar de|si|sio|badala ya)${ARTICLE}`,
  'u',
);
/** What stands between the number that was and the one that is, behind what leads to the first. */
const TAKEN_BY: readonly (readonly [before: RegExp, between: RegExp])[] = [
  [
    /(?<!\p{L})(?:from|von|vom|de|du|del|da|do|desde|kutoka)\s*$/u,
    /^\s*(?:to|auf|zu|a|hasta|ate|para|hadi|kwa|->|→)\s*$/u,
  ],
  [
    /(?<!\p{L})(?:replace|swap|exchange|ersetze?|remplace[rz]?|reemplaza|cambia|substitu\p{L}*|troque|badilisha)(?:\s+\p{L}+){0,3}\s*$/u,
    /^\s*(?:by|with|for|durch|mit|gegen|par|avec|por|com|con|kwa|na)\s*$/u,
  ],
  [/(?:)/u, /^\s*(?:->|→|=>|becomes?|wird(?: zu)?|devient|pasa a(?: ser)?|vira|passa a(?: ser)?|iwe)\s*$/u],
];

/**
 * A call with one of its numbers replaced as a short message says: `the mean should be 0.7, not 0.8`, `instead of 0.8 take 0.75`. The
 * number that no longer holds tells the field, which only one may be; all else of the call stays. Undefined where the message says more.
 */
export function replacedFigure(
  { candidate, args }: Pick<PlannedCall, 'candidate' | 'args'>,
  text: TextModel,
): PlannedCall | undefined {
  const said = saidNumbers(text.text);
  const [one, two, further] = said.numbers;
  if (text.text.length > LONGEST || one === undefined || two === undefined || further !== undefined)
    return undefined;
  const folded = foldInPlace(text.text);
  const [before, between] = [folded.slice(0, one.start), folded.slice(one.end, two.start)];
  const isSecondOld = NO_LONGER.test(between);
  const isFirstOld =
    NO_LONGER.test(before) || TAKEN_BY.some(([lead, joint]) => lead.test(before) && joint.test(between));
  if (said.pairs.length > 0 || isSecondOld === isFirstOld) return undefined;
  const [old, now] = isSecondOld ? [two, one] : [one, two];
  const fields = numbersOf(candidate).filter((field) => {
    const value = getPath(args, field.path);
    return typeof value === 'number' && gives(old, value, field);
  });
  const named = fieldsNamed(text.text, candidate.tool.parameters, numbersOf(candidate));
  const [field, another] = named.length === 0 ? fields : fields.filter((each) => named.includes(each));
  // What leads to the number that was denies nothing else.
  const lead = (isSecondOld ? NO_LONGER.exec(between) : NO_LONGER.exec(before))?.[0].length ?? 0;
  const from = old.start - lead;
  const rest = `${text.text.slice(0, from)}${' '.repeat(old.end - from)}${text.text.slice(old.end)}`;
  if (field === undefined || another !== undefined || !saysOnly(candidate, rest, said, [{ field }]))
    return undefined;
  return withFigure({ candidate, args }, field, numberIn(text, now));
}

/**
 * A call with the number of one field that a short message names, and nothing beside it: `e com 20% de perda?`. In every language whose
 * name of the field is known; undefined where any word says more.
 */
export function namedFigure(
  { candidate, args }: Pick<PlannedCall, 'candidate' | 'args'>,
  text: TextModel,
): PlannedCall | undefined {
  const said = saidNumbers(text.text);
  const [mention, further] = said.numbers;
  if (text.text.length > LONGEST || mention === undefined || further !== undefined || said.pairs.length > 0)
    return undefined;
  const [field, another] = fieldsNamed(text.text, candidate.tool.parameters, numbersOf(candidate));
  if (field === undefined || another !== undefined || !saysOnly(candidate, text.text, said, [{ field }]))
    return undefined;
  return withFigure({ candidate, args }, field, numberIn(text, mention));
}

function numbersOf(candidate: PlannedCall['candidate']): Field[] {
  return rootLeaves(fieldsOf(candidate.tool.parameters)).filter(({ kind }) => kind === 'number');
}

/** The same number as it was read with the habits of its writer. */
function numberIn(
  { numbers }: TextModel,
  { start }: NumberMention,
): TextModel['numbers'][number] | undefined {
  return numbers.find((one) => one.start === start);
}

function withFigure(
  { candidate, args }: Pick<PlannedCall, 'candidate' | 'args'>,
  field: Field,
  mention: TextModel['numbers'][number] | undefined,
): PlannedCall | undefined {
  const conversion = mention === undefined ? undefined : convertNumber(mention, field, undefined);
  if (conversion?.ok !== true) return undefined;
  return {
    candidate,
    args: withPath(args, field.path, conversion.value),
    missing: [],
    refused: [],
    unused: [],
    consent: CONSENT,
    settled: true,
  };
}
