import { startTestOracle, type TestOracle, type TestOracleOptions } from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import credits from './index.js';
import { receiptFaults, signedReceiptSchema } from './receipts/check-receipt.js';

let oracle: TestOracle;
afterEach(() => oracle.close());

const rates = [{ model: 'scripted', from: '2026-01-01', input: 2, output: 10, cached: 0.5 }];
/** 1,000 tokens in and 100 out: 2,000 + 1,000 millionths. */
const answer = { text: 'All is well.', usage: { inputTokens: 1_000, outputTokens: 100 } };

async function start(section: object, script: TestOracleOptions['script'], more: TestOracleOptions = {}) {
  oracle = await startTestOracle({
    plugins: [credits],
    config: { plugins: { credits: section } },
    clock: { now: () => Date.parse('2026-11-28T23:00:00Z') },
    ...(script === undefined ? {} : { script }),
    ...more,
  });
  return oracle;
}

describe('what answers cost', () => {
  it('is booked by the rate of the model, in whole millionths', async () => {
    const { owner } = await start({ rates }, [answer, answer]);
    const chat = await owner.chat();
    const { runId } = await chat.say('How are you?');
    await chat.say('And now?');
    const standing = await owner.get('/credits');
    expect(standing.json).toMatchObject({
      available: null,
      reserved: 0,
      spent: { today: 6_000, month: 6_000, total: 6_000 },
      models: [{ model: 'scripted', calls: 2, inputTokens: 2_000, outputTokens: 200, amount: 6_000 }],
    });
    const costs = await owner.get(`/credits/costs?sessionId=${chat.sessionId}`);
    expect(costs.at('total.amount')).toBe(6_000);
    expect(costs.at('runs.1')).toMatchObject({ runId, amount: 3_000, calls: 1, unpriced: 0 });
  });

  it('is nobody else’s to see', async () => {
    const { as, owner } = await start({ rates }, [answer]);
    const [mary, marya] = [as(['chat'], { did: 'did:key:mary' }), as(['chat'], { did: 'did:key:marya' })];
    const chat = await mary.chat();
    await chat.say('Hello');
    expect((await mary.get('/credits')).at('spent.total')).toBe(3_000);
    for (const other of [marya, owner]) {
      expect((await other.get('/credits')).at('spent.total')).toBe(0);
      const costs = await other.get(`/credits/costs?sessionId=${chat.sessionId}`);
      expect(costs.json).toMatchObject({ runs: [], total: { calls: 0, amount: 0 } });
    }
    expect((await oracle.anyone.get('/credits')).status).toBe(401);
  });

  it('is nothing without a model, and is not booked', async () => {
    const { owner } = await start({ budgets: { '*': { day: 0 } }, rates }, undefined);
    const chat = await owner.chat();
    expect((await chat.say('What did this cost?')).end).toBe('done');
    expect((await owner.get('/credits/costs')).json).toMatchObject({ runs: [] });
  });

  it('counts nothing for a model without a rate, and says so', async () => {
    const { owner } = await start({ budgets: { '*': { day: 1 } } }, [answer]);
    await (await owner.chat()).say('Hello');
    expect((await owner.get('/credits')).at('models.0')).toMatchObject({ amount: 0, unpriced: 1 });
  });

  it('is by the rate of the day on which the call began', async () => {
    const dearer = { model: 'scripted', from: '2026-11-29', input: 20, output: 100 };
    const slow = { ...answer, text: Array.from({ length: 8 }, () => 'well '), chunkDelayMs: 100 };
    const { owner } = await start({ rates: [...rates, dearer] }, [slow, answer]);
    const chat = await owner.chat();
    const saying = chat.say('Hello');
    await expect.poll(async () => (await owner.get('/credits')).at('reserved')).toBeGreaterThan(0);
    oracle.advance(2 * 3_600_000);
    await saying;
    await chat.say('And today?');
    expect((await owner.get('/credits/costs')).json).toMatchObject({
      runs: [{ amount: 30_000 }, { amount: 3_000 }],
    });
  });

  it('is estimated where the endpoint reports what no call uses', async () => {
    const { owner } = await start({ rates }, [
      { text: 'x'.repeat(400), usage: { inputTokens: 1e300, outputTokens: 1 } },
    ]);
    await (await owner.chat()).say('Hello');
    expect((await owner.get('/credits')).json).toMatchObject({
      reserved: 0,
      models: [{ calls: 1, estimated: 1, outputTokens: 100 }],
    });
  });

  it('is estimated and marked where the endpoint reports no tokens', async () => {
    const { owner } = await start({ rates }, [{ text: 'x'.repeat(400), usage: null }]);
    await (await owner.chat()).say('Hello');
    const model = (await owner.get('/credits')).at('models.0');
    expect(model).toMatchObject({ calls: 1, estimated: 1, outputTokens: 100 });
  });
});

describe('a budget', () => {
  it('refuses what does not fit with 402, says what is left and until when, and starts anew at midnight', async () => {
    const section = {
      budgets: { '*': { day: 0.0101 } },
      rates,
      reserveTokens: 100,
      timeZone: 'Africa/Nairobi',
    };
    const { owner } = await start(section, [{ ...answer, usage: { inputTokens: 4_500, outputTokens: 100 } }]);
    const chat = await owner.chat();
    expect((await chat.say('Hello')).end).toBe('done');
    const refused = await owner.post(`/messages/${chat.sessionId}`, { message: 'Once more' });
    expect(refused.status).toBe(402);
    expect(refused.json).toMatchObject({
      code: 'credits_exhausted',
      balance: 100,
      needed: expect.any(Number),
      resetsAt: '2026-11-29T21:00:00.000Z',
    });
    expect(refused.at('detail')).toMatch(
      /^0\.0001 credits are left; the next step of this answer needs up to 0\.0/,
    );
    expect(refused.at('hint')).toContain('2026-11-30 00:00 (Africa/Nairobi)');
    oracle.model.push({ text: 'A new day.' });
    oracle.advance(24 * 3_600_000);
    expect((await chat.say('And now?')).text).toBe('A new day.');
  });

  it('ends an answer that outgrows it, and books what was said until then', async () => {
    const section = { budgets: { '*': { day: 0.01 } }, rates, reserveTokens: 100 };
    const text = Array.from({ length: 100 }, () => 'many words '.repeat(10));
    const { owner } = await start(section, [{ text, usage: null, chunkDelayMs: 5 }]);
    const chat = await owner.chat();
    const turn = await chat.say('Tell me all');
    expect(turn.events.at(-1)).toMatchObject({ event: 'error', data: { code: 'credits_exhausted' } });
    const { spent, reserved } = (await owner.get('/credits')).json as unknown as {
      spent: { total: number };
      reserved: number;
    };
    expect(reserved).toBe(0);
    expect(spent.total).toBeGreaterThan(5_000);
    expect(spent.total).toBeLessThan(12_000);
  });

  it('is not overspent by answers at once whose endpoint counts more than it streams', async () => {
    const budget = 50_000;
    const section = { budgets: { '*': { day: budget / 1e6 } }, rates: [{ ...rates[0], output: 2 }] };
    // As a model that reasons unseen: two words, and as many tokens as it is allowed.
    const reasoning: TestOracleOptions['script'] = {
      answer: (body) => ({
        text: 'Two words.',
        usage: { inputTokens: 10, outputTokens: Math.min(50_000, Number(body['max_tokens'] ?? 50_000)) },
        chunkDelayMs: 50,
      }),
    };
    const { owner } = await start(section, reasoning, { env: { RUNS_PER_PRINCIPAL: '100' } });
    const chats = await Promise.all(Array.from({ length: 20 }, () => owner.chat()));
    const ends = await Promise.all(chats.map(async (chat) => (await chat.say('Hello')).end));
    expect(ends.filter((end) => end === 'done').length).toBeGreaterThan(0);
    for (let more = 0; more < 3; more += 1) await (await owner.chat()).say('And more?');
    const { spent, reserved } = (await owner.get('/credits')).json as unknown as {
      spent: { total: number };
      reserved: number;
    };
    expect(reserved).toBe(0);
    expect(spent.total).toBeGreaterThan(budget / 2);
    expect(spent.total).toBeLessThanOrEqual(budget);
  });

  it('tells the endpoint what it leaves, and says that it was the budget where that ends an answer', async () => {
    const section = { budgets: { '*': { day: 0.05 } }, rates, reserveTokens: 100 };
    const { owner } = await start(section, [answer]);
    const chat = await owner.chat();
    await chat.say('Hello');
    const most = () =>
      Number((oracle.model.requests.at(-1)?.body as { max_tokens?: number } | undefined)?.max_tokens);
    expect(most()).toBeGreaterThan(3_000);
    expect(most()).toBeLessThanOrEqual(5_000);
    oracle.model.push({
      text: 'Cut',
      usage: { inputTokens: 10, outputTokens: 5_000 },
      finishReason: 'length',
    });
    const turn = await chat.say('Tell me all');
    expect(turn.events.at(-1)).toMatchObject({ event: 'error', data: { code: 'credits_exhausted' } });
    // Of a model that was heard to stream what it counts, no more is set aside than comes.
    expect(most()).toBeLessThanOrEqual(4_700);
  });

  it('is not sent where there is none', async () => {
    const { owner } = await start({ rates }, [answer]);
    await (await owner.chat()).say('Hello');
    expect(oracle.model.requests.at(-1)?.body).not.toHaveProperty('max_tokens');
  });

  it('refuses a model that no rate names, which would else be free, and says how to mend it', async () => {
    const section = { budgets: { '*': { day: 1 }, 'did:key:free': {} }, rates };
    const { as } = await start(section, [answer], { env: { LLM_MODEL: 'gratis' } });
    const chat = await as(['chat'], { did: 'did:key:mary' }).chat();
    const turn = await chat.say('Hello');
    expect(turn.events.at(-1)).toMatchObject({
      event: 'error',
      data: {
        code: 'forbidden',
        message: expect.stringMatching(/^No rate says what the model .*gratis costs/),
        hint: expect.stringContaining('plugins.credits.rates'),
      },
    });
    expect(oracle.model.requests).toEqual([]);
    expect((await (await as(['chat'], { did: 'did:key:free' }).chat()).say('Hello')).end).toBe('done');
    const health = (await oracle.owner.get('/health/plugins')).text;
    expect(health).toContain('gratis: inside of a budget it is refused');
  });

  it('holds for whom it is set, and for everybody else the star', async () => {
    const section = {
      budgets: { '*': { day: 0 }, 'did:key:mary': { day: 1, month: 5 }, 'did:key:free': {} },
      rates,
    };
    const { as } = await start(section, [answer, answer]);
    const [mary, free, john] = ['mary', 'free', 'john'].map((name) =>
      as(['chat'], { did: `did:key:${name}` }),
    );
    expect((await (await mary?.chat())?.say('Hello'))?.end).toBe('done');
    expect((await (await free?.chat())?.say('Hello'))?.end).toBe('done');
    expect((await (await john?.chat())?.say('Hello'))?.end).toBe('error');
    expect((await mary?.get('/credits'))?.json).toMatchObject({
      available: 997_000,
      budgets: { day: { limit: 1_000_000, spent: 3_000 }, month: { limit: 5_000_000, spent: 3_000 } },
    });
  });

  it('pays a call that was cancelled for what was said', async () => {
    const { owner } = await start({ rates }, [{ text: ['one '.repeat(100)], hang: 'after-deltas' }]);
    const chat = await owner.chat();
    const response = await owner.fetch(`/messages/${chat.sessionId}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ message: 'Count', stream: true }),
    });
    const reader = response.body?.getReader();
    for (let text = ''; !text.includes('one one'); )
      text += Buffer.from((await reader?.read())?.value ?? []).toString('utf8');
    await owner.post(`/messages/${chat.sessionId}/abort`);
    await expect
      .poll(async () => (await owner.get('/credits')).json)
      .toMatchObject({ reserved: 0, models: [{ calls: 1, estimated: 1, outputTokens: 100 }] });
    await reader?.cancel();
  });
});

describe('what a person can take along', () => {
  it('is a receipt that others can check, and that no changed digit passes', async () => {
    const { owner, as, app } = await start({ rates }, [answer]);
    const { runId } = await (await owner.chat()).say('Hello');
    const receipt = await owner.get(`/credits/receipts/${runId}`);
    const signed = signedReceiptSchema.parse(receipt.json);
    expect(signed.receipt).toMatchObject({ oracle: app.identity?.did, runId, total: 3_000 });
    expect(receiptFaults(signed)).toEqual([]);
    expect(receiptFaults(signed, app.identity?.did)).toEqual([]);
    expect(receiptFaults(signed, 'did:key:other')).toEqual([
      `it is of the oracle ${app.identity?.did}, not of did:key:other`,
    ]);
    const cheaper = { ...signed, receipt: { ...signed.receipt, total: 2_999 } };
    expect(receiptFaults(cheaper)).toEqual([
      'it was changed after it was signed',
      'its calls come to 3000, not to 2999',
    ]);
    expect((await as(['chat']).get(`/credits/receipts/${runId}`)).status).toBe(404);
  });

  it('is the ledger as CSV, in which a stranger’s name of a model is no formula', async () => {
    const wild = [{ model: '*', from: '2026-01-01', input: 2, output: 10 }];
    const { owner } = await start({ rates: wild }, [answer], { env: { LLM_MODEL: '=cmd()' } });
    await (await owner.chat()).say('Hello');
    const csv = await owner.get('/credits/ledger.csv');
    const [head = '', ...lines] = csv.text.trim().split('\r\n');
    expect(head.split(',')).toHaveLength(21);
    expect(lines.map((line) => line.split(',')[2])).toEqual(['reserve', 'settle', 'release']);
    expect(csv.text).not.toMatch(/(^|,)=/m);
  });

  it('is a quote from answers of before, which asks and books nothing', async () => {
    const { owner } = await start({ rates, budgets: { '*': { day: 0.02 } } }, [answer]);
    const ask = () => owner.post('/credits/quote', { message: 'How are you?' });
    const blind = (await ask()).json as unknown as { least: number; likely: number; most: number };
    expect(blind).toMatchObject({ answers: 0, free: false, available: 20_000 });
    expect(blind.least).toBeLessThanOrEqual(blind.likely);
    expect(blind.likely).toBeLessThanOrEqual(blind.most);
    await (await owner.chat()).say('Hello');
    expect((await ask()).json).toMatchObject({ answers: 1, available: 17_000 });
    expect((await owner.get('/credits')).at('spent.total')).toBe(3_000);
  });

  it("is a quote in a conversation of one's own alone", async () => {
    const { owner, as } = await start({ rates }, []);
    const { sessionId } = await owner.chat();
    const asked = async (who: typeof owner, id: string) =>
      (await who.post('/credits/quote', { message: 'How are you?', sessionId: id })).status;
    expect(await asked(owner, sessionId)).toBe(200);
    expect(await asked(owner, 'none')).toBe(404);
    expect(await asked(as(['chat']), sessionId)).toBe(404);
  });
});

it('says what each plugin and capability cost, to the owner and to whoever holds the scope', async () => {
  const { owner, as } = await start({ rates }, [
    { toolCalls: [{ name: 'get_credits', args: {} }], usage: { inputTokens: 100, outputTokens: 10 } },
    answer,
  ]);
  const mary = as(['chat'], { did: 'did:key:mary' });
  const turn = await (await mary.chat()).say('What is left?');
  expect(turn.toolCalls).toHaveLength(1);
  const uses = (await mary.get('/credits')).at('uses');
  expect(uses).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ amount: 3_300, inputTokens: 1_100, outputTokens: 110 }),
    ]),
  );
  expect((await owner.get('/credits')).at('uses')).toEqual([]);
  expect((await owner.get('/credits/spending')).json).toMatchObject({
    principals: [{ principal: 'did:key:mary', amount: 3_300 }],
    uses,
  });
  expect((await mary.get('/credits/spending')).status).toBe(403);
});

it('refuses a configuration that cannot be, naming the field', async () => {
  const bad = { rates: [{ model: 'm', from: 'yesterday', input: -1, output: 1 }], timeZone: 'Mars/Base' };
  const starting = startTestOracle({ plugins: [credits], config: { plugins: { credits: bad } } });
  await expect(starting).rejects.toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining('is at least 0') }),
      expect.objectContaining({ message: expect.stringContaining('is no time zone') }),
    ]),
  });
  oracle = await startTestOracle();
});
