import { oneLine } from 'oracle-runtime/kit';
import { z } from 'zod';
import { type Ask, ask, listOf, word } from './ask.js';

export const VALIDATOR_STATES = ['active', 'inactive', 'jailed'] as const;
export type ValidatorState = (typeof VALIDATOR_STATES)[number];

export interface Validator {
  readonly name: string;
  readonly address: string;
  readonly state: ValidatorState;
  /** Staked with it, in the chain's smallest unit. */
  readonly tokens: string;
  /** Its share of what is bonded with all validators of the chain; none of one that is not active. */
  readonly share: string;
  readonly commission: string;
}

export interface Validators {
  /** How many there are of that state. */
  readonly total: number;
  /** The largest first. */
  readonly validators: readonly Validator[];
  /** Where there may be others. */
  readonly note?: string;
}

const METHOD = 'cosmos.staking.v1beta1.Query/Validators';
/** The chain's own limit. */
const LONGEST_NAME = 70;
const PAGE = 200;
/** Chains have some hundred. */
const MOST_PAGES = 10;

const pageSchema = z.object({
  validators: listOf(
    z.object({
      operator_address: word,
      jailed: z.boolean().nullish(),
      status: z.union([z.string(), z.number()]).transform(String),
      tokens: z.string().regex(/^\d{1,100}$/, 'is no amount'),
      description: z.object({ moniker: word }).nullish(),
      commission: z.object({ commission_rates: z.object({ rate: word }).nullish() }).nullish(),
    }),
  ),
  pagination: z.object({ next_key: word }).nullish(),
});
type Listed = z.output<typeof pageSchema>['validators'][number];

/** All validators of a state, or of any, by what is staked with them. */
export async function readValidators(
  state: ValidatorState | undefined,
  limit: number,
  queries: Ask,
  signal: AbortSignal,
): Promise<Validators> {
  const all: Listed[] = [];
  let key = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const pagination = { limit: PAGE, ...(key === '' ? {} : { key }) };
    const params = state === 'active' ? { status: 'BOND_STATUS_BONDED', pagination } : { pagination };
    const answer = await ask(queries, METHOD, params, pageSchema, signal);
    all.push(...answer.validators);
    key = answer.pagination?.next_key ?? '';
    if (key === '') break;
  }
  const wanted = all.filter((each) => state === undefined || stateOf(each) === state);
  const bonded = all
    .filter((each) => stateOf(each) === 'active')
    .reduce((sum, { tokens }) => sum + BigInt(tokens), 0n);
  const sorted = wanted.sort((a, b) => Number(BigInt(b.tokens) - BigInt(a.tokens)));
  const shown = sorted.slice(0, limit).map((each) => summaryOf(each, bonded));
  const note = `The chain has more than the ${MOST_PAGES} pages that were read: there may be others.`;
  return { total: wanted.length, validators: shown, ...(key === '' ? {} : { note }) };
}

function stateOf({ jailed, status }: Listed): ValidatorState {
  if (jailed === true) return 'jailed';
  return status === 'BOND_STATUS_BONDED' || status === '3' ? 'active' : 'inactive';
}

function summaryOf(listed: Listed, bonded: bigint): Validator {
  const { operator_address: address, tokens, description, commission } = listed;
  const state = stateOf(listed);
  // To a tenth of a percent, rounded.
  const tenths = bonded === 0n ? 0n : (BigInt(tokens) * 1000n + bonded / 2n) / bonded;
  const share = state === 'active' ? Number(tenths) / 10 : 0;
  const rate = Number(commission?.commission_rates?.rate ?? 0) * 100;
  return {
    name: oneLine(description?.moniker ?? '', LONGEST_NAME),
    address,
    state,
    tokens,
    share: `${share} %`,
    commission: `${Number(rate.toFixed(2))} %`,
  };
}
