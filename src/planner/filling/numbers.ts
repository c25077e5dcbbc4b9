import { shift } from '../reading/digits.js';
import { readText } from '../reading/read-text.js';
import type { Mention, PairMention, NumberMention as Quantity } from '../reading/reading.js';

/** A number as it stands in a text, as the assignment by weights takes it. */
export interface NumberMention {
  /** The value as read; for a percentage the figure before the sign (95 for `95%`). */
  readonly value: number;
  /** The thousands reading of `5.000`, or the decimal reading of `1,234`, where both are possible. */
  readonly grouped?: number;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  readonly percent: boolean;
  /** `a quarter`, `half`: a share of one by its words. */
  readonly share: boolean;
  /** Preceded by `±`. */
  readonly spread: boolean;
  /** Place in `95/5`. */
  readonly pair?: 'first' | 'second';
  /** A half of a level and its margin, such as `95/10`: each is a share, and neither counts anything. */
  readonly level?: true;
  /** Place in `10-20` or `between 10 and 20`. */
  readonly range?: 'low' | 'high';
  /** Letters or a currency sign attached to the digits. */
  readonly unit?: string;
  /** `a week`: an amount of one that only its unit states. */
  readonly implied?: true;
}

/** The numbers of a text. */
export function findNumbers(text: string): NumberMention[] {
  return numbersOf(text, readText(text).mentions);
}

/** The numbers among what a text mentions, in order, with periods that state an amount of one. */
export function numbersOf(text: string, mentions: readonly Mention[]): NumberMention[] {
  const found = mentions.flatMap((mention) =>
    mention.type === 'number'
      ? [single(text, mention)]
      : mention.type === 'pair'
        ? halves(text, mention)
        : [],
  );
  const taken = (start: number, end: number) => found.some((one) => start < one.end && one.start < end);
  found.push(...periods(text).filter((one) => !taken(one.start, one.end)));
  return linked(
    text,
    found.sort((a, b) => a.start - b.start),
    mentions,
  );
}

function single(text: string, mention: Quantity): NumberMention {
  const { value, otherwise, start, percent, fraction, plusMinus, unit, bareEnd: end } = mention;
  const glued = unit !== undefined && !/^\s/u.test(text.slice(end, end + 1));
  return {
    value: percent ? shift(value, 2) : value,
    ...(otherwise === undefined ? {} : { grouped: otherwise }),
    start: plusMinus ? signStart(text, start) : start,
    end,
    raw: text.slice(start, end),
    percent,
    share: fraction,
    spread: plusMinus,
    ...(glued ? { unit: unit.name } : {}),
  };
}

function signStart(text: string, start: number): number {
  const sign = /(?:\+\s?\/\s?-|\+-|±|plus or minus)\s*$/iu.exec(text.slice(Math.max(0, start - 16), start));
  return start - (sign?.[0].length ?? 0);
}

/** `90/10` as two numbers, each where it stands. */
function halves(text: string, mention: PairMention): NumberMention[] {
  const cut = /\s*(?:%\s*)?[/|-]\s*|\s+(?:and\s+)?/u.exec(mention.raw) ?? {
    index: mention.raw.length,
    0: '',
  };
  const places = [
    [mention.start, mention.start + cut.index],
    [mention.start + cut.index + cut[0].length, mention.end],
  ] as const;
  return places.flatMap(([start, end], index) => {
    const raw = text.slice(start, end);
    const percent = /%|percent/iu.test(raw);
    const said = shift(mention.values[index === 0 ? 0 : 1], 2);
    const value = /^0?\.\d/u.test(raw) ? shift(said, -2) : said;
    return [
      {
        value,
        start,
        end,
        raw,
        percent,
        share: false,
        spread: false,
        pair: index === 0 ? ('first' as const) : ('second' as const),
        level: true as const,
      },
    ];
  });
}

const PERIODS = /\b(?:a|one|next|this|coming|the next|the coming)\s+(fortnight|week|month|year)\b/giu;

function periods(text: string): NumberMention[] {
  return [...text.matchAll(PERIODS)].map((match) => {
    const unit = (match[1] ?? '').toLowerCase();
    return {
      value: unit === 'fortnight' ? 2 : 1,
      start: match.index,
      end: match.index + match[0].length,
      raw: match[0],
      percent: false,
      share: false,
      spread: false,
      implied: true,
      unit: unit === 'fortnight' ? 'week' : unit,
    };
  });
}

/** Marks the halves of `60/40` and the ends of ranges. */
function linked(
  text: string,
  found: readonly NumberMention[],
  mentions: readonly Mention[],
): NumberMention[] {
  const bounds = new Map(mentions.map((one) => [one.start, one.type === 'number' ? one.bound : undefined]));
  return found.map((one, index) => {
    const before = found[index - 1];
    const after = found[index + 1];
    if (one.pair !== undefined) return one;
    if (after !== undefined && /^\s?\/\s?$/u.test(text.slice(one.end, after.start)))
      return { ...one, pair: 'first' };
    if (before !== undefined && /^\s?\/\s?$/u.test(text.slice(before.end, one.start)))
      return { ...one, pair: 'second' };
    const [own, next, last] = [one, after, before].map((other) =>
      other === undefined ? undefined : bounds.get(other.start),
    );
    if (own === 'low' && next === 'high') return { ...one, range: 'low' };
    return own === 'high' && last === 'low' ? { ...one, range: 'high' } : one;
  });
}
