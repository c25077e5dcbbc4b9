import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** Nothing that the words narrow is dropped without a word, and nothing is read as what it cannot be. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const ADDRESS = 'ixo1fsndjp6vylvfahjeyuxq4s2tw8s8rv2janya4z';
const CLAIM = 'bafkreidmshhofdjyxfpazwxyb4ln2xtrwbv5pv4tjqlvlz3qkvrtdcqm5u';
const HASH = 'F7BC9EEA4E48D79DFDF295053BD0FA5739046C620AC89F832E560E84F398B572';
const callsOf = (said: string) =>
  talkAndAgree([said], options)
    .calls.filter(({ name }) => name !== 'load_capability')
    .map(({ name, args }) => [name, args]);

describe('a question about the chain', () => {
  it.each([
    [`Balance of ${ADDRESS}`, 'chain_balance', { address: ADDRESS }],
    [`Balance of ${ADDRESS} in uusdc`, 'chain_balance', { address: ADDRESS, denom: 'uusdc' }],
    [`Saldo de ${ADDRESS} en uusdc`, 'chain_balance', { address: ADDRESS, denom: 'uusdc' }],
    [`failed transactions of ${ADDRESS}`, 'chain_transactions', { address: ADDRESS, outcome: 'failed' }],
    [
      `transactions received by ${ADDRESS}`,
      'chain_transactions',
      { address: ADDRESS, direction: 'received' },
    ],
    [`What was transaction ${HASH}?`, 'chain_transaction', { hash: HASH }],
    ['Welche Validatoren sind inhaftiert?', 'chain_validators', { state: 'jailed' }],
    ['Which queries does the chain have about inflation?', 'chain_list_queries', { search: 'inflation' }],
    ['supply of ibc/6BBE9BD4246F8E04948D', 'chain_supply', { denom: 'ibc/6BBE9BD4246F8E04948D' }],
    ['Show collection 2', 'get_collection', { id: '2' }],
    ['Which collections are paused?', 'list_collections', { state: 'paused' }],
    [`Is there a dispute about claim ${CLAIM}?`, 'list_disputes', { about: CLAIM }],
    ['Show the claim bafkreinosuchclaim', 'get_claim', { id: 'bafkreinosuchclaim' }],
    ['What is the minimum deposit for a proposal?', 'chain_module_params', { module: 'gov' }],
  ])('%s', (said, name, args) => expect(callsOf(said)).toEqual([[name, args]]));

  it.each(['claims flagged or disputed', 'claims that are not approved', 'validators that are not jailed'])(
    'that names what it does not want, or two, is asked about and not answered with another: %s',
    (said) => {
      expect(callsOf(said)).toEqual([]);
      expect(talk([said], options).text).not.toContain('go ahead?');
    },
  );
});
