import { readText, type TextModel } from '../../filling/read-text.js';
import { fold } from '../../language/fold.js';
import type { NumberMention } from '../../reading/reading.js';
import { type Args, getPath, rootLeaves, withPath } from '../../schema/leaves.js';
import { type Field, fieldsOf } from '../../schema/schema-fields.js';
import { meets } from '../../schema/validate.js';
import { leafFieldsOf } from '../../understanding/leaf-fields.js';
import { namedFields } from '../../understanding/naming/named-fields.js';
import { readTurn } from '../../understanding/read-turn.js';
import { createReader } from '../../understanding/reader.js';
import type { Consent } from '../consent/consent.js';
import { round } from '../held/held-call.js';
import { type SaidNumbers, saidNumbers } from '../held/numbers/called-numbers.js';
import type { PlannedCall } from '../planning/planned-call.js';

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
/** What makes a number before it a multiple of what is there: `three times as many`, `4 times the dropout`, `dreimal so viele`. */
const TIMES_BEHIND =
  /^\s*(?:times (?:as (?:many|much|high|large|big|long)|the|more|larger|higher)|x (?:as many|the)|mal so|fois (?:plus|le|la|les|autant)|veces (?:mas|el|la|los|las)|vezes (?:mais|o|a|os|as))(?![\p{L}])/u;
/** The same before it: `mara nne`. */
const TIMES_BEFORE = /(?<![\p{L}])mara\s+$/u;
/** What leads to how much something changes, behind a verb that says which way. */
const BY = /(?<![\p{L}])(?:by|um|de|d'|en|em|kwa)\s+(?:(?:another|a further|weitere)\s+)?$/u;
const UP =
  /(?<![\p{L}])(?:up|increase[sd]?|raise[sd]?|rais(?:es|ing)|grow[sn]?|higher|more|erhoh\p{L}*|steiger\p{L}*|hoher|augment\p{L}*|releve\p{L}*|aument\p{L}*|sub[ei]\p{L}*|ongez\p{L}*|pandish\p{L}*)(?![\p{L}])/u;
const DOWN =
  /(?<![\p{L}])(?:down|decrease[sd]?|reduce[sd]?|lower(?:ed|s)?|cut|shrink|drop(?:s|ped)? (?=(?:the|by|it)\b)|less|fewer|senk\p{L}*|verringer\p{L}*|reduzier\p{L}*|niedriger|redui\p{L}*|diminu\p{L}*|baiss\p{L}*|reduc\p{L}*|reduz\p{L}*|disminu\p{L}*|baj[ae]\p{L}*|baix\p{L}*|punguz\p{L}*|shush\p{L}*)(?![\p{L}])/u;
const HALF =
  /(?<![\p{L}])(?:by half|um die halfte|de moitie|a la mitad|en la mitad|pela metade|em metade|kwa nusu)(?![\p{L}])/u;
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
  /^(?:(?:and|now|please|then|also)[\s,]+)*(?:add|plus|another|a further|fuge|fug|zuzuglich|encore|otros|otras|outros|outras|ajoute[rz]?|anade|agrega|adiciona|acrescenta|ongeza)\s/u;
const TAKE =
  /^(?:(?:and|now|please|then|also)[\s,]+)*(?:(?:subtract|minus|take (?:away|off)|deduct|punguza)\s|(?:less|without|abzuglich|ohne|moins|sans|menos|sin|sem|bila|toa|kasoro)(?:\s+(?:the|those|die|den|les|los|las|os|as))?\s+\d)/u;
/** What those do that are added, and no noun of a count: `another 350 joined`. */
const JOINED =
  /(?<!\p{L})(?:(?:have |has |had |were )?(?:joined|join|moved in|came|come|arrived|enrolled|registered|signed up|added)|(?:sind |kamen )?(?:hinzu|dazu|hinzugekommen|dazugekommen|zugezogen)|(?:sont |se sont )?(?:arrives?|ajoutes?|inscrits?)|ont rejoint|se (?:unieron|sumaron|inscribieron)|llegaron|(?:se )?(?:juntaram|inscreveram)|entraram|chegaram|wamejiunga|walijiunga|wameongezeka)(?!\p{L})/gu;
const POINTS =
  /^\s*(?:percent(?:age)?[ -])?(?:points?|pp|prozentpunkte?|punkte?|puntos?|pontos?|pointi)(?![\p{L}])/u;
/** `5 percentage points`, which is read as one value. */
const IN_POINTS = /p(?:oint|unkt|unto|onto)\p{L}*\s*(?:porcentuales|percentuais)?$/iu;
const POINTS_SAID =
  /(?:percent(?:age)?[ -])?(?:points?|pp|prozentpunkte?|punkte?|puntos?(?: porcentuales)?|pontos?(?: percentuais)?|pointi)(?![\p{L}])/giu;
/** What asks about the amount and changes nothing, and lists that go on. */
const OTHERWISE =
  /(?<![\p{L}])(?:no more|any ?more|how (?:many|much) more|once more|the more|show|list|nicht mehr|combien de plus|cuantos mas|ne plus|minutes? (?:more|later))(?![\p{L}])/u;

/**
 * A call with one of its numbers changed by as much as a short message says: `twice the dropout`, `and for 10 more households?`,
 * `5 points more dropout`. Undefined where the message says no such thing; `unclear` where it is not plain which number it
 * means, or by how much: then none may be changed, and what was said is no new value by itself.
 */
export function relativeChange(
  call: Pick<PlannedCall, 'candidate' | 'args'>,
  text: TextModel,
): PlannedCall | 'unclear' | undefined {
  const whole = oneChange(call, text);
  if (whole !== undefined && whole !== 'unclear') return whole;
  const parts = text.text.length > LONGEST ? [] : text.text.split(AND).filter((part) => part.trim() !== '');
  if (parts.length < 2) return whole;
  let last: PlannedCall | undefined;
  for (const part of parts) {
    const next = oneChange(last ?? call, readText(part, text));
    if (next === undefined || next === 'unclear') return whole;
    last = next;
  }
  return last ?? whole;
}

/** What joins two changes: `twice the households and half the dropout`. */
const AND = /(?:,|(?<!\p{L})(?:and|und|et|y|e|na)(?!\p{L}))/iu;

function oneChange(
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
  const named = fieldsNamed(text.text, candidate.tool.parameters, fields);
  const times = timesIn(said, folded);
  if (times !== undefined) {
    const [field, another] = named;
    if (another !== undefined) return 'unclear';
    if (field === undefined)
      return times.isPlain ? changedCount(fields, { candidate, args }, times.factor) : undefined;
    return changed({ candidate, args }, field, numberOf(args, field) * times.factor);
  }
  const [mention, further] = said.numbers;
  if (mention === undefined || further !== undefined || mention.bound !== undefined) return undefined;
  const behind = said.folded.slice(mention.bareEnd, mention.bareEnd + REACH).split(/[,;.!?]/u)[0] ?? '';
  const before = said.folded.slice(0, mention.start);
  const isBy = BY.test(before);
  const [isMore, isLess] = [
    MORE.test(behind) || ADD.test(folded) || (isBy && UP.test(folded)),
    LESS.test(behind) || TAKE.test(folded) || (isBy && DOWN.test(folded)),
  ];
  if (!isMore && !isLess) return named.length > 0 ? undefined : pointsAlone(mention, said.folded);
  if (isMore && isLess) return 'unclear';
  const counts = countsOf(fields);
  const [field, another] = named.length > 0 ? named : hasNoun(mention, said.folded) ? [] : counts;
  if (field === undefined || another !== undefined) return 'unclear';
  const by = amountOf(mention, field, numberOf(args, field), said.folded);
  if (by === undefined) return 'unclear';
  // `minus 12` is read as a number below zero, and its sign says which way.
  const step = Math.abs(by);
  return changed({ candidate, args }, field, numberOf(args, field) + (isLess ? -step : step));
}

/** `and 5 points?` says no way to go, and is no value of a share. */
function pointsAlone({ end, bareEnd }: NumberMention, folded: string): 'unclear' | undefined {
  return POINTS.test(folded.slice(bareEnd)) || POINTS.test(folded.slice(end)) ? 'unclear' : undefined;
}

/** By how much a message multiplies, where it does; `isPlain` where it can be of nothing but a count. */
function timesIn(
  said: SaidNumbers,
  folded: string,
): { readonly factor: number; readonly isPlain: boolean } | undefined {
  const [mention, further] = said.numbers;
  if (mention !== undefined && further === undefined && !mention.percent && !mention.fraction) {
    const isBehind =
      TIMES_BEHIND.test(said.folded.slice(mention.bareEnd)) ||
      TIMES_BEHIND.test(said.folded.slice(mention.end));
    if (isBehind || TIMES_BEFORE.test(said.folded.slice(0, mention.start)))
      return { factor: mention.value, isPlain: MANY.test(folded) };
  }
  if (!said.numbers.filter(({ fraction }) => !fraction).every(({ spelt }) => spelt)) return undefined;
  if (HALF.test(folded)) return { factor: 0.5, isPlain: false };
  const factor = TIMES.find(([, words]) => words.test(folded))?.[0];
  return factor === undefined ? undefined : { factor, isPlain: MANY.test(folded) };
}

const MANY = /(?<![\p{L}])(?:as many|so viele|fois plus|veces mas|vezes mais|zaidi)(?![\p{L}])/u;

/** The counts that a call cannot do without, or all of its counts. */
function countsOf(fields: readonly Field[]): readonly Field[] {
  const whole = fields.filter(({ integer }) => integer);
  const needed = whole.filter(({ required, orElse }) => required || orElse.length > 0);
  return needed.length > 0 ? needed : whole;
}

function changedCount(
  fields: readonly Field[],
  call: Pick<PlannedCall, 'candidate' | 'args'>,
  factor: number,
): PlannedCall | 'unclear' {
  const [field, another] = countsOf(fields);
  return field === undefined || another !== undefined
    ? 'unclear'
    : changed(call, field, numberOf(call.args, field) * factor);
}

/** How much is added: points of a share, a share of a count, or a number as it stands. */
function amountOf(mention: NumberMention, field: Field, own: number, folded: string): number | undefined {
  const isPoints =
    POINTS.test(folded.slice(mention.bareEnd)) ||
    POINTS.test(folded.slice(mention.end)) ||
    IN_POINTS.test(mention.raw);
  // `5% more dropout` may be five points or a twentieth; a third of it is plain.
  if (mention.fraction && !mention.percent && !isPoints) return own * mention.value;
  if (field.fraction) return isPoints ? (mention.percent ? mention.value : mention.value / 100) : undefined;
  if (isPoints) return undefined;
  if (mention.percent) return own * mention.value;
  // A unit beside a number that was kept without its own could be another.
  return mention.unit !== undefined && mention.unit.per === undefined ? undefined : mention.value;
}

/** Whether a noun that is no name of a field stands behind a number: `20 more stoves` of a tool that knows none. */
function hasNoun({ end }: NumberMention, folded: string): boolean {
  const behind = folded.slice(end).replace(MORE, '').replace(LESS, '').replace(JOINED, '');
  return /\p{L}{4,}/u.test(behind);
}

/** The fields among some that a message calls by a name. */
export function fieldsNamed(
  text: string,
  parameters: PlannedCall['args'],
  fields: readonly Field[],
): Field[] {
  const reader = createReader();
  // Percentage points are the unit of a change, and name no precision.
  const plain = text.replace(POINTS_SAID, ' ');
  const { tokens } = readTurn(reader.read(plain, reader.languageOf(text)), reader);
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
