import { callTool } from 'oracle-runtime/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixtureState } from '../testing/fixture-data.js';
import { type OpenQueries, openQueries } from '../testing/open-queries.js';
import { gatewayOperations } from './index.js';

const OWNER = 'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx';
let open: OpenQueries;
beforeAll(async () => {
  open = await openQueries();
});
beforeEach(() => Object.assign(open.chain.state, fixtureState()));
afterAll(() => open.close());

const callIn = ({ queries }: OpenQueries, name: string, args: unknown) =>
  callTool(gatewayOperations(queries), name, args);
const call = (name: string, args: unknown = {}) => callIn(open, name, args);

describe('chain_balance', () => {
  it('tells each coin, in the unit of people where the chain knows it', async () => {
    open.chain.state.balances = [
      { address: OWNER, denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '340282366920938463463' },
      { address: OWNER, denom: 'uixo', amount: '1234567800000' },
    ];
    expect(await call('chain_balance', { address: OWNER })).toEqual({
      summary: `${OWNER} holds 340282366920938463463 ibc/27394FB092D2ECCD56123C74F36E4C1F and 1,234,567.8 IXO (1234567800000 uixo).`,
      address: OWNER,
      coins: [
        { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '340282366920938463463' },
        { denom: 'uixo', amount: '1234567800000', display: '1,234,567.8 IXO' },
      ],
    });
  });

  it('says that there is nothing', async () => {
    expect(await call('chain_balance', { address: 'ixo1nobody' })).toMatchObject({
      summary: 'ixo1nobody holds nothing.',
    });
  });

  it('tells one coin where one is asked for, also where there is none of it', async () => {
    open.chain.state.balances = [
      { address: OWNER, denom: 'uusdc', amount: '7' },
      { address: OWNER, denom: 'uixo', amount: '1234567800000' },
    ];
    open.chain.state.supply.push({ denom: 'uatom', amount: '5' }, { denom: 'uusdc', amount: '9' });
    expect(await call('chain_balance', { address: OWNER, denom: 'uusdc' })).toEqual({
      summary: `${OWNER} holds 7 uusdc.`,
      address: OWNER,
      denom: 'uusdc',
      coins: [{ denom: 'uusdc', amount: '7' }],
    });
    expect(await call('chain_balance', { address: OWNER, denom: 'uatom' })).toMatchObject({
      summary: `${OWNER} holds 0 uatom.`,
    });
    await expect(call('chain_balance', { address: OWNER, denom: 'u sdc' })).rejects.toThrow(
      'is no denomination',
    );
  });

  it('takes the name that people give a token for it, and no other for nothing', async () => {
    open.chain.state.balances = [{ address: OWNER, denom: 'uixo', amount: '1234567800000' }];
    expect(await call('chain_balance', { address: OWNER, denom: 'IXO' })).toMatchObject({
      denom: 'uixo',
      summary: `${OWNER} holds 1,234,567.8 IXO (1234567800000 uixo).`,
    });
    open.chain.state.metadata = [];
    expect(await call('chain_balance', { address: OWNER, denom: 'ixo' })).toMatchObject({ denom: 'uixo' });
    for (const name of ['chain_balance', 'chain_supply'])
      await expect(
        call(name, { ...(name === 'chain_balance' && { address: OWNER }), denom: 'doge' }),
      ).rejects.toThrow('The chain has no denomination doge.');
  });

  it('knows an amount below one', async () => {
    open.chain.state.balances = [{ address: OWNER, denom: 'uixo', amount: '12' }];
    expect(await call('chain_balance', { address: OWNER })).toMatchObject({
      coins: [{ display: '0.000012 IXO' }],
    });
  });

  it.each(["ixo1a' OR '1'='1", 'ixo1 a', ''])('takes no %j for an address', (address) =>
    expect(call('chain_balance', { address })).rejects.toThrow('is no address of the chain'),
  );
});

describe('chain_validators', () => {
  it('counts all and lists the largest first', async () => {
    expect(await call('chain_validators', { limit: 2 })).toEqual({
      summary: '4 validators; the largest: large (75 %), small (25 %).',
      total: 4,
      validators: [
        {
          name: 'large',
          address: 'ixovaloper1large',
          state: 'active',
          tokens: '300',
          share: '75 %',
          commission: '5 %',
        },
        {
          name: 'small',
          address: 'ixovaloper1small',
          state: 'active',
          tokens: '100',
          share: '25 %',
          commission: '5 %',
        },
      ],
    });
  });

  it('gives shares of all bonded stake, whatever is listed', async () => {
    expect(await call('chain_validators', {})).toMatchObject({
      validators: expect.arrayContaining([
        expect.objectContaining({ name: 'large', share: '75 %' }),
        expect.objectContaining({ name: 'jailed', share: '0 %' }),
        expect.objectContaining({ name: 'idle', share: '0 %' }),
      ]),
    });
  });

  it.each([
    ['active', ['large', 'small'], '2 active validators; the largest: large (75 %), small (25 %).'],
    ['jailed', ['jailed'], '1 jailed validator; the largest: jailed (jailed).'],
    ['inactive', ['idle'], '1 inactive validator; the largest: idle (inactive).'],
  ])('lists those that are %s', async (state, names, summary) => {
    const found = await call('chain_validators', { state });
    expect(found).toMatchObject({ summary, state, validators: names.map((name) => ({ name })) });
  });

  it('reads more than one page of them', async () => {
    const [first] = open.chain.state.validators;
    open.chain.state.validators = Array.from({ length: 450 }, (_, at) => ({
      ...first,
      operator_address: `ixovaloper1${at}`,
      tokens: String(at),
    }));
    expect(await call('chain_validators', { limit: 1 })).toMatchObject({
      total: 450,
      validators: [{ address: 'ixovaloper1449' }],
    });
  });
});

describe('chain_supply', () => {
  it("tells the chain's own token first", async () => {
    expect(await call('chain_supply')).toEqual({
      summary:
        'There are 1,234.5 IXO (1234500000 uixo) in all. Of others there are 7 ibc/27394FB092D2ECCD56123C74F36E4C1F.',
      supply: [
        { denom: 'uixo', amount: '1234500000', display: '1,234.5 IXO' },
        { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '7' },
      ],
    });
  });

  it('tells one denomination', async () => {
    const denom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F';
    expect(await call('chain_supply', { denom })).toEqual({
      summary: `There are 7 ${denom} in all.`,
      supply: [{ denom, amount: '7' }],
    });
  });
});

describe('chain_inflation', () => {
  it("is what the SDK's module tells", async () => {
    expect(await call('chain_inflation')).toEqual({
      summary: 'The inflation is 7.12 % a year.',
      yearly: 0.0712,
      how: 'told',
    });
  });

  it('follows from what is minted each epoch', async () => {
    const epochs = await openQueries({ absent: ['cosmos.mint.v1beta1.Query'] });
    try {
      expect(await callIn(epochs, 'chain_inflation', {})).toMatchObject({
        summary: 'The inflation is 7.01 % a year: 0.23685 IXO (236850 uixo) are minted every 86400s.',
        // 236,850 a day for 365.25 days, of 1,234,500,000
        yearly: expect.closeTo(0.0700765, 6),
        how: 'derived',
        eachEpoch: { denom: 'uixo', amount: '236850', duration: '86400s' },
      });
      epochs.chain.state.supply = [];
      await expect(callIn(epochs, 'chain_inflation', {})).rejects.toMatchObject({ code: 'upstream_failed' });
    } finally {
      await epochs.close();
    }
  });

  it('is not made up where nothing is minted', async () => {
    const none = await openQueries({ absent: ['cosmos.mint.v1beta1.Query', 'ixo.mint.v1beta1.Query'] });
    try {
      await expect(callIn(none, 'chain_inflation', {})).rejects.toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining('tells no inflation'),
      });
    } finally {
      await none.close();
    }
  });
});

describe('chain_module_params', () => {
  it.each(['staking', 'Staking module', 'stake'])('knows %s', async (module) => {
    expect(await call('chain_module_params', { module })).toEqual({
      summary:
        'Parameters of the module staking: unbonding_time 1814400s, max_validators 100, bond_denom uixo.',
      module: 'staking',
      method: 'cosmos.staking.v1beta1.Query/Params',
      params: { unbonding_time: '1814400s', max_validators: 100, bond_denom: 'uixo' },
    });
  });

  it('tells which modules there are', () =>
    expect(call('chain_module_params', { module: 'gov' })).rejects.toMatchObject({
      code: 'invalid_request',
      hint: 'It has claims, entity, mint, staking, token.',
    }));
});

describe('chain_transactions', () => {
  it('tells what an address sent and what paid it, each once, the latest first', async () => {
    expect(await call('chain_transactions', { address: 'ixo1minter' })).toEqual({
      summary: '3 transactions of ixo1minter; the last at height 9, 2024-03-01T00:00:00Z.',
      address: 'ixo1minter',
      transactions: [
        {
          hash: 'HASH91',
          height: '9',
          time: '2024-03-01T00:00:00Z',
          succeeded: true,
          messages: ['MsgPaid'],
          fee: '5 uixo',
          memo: 'rent',
        },
        expect.objectContaining({ hash: 'HASH52', height: '5', succeeded: false }),
        expect.objectContaining({ hash: 'HASH31', height: '3', succeeded: true }),
      ],
    });
  });

  it('says that there are none', async () => {
    expect(await call('chain_transactions', { address: 'ixo1nobody' })).toMatchObject({
      summary: "The node's index has no transactions of ixo1nobody.",
      transactions: [],
    });
  });

  it('gives pages, each transaction once, whatever stands in one block', async () => {
    const heights = [1, 2, 2, 3, 4, 4, 4, 5, 6, 7, 7];
    open.chain.state.transactions = heights.map((height, at) => ({
      events: [at % 2 === 0 ? "message.sender='ixo1busy'" : "transfer.recipient='ixo1busy'"],
      response: { height: String(height), txhash: `T${at}` },
    }));
    for (const limit of [3, 4, 5, 20]) {
      const found: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = (await call('chain_transactions', {
          address: 'ixo1busy',
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        })) as { transactions: { hash: string }[]; nextCursor?: string };
        found.push(...page.transactions.map(({ hash }) => hash));
        cursor = page.nextCursor;
      }
      expect([...found].sort(), String(limit)).toEqual(heights.map((_, at) => `T${at}`).sort());
      expect(new Set(found).size).toBe(found.length);
    }
  });
});
