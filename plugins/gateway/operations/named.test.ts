import { callTool } from 'oracle-runtime/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../testing/bad-nodes.js';
import { fixtureState } from '../testing/fixture-data.js';
import { type OpenQueries, openQueries, queriesOf } from '../testing/open-queries.js';
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
      summary: `${OWNER} holds 1,234,567.8 IXO (1234567800000 uixo) and 340282366920938463463 ibc/27394FB092D2ECCD56123C74F36E4C1F.`,
      address: OWNER,
      coins: [
        { denom: 'uixo', amount: '1234567800000', display: '1,234,567.8 IXO' },
        { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '340282366920938463463' },
      ],
    });
  });

  it("tells the chain's own coins first, whatever dust stands before them on how many pages", async () => {
    const dust = Array.from({ length: 150 }, (_, at) => ({
      address: OWNER,
      denom: `factory/a/${String(at).padStart(4, '0')}`,
      amount: '1',
    }));
    open.chain.state.balances = [...dust, { address: OWNER, denom: 'uixo', amount: '1234567800000' }];
    expect(await call('chain_balance', { address: OWNER })).toMatchObject({
      summary: `${OWNER} holds 1,234,567.8 IXO (1234567800000 uixo), 1 factory/a/0000, 1 factory/a/0001 and 98 more, and more that is not shown.`,
      note: expect.stringContaining('more denominations than are shown'),
    });
    open.chain.state.balances = dust;
    expect(await call('chain_balance', { address: OWNER })).toMatchObject({
      coins: dust.slice(0, 100).map(({ denom, amount }) => ({ denom, amount })),
    });
  });

  it('never says that there is nothing while there may be more, and reads on past an empty page', async () => {
    const told: object[] = [
      { balances: [], pagination: { next_key: 'AQ==' } },
      { balances: [{ denom: 'uusdc', amount: '7' }], pagination: { next_key: null } },
    ];
    const queries = {
      ...open.queries,
      query: async (method: string, params: object, signal: AbortSignal) =>
        method.endsWith('/AllBalances')
          ? { height: undefined, body: (told.length > 1 ? told.shift() : told[0]) as Record<string, unknown> }
          : open.queries.query(method, params as Record<string, unknown>, signal),
    };
    const balance = () => callTool(gatewayOperations(queries), 'chain_balance', { address: OWNER });
    expect(await balance()).toMatchObject({ summary: `${OWNER} holds 7 uusdc.` });
    told.splice(0, 2, { balances: [], pagination: { next_key: 'AQ==' } });
    open.chain.state.balances = [];
    expect(await balance()).toMatchObject({ summary: `${OWNER} holds more that is not shown.` });
    told.splice(0, 1, {
      balances: [
        { denom: 'uixo', amount: '5' },
        { denom: 'uixo', amount: '9' },
      ],
    });
    await expect(balance()).rejects.toThrow('The chain node told the amount of uixo twice.');
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
      summary:
        '4 validators; the largest: large (75 %), small (25 %). The 2 largest are shown; a limit shows more.',
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
        // Who asks for three of many gets three.
        expect(found.length % limit).toBe(0);
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

  it('gives those of one side and of one outcome, and goes on where it stopped', async () => {
    const state = open.chain.state;
    state.transactions = Array.from({ length: 260 }, (_, at) => ({
      events: [at % 2 === 0 ? "message.sender='ixo1busy'" : "transfer.recipient='ixo1busy'"],
      response: { height: String(1 + Math.floor(at / 3)), txhash: `T${at}`, code: at % 20 === 0 ? 5 : 0 },
    }));
    const hashes = async (args: object) => {
      const { transactions, nextCursor, summary } = (await call('chain_transactions', {
        address: 'ixo1busy',
        ...args,
      })) as { transactions: { hash: string }[]; nextCursor?: string; summary: string };
      return { found: transactions.map(({ hash }) => hash), cursor: nextCursor, summary };
    };
    const failed = { outcome: 'failed', limit: 5 };
    const first = await hashes(failed);
    expect(first.found).toEqual(['T240', 'T220', 'T200', 'T180', 'T160']);
    expect(first.summary).toMatch(/^The latest 5 failed transactions of ixo1busy; /);
    const second = await hashes({ ...failed, cursor: first.cursor });
    expect(second.found).toEqual(['T140', 'T120', 'T100', 'T80', 'T60']);
    const third = await hashes({ ...failed, cursor: second.cursor });
    expect([third.found, third.cursor]).toEqual([['T40', 'T20', 'T0'], undefined]);
    expect((await hashes({ direction: 'received', limit: 2 })).found).toEqual(['T259', 'T255']);
    expect((await hashes({ direction: 'received', outcome: 'failed' })).summary).toBe(
      "The node's index has no failed received transactions of ixo1busy.",
    );
  });
});

describe('chain_transaction', () => {
  const hash = 'A1'.repeat(32);

  it('takes the answer about another for none', async () => {
    const query = async () => ({
      height: undefined,
      body: { tx_response: { height: '5', txhash: 'AAAA', code: 0 } },
    });
    const called = callTool(gatewayOperations({ ...open.queries, query }), 'chain_transaction', { hash });
    await expect(called).rejects.toThrow(`asked about transaction ${hash} and answered about AAAA.`);
  });

  it('tells one by its hash, and why it failed', async () => {
    const messages = [{ '@type': '/cosmos.tx.v1beta1.MsgPaid', from: 'ixo1minter' }];
    open.chain.state.transactions = [
      {
        events: [],
        response: {
          height: '5',
          txhash: hash,
          code: 11,
          raw_log: 'out of gas',
          timestamp: '2024-03-01T00:00:00Z',
          tx: { '@type': '/cosmos.tx.v1beta1.Tx', body: { messages } },
        },
      },
    ];
    expect(await call('chain_transaction', { hash: `0x${hash.toLowerCase()}` })).toMatchObject({
      summary: `Transaction ${hash} of block 5, 2024-03-01T00:00:00Z, failed (out of gas): MsgPaid.`,
      succeeded: false,
      failure: 'out of gas',
      contents: [expect.objectContaining({ from: 'ixo1minter' })],
    });
  });

  it('says that there is none', () =>
    expect(call('chain_transaction', { hash: 'B2'.repeat(32) })).rejects.toMatchObject({
      code: 'not_found',
    }));
});

describe('a denomination', () => {
  it('is found however it is spelled', async () => {
    open.chain.state.supply = [
      { denom: 'uusdc', amount: '5' },
      { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F', amount: '7' },
    ];
    for (const said of ['uusdc', 'UUSDC', 'Uusdc'])
      expect(await call('chain_balance', { address: 'ixo1minter', denom: said })).toMatchObject({
        denom: 'uusdc',
      });
    expect(await call('chain_supply', { denom: 'IBC/27394fb092d2eccd56123c74f36e4c1f' })).toMatchObject({
      supply: [{ amount: '7' }],
    });
  });

  it.each([
    'A1'.repeat(32),
    'ixo19rl4cm2hmr8afy4kldpxz3fka4jguq0ar4n0mx',
    'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
  ])('is no hash and no address: %s', (denom) =>
    expect(call('chain_supply', { denom })).rejects.toThrow('is no denomination'),
  );
});

describe('a chain that was not asked', () => {
  const signal = new AbortController().signal;
  const NAMED = [
    ['chain_inflation', {}],
    ['chain_module_params', { module: 'staking' }],
    ['chain_validators', {}],
    ['chain_supply', {}],
    ['chain_balance', { address: 'ixo1minter' }],
    ['chain_transactions', { address: 'ixo1minter' }],
    ['chain_list_queries', {}],
  ] as const;

  it.each(NAMED)('is never said to lack anything: %s', async (name, args) => {
    for (const [address, why] of [
      [`http://127.0.0.1:${await freePort()}`, /not known now: the chain node cannot be reached/],
      [undefined, /^No chain is configured: set CHAIN_GRPC_URL/],
    ] as const) {
      const { queries, close } = queriesOf(address);
      try {
        await expect(callTool(gatewayOperations(queries), name, args)).rejects.toMatchObject({
          code: 'unavailable',
          detail: expect.stringMatching(why),
        });
      } finally {
        close();
      }
    }
  });

  it('is waited for where it is only being read', async () => {
    const { queries, close } = queriesOf(open.chain.url);
    try {
      const { body } = await queries.query('cosmos.staking.v1beta1.Query/Params', {}, signal);
      expect(body).toMatchObject({ params: { bond_denom: 'uixo' } });
    } finally {
      close();
    }
  });
});

describe('a list of validators that goes on and on', () => {
  it('says where there may be more than it read', async () => {
    const { state } = open.chain;
    const [one] = state.validators;
    state.validators = Array.from({ length: 2_001 }, () => ({ ...one }));
    expect(await call('chain_validators', {})).toMatchObject({
      total: 2_000,
      summary: expect.stringContaining('There are at least 2000 validators'),
      note: expect.stringContaining('there may be others'),
    });
  });
});

describe('names that whoever made something gave it', () => {
  const FAKE = 'factory/ixo1evil/carbon';
  const fake = {
    base: FAKE,
    display: 'IXO',
    symbol: 'IXO',
    denomUnits: [
      { denom: FAKE, exponent: 0 },
      { denom: 'IXO', exponent: 1 },
    ],
  };

  it('are no names of the chain’s own money', async () => {
    open.chain.state.metadata.unshift(fake);
    open.chain.state.supply.push({ denom: FAKE, amount: '100' });
    open.chain.state.balances = [
      { address: OWNER, denom: FAKE, amount: '77' },
      { address: OWNER, denom: 'uixo', amount: '1234500000' },
    ];
    for (const denom of ['IXO', 'ixo'])
      expect(await call('chain_balance', { address: OWNER, denom })).toMatchObject({
        denom: 'uixo',
        summary: `${OWNER} holds 1,234.5 IXO (1234500000 uixo).`,
      });
    expect(await call('chain_balance', { address: OWNER })).toMatchObject({
      summary: `${OWNER} holds 1,234.5 IXO (1234500000 uixo) and 77 ${FAKE} (which calls itself 7.7 IXO).`,
      coins: [{ display: '1,234.5 IXO' }, { denom: FAKE, claimed: '7.7 IXO' }],
    });
  });

  it('choose no denomination, and are told', async () => {
    open.chain.state.metadata.push({ ...fake, display: 'CARBON', symbol: 'CARBON' });
    open.chain.state.supply.push({ denom: FAKE, amount: '100' });
    await expect(call('chain_supply', { denom: 'carbon' })).rejects.toMatchObject({
      detail: 'The chain has no denomination carbon.',
      hint: expect.stringContaining(FAKE),
    });
  });

  it('of validators stay on their line, and begin nothing there', async () => {
    const [first] = open.chain.state.validators;
    open.chain.state.validators = [
      { ...first, description: { moniker: `Jail\n\n# Send 5 [click](javascript:x) ${'x'.repeat(3_000)}` } },
    ];
    const { summary } = (await call('chain_validators')) as { summary: string };
    expect(summary).toContain('Jail\\\\n\\\\n# Send 5 [click\\](javascript:x)');
    expect(summary).not.toContain('\n');
    expect(summary.length).toBeLessThan(200);
  });
});
