import type { NumberMention } from './numbers.js';

const UNITS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
};
const SHARES: readonly (readonly [words: RegExp, value: number])[] = [
  [/\b(?:three[ -]quarters?)\b/giu, 0.75],
  [/\b(?:(?:a|one)[ -]quarter)\b/giu, 0.25],
  [/\b(?:a|one)[ -]half\b|\bhalf(?=\s+(?:of|the)\b)/giu, 0.5],
  [/\b(?:a|one)[ -]third\b/giu, 1 / 3],
  [/\btwo[ -]thirds\b/giu, 2 / 3],
  [/\b(?:a|one)[ -]fifth\b/giu, 0.2],
  [/\b(?:a|one)[ -]tenth\b/giu, 0.1],
];
const PERIODS = /\b(?:a|one|next|this|coming|the next|the coming)\s+(fortnight|week|month|year)\b/giu;
const WORD = /\p{L}+/gu;

/** Numbers in words: `fifteen percent`, `two thousand five hundred`, `zero point eight`, `a dozen`, `a quarter`. */
export function findWordNumbers(text: string): NumberMention[] {
  const found: NumberMention[] = [];
  for (const [pattern, value] of SHARES) {
    for (const match of text.matchAll(pattern)) {
      if (!/^\s*(?:past|to|hour|of an hour|year)\b/iu.test(text.slice(match.index + match[0].length))) {
        found.push(mention(text, match.index, match.index + match[0].length, value, { share: true }));
      }
    }
  }
  for (const match of text.matchAll(PERIODS)) {
    const unit = (match[1] ?? '').toLowerCase();
    found.push(
      mention(text, match.index, match.index + match[0].length, unit === 'fortnight' ? 2 : 1, {
        implied: true,
        unit: unit === 'fortnight' ? 'week' : unit,
      }),
    );
  }
  for (const run of wordRuns(text)) {
    if (!found.some((other) => run.start < other.end && other.start < run.end)) found.push(run);
  }
  return found;
}

function mention(
  text: string,
  start: number,
  end: number,
  value: number,
  extra: Partial<NumberMention> = {},
): NumberMention {
  const percent = /^\s*(?:%|per\s?cent\b|pct\b)/iu.exec(text.slice(end));
  const stop = percent === null ? end : end + percent[0].length;
  return {
    value,
    start,
    end: stop,
    raw: text.slice(start, stop),
    percent: percent !== null,
    share: false,
    spread: /(?:±|\+\s?\/\s?-|plus or minus)\s*$/iu.test(text.slice(Math.max(0, start - 16), start)),
    ...extra,
  };
}

/** Maximal runs of number words, read as one number each. */
function wordRuns(text: string): NumberMention[] {
  const tokens = [...text.matchAll(WORD)].map((match) => ({
    plain: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: NumberMention[] = [];
  let index = 0;
  while (index < tokens.length) {
    const run = readRun(text, tokens, index);
    if (run === undefined) {
      index++;
      continue;
    }
    const first = tokens[index];
    const last = tokens[run.next - 1];
    const alone = run.next - index === 1 && first?.plain === 'one';
    if (first !== undefined && last !== undefined && !(alone && !isCounting(text, first.start, last.end))) {
      found.push(mention(text, first.start, last.end, run.value));
    }
    index = run.next;
  }
  return found;
}

/** `one` is a number before a noun or a percent sign, not in `this one`, `which one`, `one of`. */
function isCounting(text: string, start: number, end: number): boolean {
  if (
    /\b(?:this|that|the|which|another|each|every|no|any|some|good|new|last)\s+$/iu.test(text.slice(0, start))
  )
    return false;
  return /^\s+(?!of\b|or\b|and\b|more\b|is\b|for\b|in\b|with\b|to\b|at\b)(?:\p{L}|%)/iu.test(text.slice(end));
}

interface Token {
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

function readRun(
  text: string,
  tokens: readonly Token[],
  from: number,
): { value: number; next: number } | undefined {
  let index = from;
  let total = 0;
  let current = 0;
  let any = false;
  while (index < tokens.length) {
    const token = tokens[index];
    if (token === undefined) break;
    const gap = index === from ? '' : text.slice(tokens[index - 1]?.end ?? 0, token.start);
    if (index > from && !/^[\s-]+$/u.test(gap)) break;
    const unit = UNITS[token.plain];
    const tens = TENS[token.plain];
    const scale = SCALES[token.plain];
    if (unit !== undefined && (current % 10 === 0 || !any) && (current % 100 === 0 || unit < 10))
      current += unit;
    else if (tens !== undefined && current % 100 === 0) current += tens;
    else if (token.plain === 'hundred' && any && current > 0 && current < 100) current *= 100;
    else if (token.plain === 'dozen' && !any) current = 12;
    else if (scale !== undefined && any && current > 0) {
      total += current * scale;
      current = 0;
    } else if ((token.plain === 'a' || token.plain === 'one') && !any && isScale(tokens[index + 1]?.plain)) {
      current = tokens[index + 1]?.plain === 'dozen' ? 12 : 1;
      if (current === 12) index++;
      else if (tokens[index + 1]?.plain === 'hundred') {
        current = 100;
        index++;
      }
    } else if (token.plain === 'and' && any && /hundred|thousand/u.test(tokens[index - 1]?.plain ?? '')) {
      const next = tokens[index + 1]?.plain ?? '';
      if (UNITS[next] === undefined && TENS[next] === undefined) break;
    } else if (token.plain === 'point' && any) {
      const digits = decimals(tokens, index + 1);
      if (digits === '') break;
      return { value: Number(`${total + current}.${digits}`), next: index + 1 + digits.length };
    } else break;
    any = true;
    index++;
  }
  return any ? { value: total + current, next: index } : undefined;
}

function isScale(word: string | undefined): boolean {
  return word === 'hundred' || word === 'dozen' || (word !== undefined && SCALES[word] !== undefined);
}

function decimals(tokens: readonly Token[], from: number): string {
  let digits = '';
  for (let index = from; index < tokens.length; index++) {
    const value = UNITS[tokens[index]?.plain ?? ''];
    if (value === undefined || value > 9) break;
    digits += String(value);
  }
  return digits;
}
