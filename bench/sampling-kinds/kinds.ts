import type { PeriodQuestion } from '../../plugins/sampling/periods/analyse-period.js';

/** A unit of a made population. */
export interface MadeUnit {
  readonly id: string;
  readonly value: number;
  readonly stratum?: string;
  /** Measure of size, for a draw by size. */
  readonly size?: number;
}

/** Numbers that a population is made of. */
export interface Chance {
  uniform(): number;
  normal(): number;
}

/** One kind of design: a population, how much of it is drawn, and how it is judged. */
export interface Kind {
  readonly name: string;
  readonly rules: Pick<PeriodQuestion, 'parameterType' | 'confidence' | 'criticalValue'>;
  /** Made anew for each draw, so that a share is not one lucky number of a discrete world. */
  population(chance: Chance): MadeUnit[];
  /** Units to draw, by stratum where there are any. */
  readonly draw: number | Readonly<Record<string, number>>;
  readonly bySize?: boolean;
  /** Share of the drawn units that answer; default 1. */
  readonly answering?: number;
  /** Why its interval may be short of its level by nature; then it is shown and does not fail the run. */
  readonly knownShort?: string;
}

const mean = (criticalValue: 'z' | 't', confidence = 0.95) =>
  ({ parameterType: 'mean', confidence, criticalValue }) as const;
const share = (confidence = 0.95) =>
  ({ parameterType: 'proportion', confidence, criticalValue: 'z' }) as const;

const units = (count: number, of: (at: number) => Omit<MadeUnit, 'id'>): MadeUnit[] =>
  Array.from({ length: count }, (_, at) => ({ id: `H${String(at).padStart(5, '0')}`, ...of(at) }));

/** A population of `count` where a share between `low` and `high` says yes. */
const yesBetween = (count: number, low: number, high: number) => (chance: Chance) => {
  const p = low + (high - low) * chance.uniform();
  return units(count, () => ({ value: chance.uniform() < p ? 1 : 0 }));
};

interface MadeStratum {
  readonly count: number;
  readonly value: (chance: Chance) => number;
}

const strata = (made: Readonly<Record<string, MadeStratum>>) => (chance: Chance) =>
  Object.entries(made)
    .flatMap(([stratum, { count, value }]) =>
      Array.from({ length: count }, () => ({ stratum, value: value(chance) })),
    )
    .map((unit, at) => ({ id: `H${String(at).padStart(5, '0')}`, ...unit }));

const yes = (count: number, p: number): MadeStratum => ({
  count,
  value: ({ uniform }) => (uniform() < p ? 1 : 0),
});
const around = (count: number, center: number, sd: number): MadeStratum => ({
  count,
  value: ({ normal }) => center + sd * normal(),
});

/** Villages whose sizes differ forty times (with `spread` 0.6), a few of them so large that they are certain. */
const sized =
  (value: (size: number, chance: Chance) => number, spread = 0.6) =>
  (chance: Chance) =>
    units(400, () => {
      const size = Math.ceil(10 * Math.exp(spread * chance.normal()));
      return { size, value: value(size, chance) };
    });

/** Every kind of design that the service can make and analyse. */
export const KINDS: readonly Kind[] = [
  {
    name: 'mean, 100 of 400, z',
    rules: mean('z'),
    population: ({ normal }) => units(400, () => ({ value: 3.5 + 0.9 * normal() })),
    draw: 100,
  },
  {
    name: 'mean, 100 of 400, t, 90%',
    rules: mean('t', 0.9),
    population: ({ normal }) => units(400, () => ({ value: 3.5 + 0.9 * normal() })),
    draw: 100,
  },
  {
    name: 'mean, 12 of 600, planned with z',
    rules: mean('z'),
    population: ({ normal }) => units(600, () => ({ value: 3.5 + 0.9 * normal() })),
    draw: 12,
  },
  {
    name: 'mean, 100 of 125 drawn answer',
    rules: mean('t'),
    population: ({ normal }) => units(400, () => ({ value: 3.5 + 0.9 * normal() })),
    draw: 125,
    answering: 0.8,
  },
  {
    name: 'mean, skewed (log-normal, cv 0.8), 60 of 400',
    rules: mean('t'),
    population: ({ normal }) => units(400, () => ({ value: Math.exp(0.7 * normal()) })),
    draw: 60,
    knownShort: "Student's t takes means for symmetric; skewed values need more units",
  },
  ...(
    [
      ['near 1 (.90 to .99)', 0.9, 0.99],
      ['near 0 (.01 to .10)', 0.01, 0.1],
      ['in between (.3 to .7)', 0.3, 0.7],
    ] as const
  ).flatMap(([where, low, high]) =>
    [30, 100].map(
      (draw): Kind => ({
        name: `share ${where}, ${draw} of 400`,
        rules: share(),
        population: yesBetween(400, low, high),
        draw,
      }),
    ),
  ),
  {
    name: 'share near 1 (.85 to .98), 60 of 120, 90%',
    rules: share(0.9),
    population: yesBetween(120, 0.85, 0.98),
    draw: 60,
  },
  {
    name: 'mean of three strata, 30 + 40 + 30',
    rules: mean('t'),
    population: strata({
      a: around(800, 10, 1),
      b: around(500, 14, 4),
      c: around(200, 30, 9),
    }),
    draw: { a: 30, b: 40, c: 30 },
  },
  {
    name: 'share of three strata near 1, 30 each',
    rules: share(),
    population: strata({ a: yes(600, 0.97), b: yes(400, 0.93), c: yes(200, 0.88) }),
    draw: { a: 30, b: 30, c: 30 },
  },
  {
    name: 'share of three strata near 0, 40 each, 90%',
    rules: share(0.9),
    population: strata({ a: yes(600, 0.04), b: yes(400, 0.06), c: yes(200, 0.1) }),
    draw: { a: 40, b: 40, c: 40 },
  },
  {
    name: 'share of two strata far apart (.9, .3), 50 + 30',
    rules: share(),
    population: strata({ a: yes(700, 0.9), b: yes(300, 0.3) }),
    draw: { a: 50, b: 30 },
  },
  {
    name: 'share of two strata with one alike (1, .6), 30 each',
    rules: share(),
    population: strata({ a: yes(700, 1), b: yes(300, 0.6) }),
    draw: { a: 30, b: 30 },
  },
  {
    name: 'share of four small strata near 1, 8 each',
    rules: share(),
    population: strata({ a: yes(200, 0.95), b: yes(200, 0.9), c: yes(200, 0.95), d: yes(200, 0.9) }),
    draw: { a: 8, b: 8, c: 8, d: 8 },
  },
  {
    name: 'mean by size, values apart from it, 60 of 400',
    rules: mean('t'),
    population: sized((_, { normal }) => 8 + 2 * normal()),
    draw: 60,
    bySize: true,
  },
  {
    name: 'mean by size, values falling with it, 60 of 400',
    rules: mean('t'),
    population: sized((size, { normal }) => 12 - 2 * Math.log(size) + 2 * normal()),
    draw: 60,
    bySize: true,
  },
  {
    name: 'mean by size, sizes differing 200 times and values falling with it, 60 of 400',
    rules: mean('t'),
    population: sized((size, { normal }) => 12 - 2 * Math.log(size) + 2 * normal(), 0.9),
    draw: 60,
    bySize: true,
    knownShort:
      'the few small villages stand for hundreds each, and have the largest values: such a size is no help',
  },
  {
    name: 'mean by size, values in proportion to it, 60 of 400',
    rules: mean('t'),
    population: sized((size, { normal }) => size * (1 + 0.2 * normal())),
    draw: 60,
    bySize: true,
  },
  {
    name: 'mean by size, 48 of 60 drawn answer',
    rules: mean('t'),
    population: sized((size, { normal }) => 12 - 2 * Math.log(size) + 2 * normal()),
    draw: 60,
    bySize: true,
    answering: 0.8,
  },
  {
    name: 'share by size, apart from it, near 1 (.92), 60 of 400',
    rules: share(),
    population: sized((_, { uniform }) => (uniform() < 0.92 ? 1 : 0)),
    draw: 60,
    bySize: true,
  },
  {
    name: 'share by size, falling with it, 80 of 400',
    rules: share(),
    population: sized((size, { uniform }) => (uniform() < 1 / (1 + size / 30) ? 1 : 0)),
    draw: 80,
    bySize: true,
  },
];
