import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Ask, ask, listOf, serves, word } from './ask.js';
import { type NamedCoin, named, supplyOf } from './coins.js';

/** How fast the supply grows. */
export interface Inflation {
  /** A share of the supply a year, such as `0.07`. */
  readonly yearly: number;
  /** How it is known: `told` by the chain's mint module, or `derived` from what is minted each epoch. */
  readonly how: 'told' | 'derived';
  /** What is minted each epoch, and how long one lasts (`86400s`); of a chain that mints so. */
  readonly eachEpoch?: NamedCoin & { readonly duration: string };
}

const TOLD = 'cosmos.mint.v1beta1.Query/Inflation';
const MINT = 'ixo.mint.v1beta1.Query';
const YEAR_SECONDS = 31_557_600;

/** @throws OracleError `unavailable` for a chain without either mint module, or what its failures are */
export async function readInflation(queries: Ask, signal: AbortSignal): Promise<Inflation> {
  if (await serves(queries, TOLD)) {
    const { inflation } = await ask(queries, TOLD, {}, z.object({ inflation: word }), signal);
    return { yearly: Number(inflation), how: 'told' };
  }
  if (await serves(queries, `${MINT}/EpochProvisions`)) return derived(queries, signal);
  throw new OracleError('unavailable', {
    detail: 'The chain tells no inflation: neither mint module that this oracle knows runs on it.',
  });
}

/** Provisions of an epoch times epochs in a year over the supply. */
async function derived(queries: Ask, signal: AbortSignal): Promise<Inflation> {
  const paramsShape = z.object({ params: z.object({ mint_denom: word, epoch_identifier: word }) });
  const epochsShape = z.object({ epochs: listOf(z.object({ identifier: word, duration: word })) });
  const [{ params }, { epoch_provisions }, { epochs }] = await Promise.all([
    ask(queries, `${MINT}/Params`, {}, paramsShape, signal),
    ask(queries, `${MINT}/EpochProvisions`, {}, z.object({ epoch_provisions: word }), signal),
    ask(queries, 'ixo.epochs.v1beta1.Query/EpochInfos', {}, epochsShape, signal),
  ]);
  const denom = params.mint_denom;
  const duration = epochs.find(({ identifier }) => identifier === params.epoch_identifier)?.duration ?? '';
  const seconds = Number(duration.replace(/s$/, ''));
  const { amount } = await supplyOf(denom, queries, signal);
  const yearly = (Number(epoch_provisions) * (YEAR_SECONDS / seconds)) / Number(amount);
  if (!Number.isFinite(yearly)) {
    throw new OracleError('upstream_failed', {
      detail: `What the chain says of its minting gives no rate: ${epoch_provisions} ${denom} each ${duration || 'unknown time'}, of ${amount}.`,
    });
  }
  const [minted = { denom, amount: epoch_provisions }] = await named(
    [{ denom, amount: epoch_provisions.replace(/\..*$/, '') }],
    queries,
    signal,
  );
  return { yearly, how: 'derived', eachEpoch: { ...minted, duration } };
}

/** `0.0712` as `7.12 %`. */
export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
