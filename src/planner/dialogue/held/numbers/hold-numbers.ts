import type { NumberMention } from '../../../reading/reading.js';
import { type Args, getPath, withoutPath, withPath } from '../../../schema/leaves.js';
import { formatNumber } from '../../../wording/format-value.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import {
  asking,
  explained,
  fieldCalled,
  isOpenFor,
  isSame,
  numberAt,
  numberLeaves,
  opened,
  round,
} from '../held-call.js';
import { calledFrom, isCalledBehind, type SaidNumbers, saidNumbers } from './called-numbers.js';
import { withoutCount } from './counted-list.js';
import { holdBounds } from './hold-bounds.js';
import { holdDifference, holdRelative, holdSecond } from './hold-changes.js';
import { holdCritical } from './hold-critical.js';
import { holdLevel, holdMeasure } from './hold-level.js';
import { holdLossWords } from './hold-loss.js';
import { holdLosses } from './hold-losses.js';
import { holdPartOfMean } from './hold-part-of-mean.js';
import { holdPilot } from './hold-pilot.js';
import { holdProportion, holdShareOfUnits } from './hold-proportion.js';
import { holdShares } from './hold-shares.js';
import { holdUnits } from './hold-units.js';

/** So many times the mean no deviation is. */
const MOST_SPREAD = 1_000;
/** More than this is a percentage, where a multiple is meant. */
const MOST_MULTIPLE = 3;
const TO = /^\s*(?:to|and|bis|und|a|et|y|e|hasta|ate|hadi|na|-|–|—)\s*$/u;

const PART = /(\p{L}[\p{L}-]{3,})\s$/u;
const MEAN_THEN = /^[\s,:]+(?:mean|average|mittelwert|moyenne|media|wastani)[\s:=]+$/u;
const SD_THEN = /^[\s,]+(?:sd|std|stdev|standardabweichung|ecart[ -]type|desviacion|desvio)[\s:=]+$/u;

/**
 * A call held to what the person calls its numbers, in the latest message and those before it whose questions it
 * answers, latest first. A measure that stands near to a field (a coefficient of variation, a variance, a margin in
 * hours) is reckoned into it where that is plain; else the field is left open and asked for, with both readings named.
 * @param asked what the person was asked before
 * @param before what the last call of the same tool was given
 */
export function holdNumbers(
  call: PlannedCall,
  said: readonly string[],
  asked = '',
  before: Args | undefined = undefined,
): PlannedCall {
  if (call.settled === true) return call;
  const messages = said.map(saidNumbers);
  let held: PlannedCall = holdPilot({ ...call, readTwoWays: [] }, messages);
  held = holdBounds(holdLossWords(held, messages, asked, before), messages);
  const later: number[] = [];
  const all = messages.flatMap(({ numbers }) => numbers);
  for (const numbers of messages) {
    for (const mention of numbers.numbers) {
      // What was said again has its meaning from there.
      if (later.includes(mention.value)) continue;
      for (const check of CHECKS) held = check(held, mention, numbers, all);
    }
    held = withoutCount(held, numbers);
    later.push(...numbers.numbers.map(({ value }) => value));
  }
  const measured = holdMeasure(holdLevel(held, messages), messages);
  const shares = holdShares(holdUnits(measured, messages), messages, before);
  return messages[0] === undefined ? shares : holdLosses(shares, messages[0]);
}

type Check = (
  call: PlannedCall,
  mention: NumberMention,
  said: SaidNumbers,
  /** Numbers of all the messages that the call rests on. */
  all: readonly NumberMention[],
) => PlannedCall;

const CHECKS: readonly Check[] = [
  holdDifference,
  holdRelative,
  holdSecond,
  holdCritical,
  holdSize,
  holdPart,
  holdPartOfMean,
  holdVariation,
  holdSpread,
  holdProportion,
  holdShareOfUnits,
  holdRange,
  holdMargin,
  holdLoss,
];

/** A deviation of many times the mean is another number: `forget the strata, treat it as 7,300` of a mean of 3. */
function holdSize(call: PlannedCall, mention: NumberMention): PlannedCall {
  const [sd, mean] = [fieldCalled(call, 'standard deviation'), fieldCalled(call, 'mean')];
  const [spread, middle] = [numberAt(call, sd), numberAt(call, mean)];
  const isFar = spread === mention.value && middle !== undefined && spread > MOST_SPREAD * Math.abs(middle);
  return isFar ? { ...call, band: 'likely', unsettled: true } : call;
}

/** `cv 0.3` is a share of the mean. */
function holdVariation(
  call: PlannedCall,
  mention: NumberMention,
  said: SaidNumbers,
  all: readonly NumberMention[],
): PlannedCall {
  const sd = fieldCalled(call, 'standard deviation');
  const isCalled =
    calledFrom(said, mention, 'variation') !== undefined || isCalledBehind(said, mention, 'variation');
  const own = fieldCalled(call, 'cv') ?? fieldCalled(call, 'coefficient of variation');
  // A deviation that nobody said was reckoned from it, of the mean as it was then.
  const before = numberAt(call, sd);
  const isReckoned = before !== undefined && !all.some(({ value }) => value === before);
  const isOpen = sd !== undefined && (isReckoned || isOpenFor(call, sd, mention));
  if (sd === undefined || own !== undefined || !isCalled || !isOpen) return call;
  const meanField = fieldCalled(call, 'mean');
  const mean = numberAt(call, meanField);
  if (mean === undefined || meanField === undefined)
    return { ...explained(call, mention), args: withoutPath(call.args, sd.path) };
  // The coefficient itself is no mean.
  const isBent = said.numbers.filter(({ value }) => value === mean).every((one) => one === mention);
  if (mean === mention.value && isBent)
    return { ...opened(call, meanField), args: withoutPath(withoutPath(call.args, sd.path), meanField.path) };
  const share = mention.value > MOST_MULTIPLE ? mention.value / 100 : mention.value;
  return {
    ...explained(call, mention),
    args: withPath(call.args, sd.path, round(share * mean)),
    missing: call.missing.filter((field) => !isSame(field, sd)),
    band: 'likely',
  };
}

/** A variance or a standard error is no deviation. */
function holdSpread(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const sd = fieldCalled(call, 'standard deviation');
  if (sd === undefined || !isOpenFor(call, sd, mention)) return call;
  const shown = formatNumber(mention.value);
  const asIs = { field: sd, shown, value: mention.value };
  const squared = calledFrom(said, mention, 'variance');
  if (squared !== undefined && fieldCalled(call, 'variance') === undefined) {
    const root = round(Math.sqrt(mention.value));
    const meanings = [asIs, { field: sd, shown: `${formatNumber(root)} (√${shown})`, value: root }];
    return asking(call, sd, mention, said.text.slice(squared, mention.end), meanings, 1);
  }
  const ofMean = calledFrom(said, mention, 'standardError');
  if (ofMean === undefined || fieldCalled(call, 'standard error') !== undefined) return call;
  const meanings = [asIs, { field: sd, shown: `${shown} × √n` }];
  return asking(call, sd, mention, said.text.slice(ofMean, mention.end), meanings, 1);
}

/** `range 1 to 5` gives no deviation. */
function holdRange(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const sd = fieldCalled(call, 'standard deviation');
  const start = calledFrom(said, mention, 'range');
  const next = said.numbers[said.numbers.indexOf(mention) + 1];
  if (sd === undefined || start === undefined || next === undefined) return call;
  if (!TO.test(said.folded.slice(mention.end, next.start))) return call;
  const value = numberAt(call, sd);
  if (value !== undefined && value !== mention.value && value !== next.value) return call;
  const left = explained(explained(opened(call, sd), mention), next);
  return { ...left, unused: [...left.unused, said.text.slice(start, next.end)] };
}

/** `urban 3000 mean 3.4 sd 0.5` speaks of a part: its values are not those of the whole. */
function holdPart(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const [mean, sd] = [fieldCalled(call, 'mean'), fieldCalled(call, 'standard deviation')];
  const at = said.numbers.indexOf(mention);
  const [middle, last] = said.numbers.slice(at + 1, at + 3);
  const label = PART.exec(said.folded.slice(0, mention.start))?.[1];
  if (mean === undefined || sd === undefined || middle === undefined || last === undefined) return call;
  const isTotal =
    label === undefined ||
    mention.percent ||
    !Number.isInteger(mention.value) ||
    numberLeaves(call).some(
      (leaf) => leaf.aliases.includes(label) || (leaf.integer && numberAt(call, leaf) === mention.value),
    );
  if (isTotal || !MEAN_THEN.test(said.folded.slice(mention.end, middle.start))) return call;
  if (!SD_THEN.test(said.folded.slice(middle.end, last.start))) return call;
  const values = [mention, middle, last].map(({ value }) => value);
  const bent = [mean, sd].filter((field) => values.includes(numberAt(call, field) ?? Number.NaN));
  if (bent.length === 0) return call;
  const left = [mention, middle, last].reduce(explained, bent.reduce(opened, call));
  return { ...left, unused: [...left.unused, said.text.slice(mention.start - label.length - 1, last.end)] };
}

/** A margin in hours is no share of the mean. */
function holdMargin(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const margin = fieldCalled(call, 'margin');
  if (margin?.fraction !== true || mention.unit === undefined || mention.percent) return call;
  const isRefused = call.refused.some((one) => one.mention.raw === mention.raw);
  const start = calledFrom(said, mention, 'margin');
  if (start === undefined || isRefused || !isOpenFor(call, margin, mention)) return call;
  const mean = numberAt(call, fieldCalled(call, 'mean'));
  const share = (value: number) => `${formatNumber(Number((value * 100).toPrecision(3)))}%`;
  return asking(call, margin, mention, said.text.slice(start, mention.end), [
    ...(mention.value <= 1 ? [{ field: margin, shown: share(mention.value), value: mention.value }] : []),
    mean === undefined || mean === 0
      ? { field: margin, shown: `${mention.raw} / ${fieldCalled(call, 'mean')?.label ?? 'x̄'}` }
      : {
          field: margin,
          shown: `${share(mention.value / mean)} (${formatNumber(mention.value)} / ${formatNumber(mean)})`,
          value: round(mention.value / mean),
        },
  ]);
}

/** `dropout of 15 homes` is neither a dropout of 15% nor a population of 15. */
function holdLoss(call: PlannedCall, mention: NumberMention, said: SaidNumbers): PlannedCall {
  const loss = fieldCalled(call, 'dropout');
  const noun = /^\s+(\p{L}{3,})/u.exec(said.folded.slice(mention.bareEnd))?.[1];
  const counted = numberLeaves(call).find(
    ({ integer, aliases }) => integer && noun !== undefined && aliases.includes(noun),
  );
  const isCount = Number.isInteger(mention.value) && !mention.percent && counted !== undefined;
  const start =
    calledFrom(said, mention, 'loss') ?? (isCalledBehind(said, mention, 'loss') ? mention.start : undefined);
  if (loss?.fraction !== true || !isCount || start === undefined || !isOpenFor(call, loss, mention))
    return call;
  const taken = numberLeaves(call).filter((leaf) => {
    const value = numberAt(call, leaf);
    return value === mention.value || (isSame(leaf, loss) && value === mention.value / 100);
  });
  const args = taken.reduce<Args>((left, leaf) => withoutPath(left, leaf.path), call.args);
  const wholes = numberLeaves(call)
    .map((leaf) => getPath(args, leaf.path))
    .filter((value): value is number => typeof value === 'number' && value > mention.value);
  const shares = [...new Set(wholes)].map((whole) => ({
    field: loss,
    shown: `${formatNumber(Number(((mention.value / whole) * 100).toPrecision(3)))}% (${formatNumber(mention.value)} / ${formatNumber(whole)})`,
    value: round(mention.value / whole),
  }));
  const phrase = said.text.slice(start, Math.max(mention.end, mention.bareEnd + 1 + (noun?.length ?? 0)));
  return asking({ ...call, args }, loss, mention, phrase, [
    ...shares,
    ...(shares.length > 1
      ? []
      : [
          { field: taken.find((leaf) => !isSame(leaf, loss)) ?? counted, shown: formatNumber(mention.value) },
        ]),
  ]);
}
