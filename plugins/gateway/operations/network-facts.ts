import { inert, told } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { ask, listOf } from '../facts/ask.js';
import {
  coinSchema,
  coinsText,
  coinText,
  denomination,
  denomOf,
  named,
  nativeDenom,
  supplyOf,
} from '../facts/coins.js';
import { percent, readInflation } from '../facts/inflation.js';
import { readModuleParams } from '../facts/module-params.js';
import { VALIDATOR_STATE_WORDS } from '../facts/validator-state-words.js';
import { readValidators, VALIDATOR_STATES } from '../facts/validators.js';
import type { ChainQueries } from '../service.js';

export function validatorsOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_validators',
    title: 'Validators of the chain',
    description:
      'The validators of the chain and how many there are, the largest first: name, address, state, tokens staked with ' +
      'it, its share of them, commission.',
    effect: 'read',
    input: z.object({
      state: withWords(
        z.enum(VALIDATOR_STATES).optional().meta({
          description: 'Which: active (bonded, signing), inactive (unbonded), jailed; all without',
        }),
        { values: VALIDATOR_STATE_WORDS },
      ),
      limit: withWords(
        z
          .int()
          .min(1)
          .max(200)
          .default(20)
          .meta({ description: 'How many at most', examples: [10] }),
        { aliases: ['limit', 'at most', 'top', 'first'] },
      ),
    }),
    answer: { description: 'How many there are, and the largest of them' },
    tool: { timeoutMs: 30_000 },
    async run({ state, limit }, { signal }) {
      const found = await readValidators(state, limit, queries, signal);
      return state === undefined ? found : { state, ...found };
    },
    summary({ total, validators, note, ...found }) {
      const kind = 'state' in found ? `${found.state} ` : '';
      const known = total === 1 ? `1 ${kind}validator` : `${total} ${kind}validators`;
      const count = note === undefined ? known : `There are at least ${known}`;
      const largest = validators
        .slice(0, 3)
        .map(({ name, state, share }) => `${inert(name)} (${state === 'active' ? share : state})`);
      if (largest.length === 0) return `${count}.`;
      const shown =
        validators.length < total ? ` The ${validators.length} largest are shown; a limit shows more.` : '';
      return `${count}; the largest: ${largest.join(', ')}.${shown}`;
    },
  });
}

export function supplyOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_supply',
    title: 'Supply of the tokens',
    description:
      "How many tokens there are: of one denomination, or the chain's own and the first of all others.",
    effect: 'read',
    input: z.object({ denom: denomination }),
    answer: { description: 'Amounts in the smallest unit, and as people write them' },
    tool: { timeoutMs: 30_000 },
    async run({ denom: said }, { signal }) {
      const denom = said && (await denomOf(said, queries, signal));
      const own = denom ?? (await nativeDenom(queries, signal));
      const first = own === undefined ? [] : [await supplyOf(own, queries, signal)];
      if (denom !== undefined) return { supply: await named(first, queries, signal) };
      const shape = z.object({ supply: listOf(coinSchema) });
      const params = { pagination: { limit: 20 } };
      const total = await ask(queries, 'cosmos.bank.v1beta1.Query/TotalSupply', params, shape, signal);
      const others = total.supply.filter((coin) => coin.denom !== own);
      return { supply: await named([...first, ...others], queries, signal) };
    },
    summary({ supply: [first, ...others] }) {
      if (first === undefined) return 'There are no tokens.';
      const more = others.length === 0 ? '' : ` Of others there are ${coinsText(others)}.`;
      return `There are ${coinText(first)} in all.${more}`;
    },
  });
}

export function inflationOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_inflation',
    title: 'Inflation of the chain',
    description:
      'How fast the supply of the chain grows: a share a year, as its mint module tells it or as follows from what is ' +
      'minted each epoch.',
    effect: 'read',
    input: z.object({}),
    answer: { description: 'The yearly rate as a share, and how it is known' },
    tool: { timeoutMs: 30_000 },
    run: (_input, { signal }) => readInflation(queries, signal),
    summary: ({ yearly, eachEpoch }) =>
      eachEpoch === undefined
        ? `The inflation is ${percent(yearly)} a year.`
        : `The inflation is ${percent(yearly)} a year: ${coinText(eachEpoch)} are minted every ${eachEpoch.duration}.`,
  });
}

export function moduleParamsOperation(queries: ChainQueries): AnyOperation {
  return defineOperation({
    name: 'chain_module_params',
    title: 'Parameters of a module',
    description:
      'The parameters of a module of the chain: staking (unbonding time, number of validators), gov (voting period, ' +
      'deposit, quorum), slashing, mint, distribution, claims, entity, token and whichever else it runs.',
    effect: 'read',
    input: z.object({
      module: withWords(
        z
          .string()
          .min(2)
          .max(60)
          .meta({ description: 'Name of the module', examples: ['staking', 'gov', 'claims'] }),
        { aliases: ['module'] },
      ),
    }),
    answer: { description: 'The parameters as the chain prints them' },
    tool: { timeoutMs: 30_000 },
    run: ({ module }, { signal }) => readModuleParams(module, queries, signal),
    summary({ module, params }) {
      const plain = Object.entries(params).filter(([, value]) => typeof value !== 'object');
      const shown = plain.slice(0, 6).map(([name, value]) => `${told(name, 60)} ${told(String(value), 80)}`);
      const named = shown.length === 0 ? '' : `: ${shown.join(', ')}`;
      return `Parameters of the module ${module}${named}.`;
    },
  });
}
