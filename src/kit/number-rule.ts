/** How the numbers of one column are written. */
export interface NumberRule {
  readonly decimal: '.' | ',';
  /** Every number has a percent sign and is read as a hundredth. */
  readonly percent: boolean;
  /** Whether a sign that groups thousands stands in any cell. */
  readonly grouped: boolean;
}

/** A cell of a column as text, with its line. */
export interface ColumnCell {
  readonly text: string;
  readonly line: number;
}

/** Cells that no rule reads, with what is wrong. */
export interface NumberFault extends ColumnCell {
  readonly why: string;
  /** The word of the caller that would settle it. */
  readonly asks?: 'decimal';
}

/** Optional sign, digits with points, commas, spaces and apostrophes among them, optional exponent, optional percent. */
const NUMBER = /^[+-]?(?:\d[\d.,'’\u00a0\u202f ]*|[.,]\d+)(?:e[+-]?\d+)?\s*%?$/iu;
const GROUPED_BY = /['’\u00a0\u202f ]/gu;
/** One point or comma with one to three digits before and three behind: thousands or thousandths. */
const EITHER = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;

/** Whether a cell is written as a number of whatever rule. */
export function looksLikeNumber(text: string): boolean {
  return NUMBER.test(text);
}

/**
 * Decides over all cells of a column how its numbers are written, since `1.201` is one thing beside `900,5` and another
 * beside `0.35`. Where the cells leave it open it is a fault and not a guess.
 * @param cells those that look like numbers, as text
 * @param said what the caller says of the decimal sign
 * @param plain whether the file is written by a program whose decimal sign is the point, whatever the cells look like
 */
export function numberRule(
  cells: readonly ColumnCell[],
  said: '.' | ',' | undefined,
  plain: boolean,
): NumberRule | { readonly faults: readonly NumberFault[] } {
  const percents = cells.filter(({ text }) => text.includes('%')).length;
  if (percents > 0 && percents < cells.length) return { faults: mixedPercents(cells) };
  const seen: Partial<Record<'.' | ',', ColumnCell>> = {};
  const either: Partial<Record<'.' | ',', ColumnCell>> = {};
  let grouped = false;
  for (const cell of cells) {
    const bare = bareOf(cell.text);
    if (bare !== cell.text.replace(/\s*%$/, '')) grouped = true;
    const sign = EITHER.exec(bare)?.[1] as '.' | ',' | undefined;
    if (sign !== undefined) {
      either[sign] ??= cell;
      continue;
    }
    const decimal = decimalOf(bare);
    if (decimal !== undefined) seen[decimal] ??= cell;
    if (/[.,].*[.,]/.test(bare)) grouped = true;
  }
  if (said === undefined && seen['.'] !== undefined && seen[','] !== undefined)
    return {
      faults: [
        { ...seen['.'], why: 'has a decimal point' },
        { ...seen[','], why: 'has a decimal comma' },
      ],
    };
  const decimal =
    said ?? (seen['.'] && '.') ?? (seen[','] && ',') ?? (plain && !either[','] ? '.' : undefined);
  const open = either['.'] ?? either[','];
  if (decimal === undefined && open !== undefined)
    return {
      faults: [
        { text: open.text, line: open.line, why: `may be ${meanings(bareOf(open.text))}`, asks: 'decimal' },
      ],
    };
  const other = decimal === ',' ? '.' : ',';
  const bent = said === undefined ? farAbove(cells, either[other], decimal ?? '.') : undefined;
  if (bent !== undefined)
    return {
      faults: [
        {
          ...bent,
          why: `may be ${meanings(bareOf(bent.text))}, and is far above the others as the first`,
          asks: 'decimal',
        },
      ],
    };
  return { decimal: decimal ?? '.', percent: percents > 0, grouped: grouped || either[other] !== undefined };
}

/** A thousand by its sign is no such where it lies this far above all that are none. */
const FAR = 100;

/** The cell that would group thousands, where all that do would be far above all others. */
function farAbove(
  cells: readonly ColumnCell[],
  first: ColumnCell | undefined,
  decimal: '.' | ',',
): ColumnCell | undefined {
  if (first === undefined) return undefined;
  const rule = { decimal, percent: false, grouped: true };
  const groups = ({ text }: ColumnCell) => {
    const sign = EITHER.exec(bareOf(text))?.[1];
    return sign !== undefined && sign !== decimal;
  };
  const sizes = (which: boolean) =>
    cells.filter((cell) => groups(cell) === which).map(({ text }) => Math.abs(readNumber(text, rule) ?? 0));
  const others = sizes(false).filter((size) => size > 0);
  return others.length > 0 && Math.min(...sizes(true)) > FAR * Math.max(...others) ? first : undefined;
}

/** The number of a cell by the rule of its column; undefined when it breaks the rule. */
export function readNumber(text: string, { decimal, percent }: NumberRule): number | undefined {
  const group = decimal === '.' ? ',' : '.';
  const bare = bareOf(text);
  const [whole = '', ...rest] = bare.split(decimal);
  if (rest.length > 1 || rest.some((digits) => digits.includes(group))) return undefined;
  if (whole.includes(group) && !new RegExp(`^[+-]?\\d{1,3}(?:\\${group}\\d{3})+$`).test(whole))
    return undefined;
  const number = Number([whole.replaceAll(group, ''), ...rest].join('.'));
  if (!Number.isFinite(number)) return undefined;
  return percent ? Number((number / 100).toPrecision(15)) : number;
}

/** Without the percent sign, and without spaces and apostrophes that group thousands. */
function bareOf(text: string): string {
  const own = text.replace(/\s*%$/, '').trim();
  return /^[+-]?\d{1,3}(?:(['’\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u.test(own)
    ? own.replace(GROUPED_BY, '')
    : own;
}

/** The decimal sign that a cell gives away; undefined for a whole number. */
function decimalOf(bare: string): '.' | ',' | undefined {
  const signs = bare.match(/[.,]/g) ?? [];
  const [first] = signs as ('.' | ',')[];
  const last = signs.at(-1) as '.' | ',' | undefined;
  if (first === undefined || last === undefined) return undefined;
  if (signs.length === 1) return first;
  if (first !== last) return last;
  // Twice the same sign groups thousands, so the other one is the decimal sign.
  if (!/^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(bare)) return undefined;
  return first === '.' ? ',' : '.';
}

function meanings(bare: string): string {
  return `${bare.replace(/[.,]/, '')} or ${bare.replace(/[.,]/, '.')}`;
}

function mixedPercents(cells: readonly ColumnCell[]): NumberFault[] {
  return [true, false].flatMap((signed) => {
    const cell = cells.find(({ text }) => text.includes('%') === signed);
    return cell === undefined
      ? []
      : [{ ...cell, why: signed ? 'has a percent sign' : 'has none, as others have' }];
  });
}
