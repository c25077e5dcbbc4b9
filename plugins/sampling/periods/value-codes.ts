/** What values are held against. */
export interface ValuesOf {
  /** Whether devices gave them: one that stopped says nothing of the stove that it was on. */
  readonly byDevice?: boolean | undefined;
  /** What the design is of; undefined where nobody knows. */
  readonly parameterType?: 'mean' | 'proportion' | undefined;
  /** Why values are what nobody expects. */
  readonly reason?: string | undefined;
}

/** What was found about the numbers of one column. */
export interface ValueRule {
  /** Why a value cannot count; undefined for one that can. */
  fault(value: number): string | undefined;
  /** What a person should know about them. */
  readonly remarks: readonly string[];
}

/** Beyond it nothing is measured, and squares would have no room. */
const LARGEST = 1e15;
const CODES = new Set([7, 8, 9, 77, 88, 97, 98, 99, 777, 888, 998, 999, 9999, 99_999]);
/** A code of two digits and more is one where it lies this far above all that are none. */
const FAR = 3;

/** A reason that speaks of values below 0 in one of six languages; one that is given for something else lets none in. */
const SAYS_NEGATIVE =
  /negativ|n[ée]gatif|n[ée]gative|\bhasi\b|(?:below|under|unter|sous|bajo|abaixo de|chini ya)\s+(?:0|zero|zéro|cero|null|sifuri)(?!\w)/iu;

/** How programs and forms write yes and no as numbers other than 1 and 0, the yes first. */
const PAIRS = [
  { yes: 1, no: 2 },
  { yes: 100, no: 0 },
  { yes: -1, no: 0 },
] as const;

/**
 * Decides over all numbers of a column which of them cannot be values: codes of something else, shares beyond 0 and 1,
 * and values below 0 among others. A code is never taken for a lost unit: who drops each "no" makes every answer a yes.
 */
export function valueRule(values: readonly number[], { parameterType, reason }: ValuesOf): ValueRule {
  const below = values.filter((value) => value < 0).length;
  // A difference is below 0 as often as not; of what is weighed or counted nothing is.
  const differences = below * 2 >= values.length;
  const codes = codesAmong(values, differences);
  const pair = PAIRS.find(({ yes, no }) => values.every((value) => value === yes || value === no));
  return {
    fault(value) {
      if (Math.abs(value) > LARGEST) return 'is larger than anything that is measured';
      if (parameterType === 'proportion' && (value < 0 || value > 1)) return shareFault(pair);
      if (codes.has(value))
        return 'looks like a code for a missing value: clear the cell, and say why in a status';
      if (value < 0 && !differences && !SAYS_NEGATIVE.test(reason ?? ''))
        return 'is below 0, and most are not: clear the cell and say why in a status, or say in `reason`, with the word "negative", how less than nothing is measured';
      return undefined;
    },
    remarks: [
      ...(parameterType !== 'proportion' && pair !== undefined && values.some((value) => value !== 0)
        ? codedRemark(pair, new Set(values).size)
        : []),
      ...(below > 0 && parameterType !== 'proportion'
        ? [`${below} of ${values.length} values are below 0 and count as they stand`]
        : []),
    ],
  };
}

type Pair = (typeof PAIRS)[number];

function shareFault(pair: Pair | undefined): string {
  if (pair === undefined) return 'is no share: write 1 for yes and 0 for no, or a share such as 0.85 or 85%';
  return `is no share: if ${pair.yes} stands for yes and ${pair.no} for no, write 1 and 0, or yes and no`;
}

/** One number alone is a quantity like any other. */
function codedRemark({ yes, no }: Pair, different: number): string[] {
  if (different < 2) return [];
  return [
    `every value is ${yes} or ${no} and counts as this number; if they stand for yes and no, write 1 and 0, or yes and no`,
  ];
}

/**
 * Numbers that stand for a missing value: -99 and its kin where most values are not negative, 9 beside yes and no, 99
 * and more where it is thrice the next largest.
 */
function codesAmong(values: readonly number[], differences: boolean): ReadonlySet<number> {
  const distinct = new Set(values);
  const codes = [...distinct].filter((value) => CODES.has(Math.abs(value)));
  const others = [...distinct].filter((value) => !CODES.has(Math.abs(value)));
  const negative = codes.filter((code) => code < 0 && !differences);
  if (others.length === 0) return new Set(negative);
  const shares = others.every((value) => value === 0 || value === 1);
  const largest = others.reduce((most, value) => Math.max(most, value));
  const positive = codes.filter((code) => code > 0 && (shares || (code >= 77 && code > FAR * largest)));
  return new Set([...negative, ...positive]);
}
