import type { Mention } from '../reading/reading.js';
import { logarithm } from './exponential.js';
import { type SlotContext, slotFeatures } from './features/slot-features.js';
import type { Token } from './features/tokens.js';
import type { Leaf } from './leaf-fields.js';
import { type Model, partFor } from './model.js';
import { fieldsOfLabel, NO_FIELD } from './slot-labels.js';
import { slotValue, type UnitReader } from './slot-values.js';
import { probabilities } from './softmax.js';

export interface Pick {
  readonly mention: Mention;
  readonly label: string;
  readonly p: number;
}

export interface Decoded {
  readonly picks: readonly Pick[];
  /** How far the best way of filling stands before the next, in logarithms of probability. */
  readonly margin: number;
}

interface Way {
  readonly picks: readonly Pick[];
  readonly used: ReadonlySet<string>;
  readonly score: number;
}

const WIDTH = 16;
const LEAST = 1e-4;
const SURE_MARGIN = 5;
/** Beyond so many values a message is a table: the rest is left unexplained. */
const MOST_VALUES = 40;

/** The likeliest way to fill an operation's fields with the values of a turn: each field once, each value once. */
export function decodeSlots(
  tokens: readonly Token[],
  operation: string,
  leaves: ReadonlyMap<string, Leaf>,
  context: SlotContext,
  whole: Model,
  unit: UnitReader,
): Decoded {
  const model = partFor(whole, operation);
  const labels = model.operations[operation]?.slots ?? [];
  const indexes = labels.map((label) => model.slots.labels.indexOf(label));
  let ways: Way[] = [{ picks: [], used: new Set(), score: 0 }];
  let count = 0;
  for (const [at, { mention }] of tokens.entries()) {
    if (mention === undefined || mention.type === 'quote' || count++ >= MOST_VALUES) continue;
    const possible = labels.flatMap((label, index) => {
      const known = indexes[index];
      if (known === undefined || known < 0 || !fits(mention, label, leaves, unit)) return [];
      const keys = fieldsOfLabel(label).map((field) => field.path.join('.'));
      return [{ label, known, keys, single: keys.filter((key) => leaves.get(key)?.many !== true) }];
    });
    const p = probabilities(
      model.slots,
      slotFeatures(tokens, at, operation, context),
      possible.map((one) => one.known),
    );
    ways = ways
      .flatMap((way) =>
        possible.flatMap(({ label, keys, single }, index) => {
          const share = p[index] ?? 0;
          if (share < LEAST || keys.some((key) => way.used.has(key))) return [];
          return [{ way, label, single, p: share, score: way.score + logarithm(share) }];
        }),
      )
      .sort((a, b) => b.score - a.score)
      .slice(0, WIDTH)
      .map(({ way, label, single, p: share, score }) => ({
        picks: [...way.picks, { mention, label, p: share }],
        used: single.length === 0 ? way.used : new Set([...way.used, ...single]),
        score,
      }));
  }
  const [best, next] = ways;
  if (best === undefined) return { picks: [], margin: 0 };
  return { picks: best.picks, margin: next === undefined ? SURE_MARGIN : best.score - next.score };
}

function fits(mention: Mention, label: string, leaves: ReadonlyMap<string, Leaf>, unit: UnitReader): boolean {
  if (label === NO_FIELD) return true;
  return fieldsOfLabel(label).every((field) => {
    const leaf = leaves.get(field.path.join('.'));
    return leaf !== undefined && slotValue(mention, leaf, field.reading, unit) !== undefined;
  });
}
