import type { TextModel } from '../filling/read-text.js';
import { fold } from '../language/fold.js';
import type { NumberMention } from '../reading/reading.js';
import { type Args, getPath, rootLeaves, withPath } from '../schema/leaves.js';
import { type Field, fieldsOf } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import { leafFieldsOf } from '../understanding/leaf-fields.js';
import { namedFields } from '../understanding/naming/named-fields.js';
import { readTurn } from '../understanding/read-turn.js';
import { createReader } from '../understanding/reader.js';
import type { Consent } from './consent.js';
import { saidNumbers } from './held/called-numbers.js';
import { round } from './held/held-call.js';
import type { PlannedCall } from './planned-call.js';

/** A longer message says more than one change. */
const LONGEST = 90;
/** The word that makes a number a difference stands not farther behind it. */
const REACH = 32;
/** A changed call is proposed again. */
const CONSENT: Consent = { kind: 'partly', words: [] };

/** Words that stand for a multiple of what is there. */
const TIMES: readonly (readonly [number, RegExp])[] = [
  [
    3,
    /(?<![\p{L}])(?:thrice|triple|three times|dreimal so|dreifach\p{L}*|das dreifache|trois fois plus|triple|triplica|tres veces mas|o triplo|mara tatu)(?![\p{L}])/u,
  ],
  [
    2,
    /(?<![\p{L}])(?:twice|double|two times|doppelt\p{L}*|das doppelte|verdopp\p{L}*|zweimal so|le double|deux fois plus|doubl(?:e|ez|er)|el doble|doble|duplica\p{L}*|dos veces mas|o dobro|dobr[oae]|duplique|mara mbili|maradufu)(?![\p{L}])/u,
  ],
  [
    0.5,
    /(?<![\p{L}])(?:half (?:as (?:many|much)|the|of the)|halve|halb so|halbier\p{L}*|die halfte|deux fois moins|la moitie|la mitad|a metade|nusu)(?![\p{L}])/u,
  ],
];
const COMPARED = '(?!\\s+(?:than|als|que|de|do|da|kuliko)(?![\\p{L}]))(?![\\p{L}])';
const MORE = new RegExp(
  `(?<![\\p{L}])(?:more|higher|larger|bigger|longer|additional|extra|on top|mehr|hoher|grosser|zusatzlich\\p{L}*|weitere\\p{L}*|de plus|en plus|supplementaires?|mas|adicional\\p{L}*|a mais|mais|zaidi)${COMPARED}`,
  'u',
);
const LESS = new RegExp(
  `(?<![\\p{L}])(?:fewer|less|lower|smaller|shorter|weniger|niedriger|kleiner|de moins|en moins|menos|a menos|pungufu|chini)${COMPARED}`,
  'u',
);
/** `add 200 households`, `take away 200`. */
const ADD =
  /^(?:(?:and|now|please|then|also)[\s,]+)*(?:add|plus|fuge|fug|ajoute[rz]?|anade|agrega|adiciona|acrescenta|ongeza)\s/u;
const TAKE = /^(?:(?:and|now|please|then|also)[\s,]+)*(?:subtract|minus|take (?:away|off)|deduct|punguza)\s/u;
const POINTS =
  /^\s*(?:percent(?:age)?[ -])?(?:points?|pp|prozentpunkte?|punkte?|puntos?|pontos?|pointi)(?![\p{L}])/u;
/** What asks about the amount and changes nothing, and lists that go on. */
const OTHERWISE =
  /(?<![\p{L}])(?:no more|any ?more|how (?:many|much) more|once more|the more|show|list|times as|nicht mehr|combien de plus|cuantos mas|ne plus|minutes? (?:more|later))(?![\p{L}])/u;

/**
 * A call with one of its numbers changed by as much as a short message says: `twice the dropout`, `and for 10 more households?`,
 * `5 points more dropout`. Undefined where the message says no such thing; `unclear` where it is not plain which number it
 * means, or by how much: then none may be changed, and what was said is no new value by itself.
 */
export function relativeChange(
  { candidate, args }: Pick<PlannedCall, 'candidate' | 'args'>,
  text: TextModel,
): PlannedCall | 'unclear' | undefined {
  const said = saidNumbers(text.text);
  const folded = fold(text.text).trim();
  if (text.text.length > LONGEST || OTHERWISE.test(folded) || said.pairs.length > 0) return undefined;
  const fields = rootLeaves(fieldsOf(candidate.tool.parameters)).filter(
    ({ kind, path }) => kind === 'number' && typeof getPath(args, path) === 'number',
  );
  if (fields.length === 0) return undefined;
  const plain = said.numbers.filter(({ fraction }) => !fraction);
  const factor = TIMES.find(([, words]) => words.test(folded))?.[0];
  const named = fieldsNamed(text.text, candidate.tool.parameters, fields);
  if (factor !== undefined) {
    const isOwn = plain.every(({ spelt }) => spelt);
    const [field, another] = named;
    if (!isOwn || field === undefined) return undefined;
    return another === undefined
      ? changed({ candidate, args }, field, numberOf(args, field) * factor)
      : 'unclear';
  }
  const [mention, further] = said.numbers;
  if (mention === undefined || further !== undefined) return undefined;
  const behind = said.folded.slice(mention.bareEnd, mention.bareEnd + REACH).split(/[,;.!?]/u)[0] ?? '';
  const [isMore, isLess] = [MORE.test(behind) || ADD.test(folded), LESS.test(behind) || TAKE.test(folded)];
  if (isMore === isLess) return undefined;
  if (mention.bound !== undefined || mention.fraction) return undefined;
  const whole = fields.filter(({ integer }) => integer);
  const needed = whole.filter(({ required, orElse }) => required || orElse.length > 0);
  const counts = needed.length > 0 ? needed : whole;
  const [field, another] = named.length > 0 ? named : hasNoun(mention, said.folded) ? [] : counts;
  if (field === undefined || another !== undefined) return 'unclear';
  const by = amountOf(mention, field, numberOf(args, field), said.folded);
  if (by === undefined) return 'unclear';
  return changed({ candidate, args }, field, numberOf(args, field) + (isLess ? -by : by));
}

/** How much is added: points of a share, a share of a count, or a number as it stands. */
function amountOf(mention: NumberMention, field: Field, own: number, folded: string): number | undefined {
  const isPoints = POINTS.test(folded.slice(mention.bareEnd)) || POINTS.test(folded.slice(mention.end));
  if (field.fraction) return isPoints ? (mention.percent ? mention.value : mention.value / 100) : undefined;
  if (isPoints) return undefined;
  if (mention.percent) return own * mention.value;
  // A unit beside a number that was kept without its own could be another.
  return mention.unit !== undefined && mention.unit.per === undefined ? undefined : mention.value;
}

/** Whether a noun that is no name of a field stands behind a number: `20 more stoves` of a tool that knows none. */
function hasNoun({ end }: NumberMention, folded: string): boolean {
  const behind = folded.slice(end).replace(MORE, '').replace(LESS, '');
  return /\p{L}{4,}/u.test(behind);
}

function fieldsNamed(text: string, parameters: PlannedCall['args'], fields: readonly Field[]): Field[] {
  const reader = createReader();
  const { tokens } = readTurn(reader.read(text, reader.languageOf(text)), reader);
  const keys = new Set(namedFields(tokens, leafFieldsOf(parameters)).flatMap(({ keys: own }) => own));
  return fields.filter(({ path }) => keys.has(path.join('.')));
}

function changed(
  { candidate, args }: Pick<PlannedCall, 'candidate' | 'args'>,
  field: Field,
  value: number,
): PlannedCall | 'unclear' {
  const own = field.integer ? Math.round(value) : round(value);
  if (!meets(own, field.schema)) return 'unclear';
  return {
    candidate,
    args: withPath(args, field.path, own),
    missing: [],
    refused: [],
    unused: [],
    consent: CONSENT,
    band: 'likely',
    settled: true,
  };
}

function numberOf(args: Args, { path }: Field): number {
  const value = getPath(args, path);
  return typeof value === 'number' ? value : Number.NaN;
}
