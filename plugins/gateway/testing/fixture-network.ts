import { found, type JsonAnswer, page } from './fixture-answers.js';
import type { FixtureState, Json } from './fixture-data.js';

type Serve = (service: string, method: string, answer: JsonAnswer) => void;

/** What the fixture chain says of its supply, its validators, its minting and its transactions. */
export function serveNetwork(serve: Serve, state: FixtureState): void {
  const bank = 'cosmos.bank.v1beta1.Query';
  serve(bank, 'TotalSupply', ({ pagination }) => page(state.supply.map(copied), 'supply', pagination));
  serve(bank, 'SupplyOf', ({ denom }) => ({
    amount: copied(
      state.supply.find((coin) => coin.denom === denom) ?? { denom: String(denom), amount: '0' },
    ),
  }));
  serve(bank, 'DenomMetadata', ({ denom }) => ({
    metadata: found(state.metadata, 'base', denom, 'client metadata for denom'),
  }));
  serve(bank, 'DenomsMetadata', ({ pagination }) => page([...state.metadata], 'metadatas', pagination));
  const staking = 'cosmos.staking.v1beta1.Query';
  serve(staking, 'Params', () => ({
    params: { unbonding_time: '1814400s', max_validators: 100, bond_denom: 'uixo' },
  }));
  serve(staking, 'Validators', ({ status, pagination }) => {
    const asked = state.validators.filter((each) => status === '' || each['status'] === status);
    return page(asked, 'validators', pagination);
  });
  serve('cosmos.mint.v1beta1.Query', 'Inflation', () => ({ inflation: ascii(state.minting.inflation) }));
  const mint = 'ixo.mint.v1beta1.Query';
  serve(mint, 'Params', () => ({ params: { mint_denom: 'uixo', epoch_identifier: 'day' } }));
  serve(mint, 'EpochProvisions', () => ({ epoch_provisions: ascii(state.minting.provisions) }));
  serve('ixo.epochs.v1beta1.Query', 'EpochInfos', () => ({
    epochs: [
      { identifier: 'week', duration: '604800s' },
      { identifier: 'day', duration: '86400s' },
    ],
  }));
  serve('cosmos.tx.v1beta1.Service', 'GetTxsEvent', ({ query, page: number, limit }) => {
    const conditions = String(query).split(' AND ');
    const highest = Number(/tx\.height<=(\d+)/.exec(String(query))?.[1] ?? Number.MAX_SAFE_INTEGER);
    const only = /tx\.height=(\d+)/.exec(String(query))?.[1];
    const matching = state.transactions
      .filter(({ events }) => conditions.some((condition) => events.includes(condition)))
      .map(({ response }) => response)
      .filter(({ height }) => Number(height) <= highest && (only === undefined || height === only))
      .sort((a, b) => Number(b['height']) - Number(a['height']));
    const from = (Number(number) - 1) * Number(limit);
    return { tx_responses: matching.slice(from, from + Number(limit)), total: String(matching.length) };
  });
  serve('cosmos.tx.v1beta1.Service', 'BroadcastTx', () => ({ tx_response: { txhash: 'SENT' } }));
  serve('cosmos.tx.v1beta1.Service', 'GetTx', ({ hash }) => {
    const all = state.transactions.map(({ response }) => response);
    return { tx_response: found(all, 'txhash', hash, 'tx') };
  });
}

const copied = ({ denom, amount }: { denom: string; amount: string }): Json => ({ denom, amount });

/** A decimal as a field of bytes carries it: its digits, eighteen of them behind the point. */
const ascii = (digits: string): string => Buffer.from(digits).toString('base64');
