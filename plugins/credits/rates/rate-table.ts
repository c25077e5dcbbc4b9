import { oneLine } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { type Micro, toMicro } from '../money/amount.js';

/** What a million tokens of a model cost, in millionths of a credit. */
export interface Rate {
  /** The model as the configuration names it. */
  readonly model: string;
  /** The day in UTC from which on it holds. */
  readonly from: string;
  readonly input: Micro;
  readonly output: Micro;
  readonly cached: Micro;
}

/** Tokens of one model call; `cached` is a part of `input`. */
export interface Tokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface ConfiguredRate {
  readonly model: string;
  readonly from: string;
  readonly input: number;
  readonly output: number;
  readonly cached?: number | undefined;
}

/** Which rate holds for a model at a time; undefined where nobody has set one. */
export type RateTable = (names: readonly string[], at: number) => Rate | undefined;

/**
 * The rates of a configuration. A full name goes before a beginning, a longer beginning before a shorter one, and among
 * those the latest that has begun.
 */
export function rateTable(configured: readonly ConfiguredRate[]): RateTable {
  const rates = configured
    .map(({ model, from, input, output, cached }) => ({
      model,
      from,
      input: toMicro(input),
      output: toMicro(output),
      cached: toMicro(cached ?? input),
    }))
    .sort((a, b) => weight(b.model) - weight(a.model) || (a.from < b.from ? 1 : -1));
  return (names, at) => {
    const day = new Date(at).toISOString().slice(0, 10);
    return rates.find(({ model, from }) => from <= day && names.some((name) => fits(model, name)));
  };
}

const weight = (pattern: string) => (pattern.endsWith('*') ? pattern.length : Number.POSITIVE_INFINITY);

function fits(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** What a model may be called in a configuration: as it answered, as it was asked, and that without its provider. */
export function modelNames(id: string, answered: string | undefined): string[] {
  const bare = id.slice(id.indexOf(':') + 1);
  return answered === undefined ? [id, bare] : [answered, id, bare];
}

/** What a model without a rate is told inside of a budget: whoever may name the model would else name a free one. */
export function unpriced(model: string): OracleError {
  return new OracleError('forbidden', {
    detail: `No rate says what the model ${oneLine(model, 200)} costs, and your budget counts by rates.`,
    hint: 'Name a model that has a rate, or have the operator of this oracle add one to `plugins.credits.rates`, such as `{ "model": "<name>", "from": "2026-11-01", "input": 1, "output": 4 }` (zeros for one that costs nothing).',
  });
}

/** What tokens cost: each kind by its rate, and the sum rounded up once. */
export function costOf({ input, cached, output }: Tokens, rate: Rate | undefined): Micro {
  if (rate === undefined) return 0n;
  const fresh = BigInt(Math.max(0, input - cached));
  const sum = fresh * rate.input + BigInt(cached) * rate.cached + BigInt(output) * rate.output;
  return (sum + 999_999n) / 1_000_000n;
}

/** How many tokens of an answer an amount pays for; undefined where they cost nothing. */
export function tokensFor(amount: Micro, rate: Rate | undefined): number | undefined {
  if (rate === undefined || rate.output === 0n) return undefined;
  return amount <= 0n ? 0 : Number((amount * 1_000_000n) / rate.output);
}

/** Whether a model is the keyless chat, which asks nobody and costs nothing. */
export function isFree(modelId: string): boolean {
  return modelId.startsWith('offline:');
}
