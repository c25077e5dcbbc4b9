import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type Spoken, type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

const A = 'ixo190vqdjtlpcq27xslcveglfmr4ynfwg7glwx95q';
const B = 'ixo1fsndjp6vylvfahjeyuxq4s2tw8s8rv2janya4z';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

function callsOf({ calls }: Spoken) {
  return calls.filter(({ name }) => name !== 'load_capability').map(({ name, args }) => [name, args]);
}

describe('questions to the chain', () => {
  it.each([
    [`Balance of ${A}`, 'chain_balance', { address: A }],
    [`Balance of ${B} in uusdc`, 'chain_balance', { address: B, denom: 'uusdc' }],
    ['Show the claim bafkreinosuchclaim', 'get_claim', { id: 'bafkreinosuchclaim' }],
    ['Welche Validatoren sind inhaftiert?', 'chain_validators', { state: 'jailed' }],
    [
      'Which queries does the chain have about minting?',
      'chain_list_queries',
      { search: expect.stringMatching(/^minting$/) },
    ],
  ])('are asked as they are written: %s', (said, name, args) => {
    expect(callsOf(talk([said], options))).toEqual([[name, args]]);
  });

  it.each<[string, object]>([
    ...[
      'Which claims are open on collection 12?',
      'what claims are still open in collection 12?',
      'show me the open claims of collection 12',
      'how many open claims does collection 12 have?',
      'collection 12: which claims are still pending?',
      'are there any unevaluated claims on collection 12?',
    ].map((said): [string, object] => [said, { collectionId: '12', state: 'open' }]),
    ['which claims of collection 7 were rejected?', { collectionId: '7', state: 'rejected' }],
    ['show all claims of collection 12', { collectionId: '12' }],
  ])('are about the claims of a collection, not about the collection: %s', (said, args) => {
    expect(callsOf(talkAndAgree([said], options))).toEqual([['entity_claims', args]]);
  });

  it.each<[string, object]>([
    ...['denom = uusdc', 'denom: uusdc'].map((member): [string, object] => [
      `Query the chain: cosmos.bank.v1beta1.Query/SupplyOf ${member}`,
      { method: 'cosmos.bank.v1beta1.Query/SupplyOf', params: { denom: 'uusdc' } },
    ]),
    [
      'Query the chain: cosmos.bank.v1beta1.Query/SupplyOf denom=uusdc',
      { method: 'cosmos.bank.v1beta1.Query/SupplyOf', params: { denom: 'uusdc' } },
    ],
    [
      'Query the chain: cosmos.bank.v1beta1.Query/SupplyOf {"denom":"uusdc"}',
      { method: 'cosmos.bank.v1beta1.Query/SupplyOf', params: { denom: 'uusdc' } },
    ],
    [
      `Query the chain: cosmos.bank.v1beta1.Query/Balance address=${B} denom=uusdc pagination.limit=2`,
      {
        method: 'cosmos.bank.v1beta1.Query/Balance',
        params: { address: B, denom: 'uusdc', pagination: { limit: '2' } },
      },
    ],
  ])('take the members that are written with them: %s', (said, args) => {
    const first = talk([said], options);
    const spoken = callsOf(first).length > 0 ? first : talk([said, 'yes'], options);
    expect(callsOf(spoken)).toEqual([['chain_query', args]]);
  });

  it.each([
    'claims that are not approved',
    'validators that are not jailed',
    'claims flagged or disputed',
    'claims by state open or flagged',
  ])('are never turned round or halved: %s', (said) => {
    const spoken = talk([said], options);
    expect(callsOf(spoken)).toEqual([]);
    expect(spoken.text).toContain('**state**');
  });

  it.each([
    ['Query the chain: cosmos.bank.v1beta1.Query/SupplyOf, uusdc', 'uusdc'],
    ['Query the chain: cosmos.bank.v1beta1.Query/SupplyOf for uusdc', 'uusdc'],
    ['Query the chain: cosmos.bank.v1beta1.Query/SupplyOf {"denom":"uusdc"', 'uusdc'],
    ['Which validators do not sign?', 'not sign'],
    [`Transactions of ${A} that did not fail`, 'not fail'],
    ['total supply of uixo and uusdc', 'uusdc'],
    ['What is the inflation of the euro?', 'euro'],
    ['Parameters of the staking module of Osmosis', 'Osmosis'],
    [`Balance of ${A} on Osmosis`, 'Osmosis'],
    [`First transaction of ${A}`, 'First'],
    [`Transactions of ${A} before 2020`, '2020'],
    ['Which validators are active and have low commission?', 'low'],
    [`claims by ${A}`, A],
    [`Compare the balance of ${A} and ${B}`, B],
    ['How many claims were disputed last month?', 'last month'],
  ])('say what of them was left out: %s', (said, left) => {
    expect(talk([said], options).text).toContain(`“${left}”`);
  });

  it.each([
    'next page',
    'more',
    'and the next ones',
    'nächste Seite',
    'page suivante',
    'más',
    'mais',
    'zaidi',
  ])('go on with the list that goes on: %s', (more) => {
    const answer = () => JSON.stringify({ claims: [], nextCursor: 'bafkreiclaim0020' });
    const spoken = talk(['Which claims are approved?', more], { ...options, answer });
    expect(callsOf(spoken)).toEqual([['entity_claims', { state: 'approved', cursor: 'bafkreiclaim0020' }]]);
  });

  it('ask for no further page of what is whole, and for nothing else', () => {
    const spoken = talk(['Which claims are approved?', 'next page'], options);
    expect(callsOf(spoken)).toEqual([]);
    expect(spoken.text).toContain('Claims, by collection and state');
  });

  it.each([
    ['non-approved claims', 'non-approved'],
    ['unapproved claims', 'unapproved'],
    ['claims excluding flagged', 'excluding flagged'],
    ['claims other than rejected', 'other than rejected'],
    ['non-open collections', 'non-open'],
    ['validators except jailed ones', 'except jailed'],
    ['validators no longer active', 'no longer active'],
  ])('are about no choice that is turned round: %s', (said, turned) => {
    const spoken = talk([said], options);
    expect(callsOf(spoken)).toEqual([]);
    expect(spoken.text).toContain(`“${turned}”`);
    for (const [, args] of callsOf(talk([said, 'yes'], options))) expect(args).toEqual({});
  });

  it.each([`Balance of ${A}`, 'Who are the validators?'])('have no more behind %s', (said) => {
    const spoken = talk([said, 'next page', 'next page'], options);
    expect(callsOf(spoken)).toEqual([]);
    expect(spoken.text).not.toContain('go ahead?');
  });

  it('miss nothing that another call of the same message took', () => {
    const { calls, text } = talk(['Weather in Nairobi and Mombasa'], options);
    expect(callsOf({ calls, text }).map(([, args]) => args)).toEqual([
      { city: 'Nairobi' },
      { city: 'Mombasa' },
    ]);
    expect(text).not.toContain('Not used');
  });

  it('keep what another choice is called', () => {
    expect(callsOf(talk(['claims not yet evaluated'], options))).toEqual([
      ['entity_claims', { state: 'open' }],
    ]);
  });
});
