/**
 * Do the intervals hold what they state? Each kind of design is drawn by the service's own draws and analysed by its own
 * analysis 2,000 times, each time from a population made anew, and the stated interval is held against that population:
 *
 *   npm run bench:coverage                 a minute of an idle processor
 *   npm run bench:coverage -- --times 200  quicker and coarser
 *
 * The seed is fixed, so that a figure that changes was changed. Ends with 1 when an interval holds less often than it
 * states by more than chance explains.
 */
import { loadDistributions } from '../plugins/sampling/distributions/load-distributions.js';
import { analysePeriod } from '../plugins/sampling/periods/analyse-period.js';
import { drawnChances } from '../plugins/sampling/periods/inclusion-chances.js';
import { drawPps, ppsUniform } from '../plugins/sampling/selection/pps-draw.js';
import { parseSeed } from '../plugins/sampling/selection/seed.js';
import { drawTickets } from '../plugins/sampling/selection/ticket-draw.js';
import { Random } from '../src/planner/understanding/training/random.js';
import { type Chance, KINDS, type Kind, type MadeUnit } from './sampling-kinds/kinds.js';

const SEED = 12;
const DAY = '2024-01-01';
const at = process.argv.indexOf('--times');
const TIMES = at < 0 ? 2000 : Number(process.argv[at + 1]);
/** Two-sided 99% of chance: of twenty honest kinds one in five runs shows one outside. */
const CHANCE = 2.576;

const distributions = await loadDistributions();

function chanceOf(seed: number): Chance {
  const random = new Random(seed);
  const uniform = () => random.next();
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

interface Taken {
  readonly units: readonly MadeUnit[];
  readonly chances: ReturnType<typeof drawnChances>;
}

/** Draws as the service does: by tickets in each stratum, or systematically by size. */
function take(kind: Kind, population: readonly MadeUnit[], text: string): Taken {
  const seed = parseSeed(text).text;
  const byId = new Map(population.map((unit) => [unit.id, unit]));
  const found = (ids: readonly { readonly id: string }[]) => ids.flatMap(({ id }) => byId.get(id) ?? []);
  if (kind.bySize === true) {
    const { selected } = drawPps(
      population.map(({ id, size = 1 }) => ({ id, size })),
      kind.draw as number,
      ppsUniform(seed),
    );
    return { units: found(selected), chances: drawnChances({ strata: [{ selected }] }) };
  }
  const plan = typeof kind.draw === 'number' ? [[undefined, kind.draw] as const] : Object.entries(kind.draw);
  const units = plan.flatMap(([name, size]) =>
    found(
      drawTickets(
        population.filter(({ stratum }) => stratum === name).map(({ id }) => id),
        seed,
        size,
      ),
    ),
  );
  return { units, chances: undefined };
}

interface Coverage {
  readonly kind: Kind;
  readonly interval: string;
  /** Share of the intervals that held the value of their population. */
  readonly held: number;
  /** Shares that lay wholly above it and below it. */
  readonly above: number;
  readonly below: number;
}

function cover(kind: Kind, index: number): Coverage {
  const chance = chanceOf(SEED * 1000 + index);
  let [above, below] = [0, 0];
  let interval = '';
  for (let time = 0; time < TIMES; time++) {
    const population = kind.population(chance);
    const truth = population.reduce((a, { value }) => a + value, 0) / population.length;
    const { units, chances } = take(kind, population, `coverage ${index} ${time}`);
    const answered = units.filter(() => kind.answering === undefined || chance.uniform() < kind.answering);
    const { pooled } = analysePeriod(
      {
        ...kind.rules,
        from: DAY,
        to: DAY,
        precision: 0.1,
        designEffect: 1,
        missRule: 'always-bound',
        readings: answered.map(({ id, value, stratum }) => ({ unitId: id, date: DAY, value, stratum })),
        chances,
        plan: {
          population: population.length,
          planned: units.length,
          strata:
            typeof kind.draw === 'number'
              ? undefined
              : Object.entries(kind.draw).map(([name, planned]) => ({
                  name,
                  planned,
                  population: population.filter(({ stratum }) => stratum === name).length,
                })),
        },
      },
      distributions,
    );
    if (pooled.estimate === null) throw new Error(`${kind.name} has no estimate`);
    interval = pooled.estimate.interval;
    // A hair's breadth is the arithmetic of a census or of a share of exactly 1.
    if (pooled.estimate.lower > truth + 1e-9) above += 1;
    if (pooled.estimate.upper < truth - 1e-9) below += 1;
  }
  const share = (count: number) => count / TIMES;
  return { kind, interval, held: 1 - share(above + below), above: share(above), below: share(below) };
}

function verdictOf({ kind, held }: Coverage): string {
  const level = kind.rules.confidence;
  const error = CHANCE * Math.sqrt((level * (1 - level)) / TIMES);
  if (held < level - error) return kind.knownShort === undefined ? 'SHORT' : 'short, known';
  return held > level + error ? 'wider than stated' : 'holds';
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

const rows = KINDS.map(cover);
console.log(`${TIMES} draws and analyses of each kind, seed ${SEED}.\n`);
console.log('| kind of design | interval | states | held | all above | all below | verdict |');
console.log('| --- | --- | ---: | ---: | ---: | ---: | --- |');
for (const row of rows) {
  const { kind, interval, held, above, below } = row;
  const cells = [
    kind.name,
    interval,
    percent(kind.rules.confidence),
    percent(held),
    percent(above),
    percent(below),
  ];
  console.log(`| ${cells.join(' | ')} | ${verdictOf(row)} |`);
}
for (const { name, knownShort } of KINDS)
  if (knownShort !== undefined) console.log(`\n${name}: ${knownShort}.`);
process.exitCode = rows.some((row) => verdictOf(row) === 'SHORT') ? 1 : 0;
