import { hashOfList } from '../registry/list-hash.js';
import type { FrameReader } from '../registry/read-frame.js';
import { adopterOf, stratumOf } from '../registry/unit-tag.js';
import { type HardlyDrawn, hardlyDrawn } from './hardly-drawn.js';
import { type DrawnIndex, drawIndices, stratumSeed } from './index-draw.js';
import type { SelectionPlan, StratumPlan } from './plan.js';
import { drawPps, type PpsDraw, ppsUniform, type SizedUnit } from './pps-draw.js';
import type { Seed } from './seed.js';
import type { Algorithm, SelectionUnit } from './selection-record.js';
import { TicketDraw } from './ticket-draw.js';
import { compareUtf8 } from './utf8-order.js';

/** Units of a sized frame that are held in memory. */
const MAX_SIZED_UNITS = 2_000_000;

/** One way to draw, fed by the reading of the frame. */
export interface StratumDraws {
  readonly reader: Pick<FrameReader, 'onStratum' | 'onUnit' | 'onBytes' | 'onCounted' | 'onPlaced'>;
  /** Units of one stratum in the order of the draw, when the frame was read. */
  drawn(stratum: StratumPlan): SelectionUnit[];
  /** The seed text that the stratum's hashes begin with. */
  seedOf(stratum: string | null): string;
  /** The text whose hash decides over a unit. */
  hashedFor(unit: SelectionUnit, stratum: string | null, frameSize: number): string;
  /** Hash of the sizes that decide, when the frame was read; absent where none do. */
  readonly sizesSha256?: () => string;
  readonly systematic?: () => Omit<PpsDraw, 'selected'> | undefined;
  /** Units that sizes leave hardly any chance, when the frame was read. */
  readonly hardlyDrawn?: () => HardlyDrawn | undefined;
}

export const METHODS: Readonly<Record<Algorithm, string>> = {
  'sha256-ticket-v1':
    'ticket = lower-case hex SHA-256 of the UTF-8 bytes of seed, ":", id. Units of each stratum sorted by ticket, then id, bytewise; the first are selected, the next are the replacements in order.',
  'sha256-index-v1':
    'The ids of each stratum sorted bytewise have positions 1..N. For counter = 1, 2, …: v = SHA-256 of the UTF-8 bytes of seed, ",", N, ",", counter as a 256-bit big-endian integer; rejected when v >= floor(2^256/N)*N; position = v mod N + 1; a position that was drawn before is skipped. A stratum\'s seed is seed, "/", its name; without strata it is the seed.',
  'sha256-pps-systematic-v1':
    'Systematic with probability proportional to size, units in the bytewise order of their ids. Units with n*size/T >= 1 are taken for certain and T and n recomputed. Of the others: interval I = T/n, start = U*I with U = the first 53 bits of SHA-256 of the UTF-8 bytes of seed, ":pps", divided by 2^53; a unit is taken when its stretch of the cumulated sizes holds start + k*I. Not a Sampford draw.',
};

export function createDraws(algorithm: Algorithm, plan: SelectionPlan, seed: Seed): StratumDraws {
  if (algorithm === 'sha256-ticket-v1') return ticketDraws(plan, seed);
  return algorithm === 'sha256-index-v1' ? indexDraws(plan, seed) : ppsDraws(plan, seed);
}

const wanted = (plan: SelectionPlan, name: string | undefined) => {
  const stratum = plan.strata.find((each) => each.name === (name ?? null));
  return stratum === undefined ? 0 : stratum.size + stratum.replacements;
};

function ticketDraws(plan: SelectionPlan, seed: Seed): StratumDraws {
  const byIndex: TicketDraw[] = [];
  const byName = new Map<string | null, TicketDraw>();
  return {
    reader: {
      onStratum: (name) => {
        const draw = new TicketDraw(seed, wanted(plan, name));
        byIndex.push(draw);
        byName.set(name ?? null, draw);
      },
      onUnit: (unit) => byIndex[unit.stratum]?.add(unit.id, unit.adopter),
      onBytes: (bytes, start, end, stratum, adopter) =>
        byIndex[stratum]?.addBytes(bytes, start, end, adopter),
    },
    drawn: ({ name }) => (byName.get(name)?.drawn() ?? []).map((unit, at) => ({ order: at + 1, ...unit })),
    seedOf: () => seed,
    hashedFor: (unit) => `${seed}:${unit.id}`,
  };
}

function indexDraws(plan: SelectionPlan, seed: Seed): StratumDraws {
  const seedOf = (name: string | null) => (name === null ? seed : stratumSeed(seed, name));
  /** Draws of each stratum by position, and the units found so far. */
  const byIndex: { draws: (DrawnIndex & { order: number })[]; units: SelectionUnit[] }[] = [];
  const byName = new Map<string | null, SelectionUnit[]>();
  return {
    reader: {
      onCounted: (_size, strata) => {
        for (const { name, size } of strata) {
          const draws = drawIndices(seedOf(name ?? null), size, Math.min(size, wanted(plan, name)))
            .map((draw, at) => ({ ...draw, order: at + 1 }))
            .sort((a, b) => a.index - b.index);
          const units: SelectionUnit[] = [];
          byIndex.push({ draws, units });
          byName.set(name ?? null, units);
        }
      },
      onPlaced: (bytes, start, end, tag, positionInStratum) => {
        const stratum = byIndex[stratumOf(tag)];
        // Units come in the order of their positions, and so do the draws.
        const draw = stratum?.draws[stratum.units.length];
        if (stratum === undefined || draw?.index !== positionInStratum) return;
        const { index, counter, order } = draw;
        const adopter = adopterOf(tag);
        const id = bytes.toString('utf8', start, end);
        stratum.units.push({ order, id, index, counter, ...(adopter !== undefined && { adopter }) });
      },
    },
    drawn: ({ name }) => [...(byName.get(name) ?? [])].sort((a, b) => a.order - b.order),
    seedOf,
    hashedFor: (unit, name, frameSize) => `${seedOf(name)},${frameSize},${unit.counter}`,
  };
}

function ppsDraws(plan: SelectionPlan, seed: Seed): StratumDraws {
  const units: (SizedUnit & { readonly adopter: boolean | undefined })[] = [];
  let draw: PpsDraw | undefined;
  const inOrder = () => units.sort((a, b) => compareUtf8(a.id, b.id));
  return {
    reader: {
      onUnit: ({ id, size, adopter }) => {
        if (units.length === MAX_SIZED_UNITS) {
          throw new RangeError(
            `selection by size holds its frame in memory: at most ${MAX_SIZED_UNITS} units`,
          );
        }
        units.push({ id: Buffer.from(id, 'utf8').toString('utf8'), size, adopter });
      },
    },
    sizesSha256: () => hashOfList(inOrder().map(({ id, size }) => `${id}\t${size}`)),
    drawn: ({ name }) => {
      inOrder();
      const adopters = new Map(units.map((unit) => [unit.id, unit.adopter]));
      const { selected, ...rest } = drawPps(
        units.map(({ id, size }) => ({ id, size })),
        Math.min(units.length, wanted(plan, name ?? undefined)),
        ppsUniform(seed),
      );
      draw = { selected, ...rest };
      return selected.map(({ position, id, ...unit }, at) => {
        const adopter = adopters.get(id);
        return { order: at + 1, id, index: position, ...unit, ...(adopter !== undefined && { adopter }) };
      });
    },
    seedOf: () => seed,
    hashedFor: () => `${seed}:pps`,
    hardlyDrawn: () => draw && hardlyDrawn(units, draw),
    systematic: () => {
      if (draw === undefined) return undefined;
      const { total, interval, start, uniform } = draw;
      return { total, interval, start, uniform };
    },
  };
}
