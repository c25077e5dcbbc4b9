import type { NumberMention } from '../../../reading/reading.js';
import { formatNumber } from '../../../wording/format-value.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { asking, fieldCalled, numberAt, opened, round } from '../held-call.js';
import { isLossNamed, type SaidNumbers } from './called-numbers.js';
import { isNear } from './numbers-in.js';
import { phraseOf, wordsAround } from './phrase-of.js';

/** What joins a second loss to the first. */
const AND =
  /^[\s,]*(?:(?:and|plus|und|et|y|e|na|pamoja na|as well as|sowie|ademas de|alem de|en plus d[eu'’]|another|weitere|otro|outro|autres?)[\s,]*){0,2}$/u;
/** Of which part a share is said: `25% in rural`. */
const OF_PART =
  /^\s+(?:in|for|among|im|bei|fur|dans|chez|pour|en|para|em|no|na|kwa|katika)\s+(?:the\s+|den\s+|der\s+)?\p{L}{3,}/u;

/**
 * A call held to a message that gives two shares which are lost: `15% dropout and 5% refusal` may be one loss of 20%, and
 * `15% dropout in urban and 25% in rural` is one of each part. Which is meant is asked, and neither becomes another share.
 */
export function holdLosses(call: PlannedCall, said: SaidNumbers): PlannedCall {
  const loss = fieldCalled(call, 'dropout');
  if (loss?.fraction !== true || call.agreed === true || call.settled === true) return call;
  const shares = said.numbers.filter(({ percent, bound }) => percent && bound === undefined);
  for (const [at, first] of shares.entries()) {
    const second = shares[at + 1];
    if (second === undefined || second.value === first.value || !isLost(first, said)) continue;
    const own = numberAt(call, loss);
    if (own !== undefined && ![first, second].some(({ value }) => isNear(own, value))) continue;
    if (isLost(second, said) && isJoined(first, second, said)) {
      const sum = round(first.value + second.value);
      const raws = `${first.raw} + ${second.raw}`;
      const meanings = [
        ...(sum < 1 ? [{ field: loss, shown: `${shareOf(sum)} (${raws})`, value: sum }] : []),
        { field: loss, shown: first.raw, value: first.value },
        { field: loss, shown: second.raw, value: second.value },
      ];
      return asking(withoutRaw(call, second), loss, first, raws, meanings);
    }
    if (isOfPart(first, said) && isOfPart(second, said) && !isNamedOtherwise(second, said))
      return {
        ...opened(withoutRaw(withoutRaw(call, first), second), loss),
        rivals: [first.raw, second.raw],
      };
  }
  return call;
}

function isLost(mention: NumberMention, said: SaidNumbers): boolean {
  return isLossNamed(wordsAround(mention, said), said.text);
}

/** Whether a joint alone stands between the words of two shares, or the second is called a loss behind itself. */
function isJoined(first: NumberMention, second: NumberMention, said: SaidNumbers): boolean {
  const { tail } = phraseOf(first, said);
  const { lead, tail: behind } = phraseOf(second, said);
  const between = said.folded.slice(first.end + tail.length, second.start - lead.length);
  return between.trim() === '' ? isLossNamed(behind, said.text) : AND.test(between);
}

function isOfPart({ end }: NumberMention, { folded }: SaidNumbers): boolean {
  return OF_PART.test(
    folded.slice(end).replace(/^\s+\p{L}+(?=\s+(?:in|for|among|im|bei|fur|dans|chez|en|em)\s)/u, ''),
  );
}

function isNamedOtherwise({ end }: NumberMention, { folded }: SaidNumbers): boolean {
  return !OF_PART.test(folded.slice(end));
}

function withoutRaw(call: PlannedCall, { raw }: NumberMention): PlannedCall {
  return {
    ...call,
    unused: call.unused.filter((one) => !one.startsWith(raw)),
    faults: (call.faults ?? []).filter((one) => one.kind !== 'unplaced' || one.mention.raw !== raw),
  };
}

function shareOf(value: number): string {
  return `${formatNumber(round(value * 100))}%`;
}
