import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import clientTools from '../../../plugins/client-tools/index.js';
import { startTestOracle, type TestAnswer, type TestClient, type TestOracle } from '../../testing/index.js';
import { gardenOf } from '../testing/garden.js';

const shed = { isOpen: false };
let watered = 0;
const garden = gardenOf(shed, (beds) => {
  watered += 1;
  return { litres: beds * 10 };
});

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, clientTools], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
  watered = 0;
});

type Said = { role: string; content: string };
const user = (content: string): Said => ({ role: 'user', content });
const assistant = (content: string): Said => ({ role: 'assistant', content });
const WATER = { toolCalls: [{ name: 'water_beds', args: { beds: 3 } }] };
const UNLOCK = { toolCalls: [{ name: 'unlock_shed', args: {} }] };
/** What the clients of both protocols send, and where their answers have words. */
const DOORS = [
  ['chat completions', '/v1/chat/completions', 'messages', 'choices.0.message.content'],
  ['responses', '/v1/responses', 'input', 'output.0.content.0.text'],
] as const;
const RETRY = { 'X-Stainless-Retry-Count': '1' };
const session = (answer: TestAnswer) => answer.headers.get('x-oracle-session') ?? '';
const prompt = () => JSON.stringify(oracle.model.requests.at(-1)?.body.messages);
const asked = () => oracle.model.requests.length;

/** Sends a request and goes away once its model is asked. */
async function leave(path: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const before = asked();
  const controller = new AbortController();
  const sent = client.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: controller.signal,
  });
  await oracle.model.request(before + 1);
  const streamed = 'stream' in body ? ((await sent).headers.get('x-oracle-session') ?? '') : '';
  controller.abort();
  await sent.catch(() => undefined);
  // Until the oracle has seen that.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return streamed;
}

describe.each(DOORS)('a request to %s that comes again', (_door, path, field, words) => {
  const body = (said: readonly Said[]) => ({ model: 'oracle', [field]: said });
  const ask = (said: readonly Said[], headers = {}) => client.post(path, body(said), headers);

  it('joins the run that it has begun, while that goes on', async () => {
    oracle.model.push({ ...WATER, delayMs: 150 }, { text: '30 litres.' });
    const said = [user('Water')];
    const [first, second] = await Promise.all([ask(said), ask(said)]);
    expect(session(second)).toBe(session(first));
    expect([first.status, second.json]).toEqual([200, first.json]);
    expect(watered).toBe(1);
  });

  it('joins it also when its client has gone away from the first', async () => {
    oracle.model.push({ ...WATER, delayMs: 150 }, { text: ['30 ', 'litres.'] });
    await leave(path, body([user('Water')]));
    const again = await ask([user('Water')], RETRY);
    expect(again.text).toContain('30 litres.');
    expect(watered).toBe(1);
  });

  it('is given the answer that its client did not wait for, and is asked anew after one that arrived', async () => {
    oracle.model.push({ text: 'Heads.', delayMs: 100 }, { text: 'Tails.' }, { text: 'Again.' });
    await leave(path, body([user('Toss')]));
    await new Promise((resolve) => setTimeout(resolve, 250));
    const before = asked();
    const given = await ask([user('Toss')]);
    expect([given.at(words), asked()]).toEqual(['Heads.', before]);
    expect((await ask([user('Toss')])).at(words)).toBe('Tails.');
    // Its client says itself that it tries once more.
    expect((await ask([user('Toss')], RETRY)).at(words)).toBe('Tails.');
    expect((await ask([user('Toss')])).at(words)).toBe('Again.');
  });

  it('is one by its key for a day', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' });
    const key = { 'Idempotency-Key': `order-${path}` };
    const first = await ask([user('Order')], key);
    expect(session(await ask([user('Order')], key))).toBe(session(first));
    expect((await ask([user('Order')], { 'Idempotency-Key': 'another' })).at(words)).toBe('Two.');
  });

  it.each([[{}], [{ 'X-Oracle-Session': `shed-${path.length}` }]])(
    'decides once, when it is a yes to what waited (%j)',
    async (headers) => {
      oracle.model.push(UNLOCK, { text: 'Open.' });
      const wish = await ask([user('Open the shed')], headers);
      const said = [user('Open the shed'), assistant(String(wish.at(words))), user('yes')];
      const decided = await ask(said, headers);
      const before = asked();
      const again = await ask(said, headers);
      expect([again.status, again.text, asked()]).toEqual([200, decided.text, before]);
      expect(session(again)).toBe(session(wish));
    },
  );

  it('is another request in another place of its conversation', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
    const place = { 'X-Oracle-Session': `more-${path.length}` };
    await ask([user('More')], place);
    await ask([user('Else')], place);
    expect((await ask([user('More')], place)).at(words)).toBe('Three.');
  });
});

describe.each(DOORS)('a client of %s that goes away', (_door, path, field, words) => {
  const body = (said: readonly Said[], more = {}) => ({ model: 'oracle', [field]: said, ...more });
  const SLOW = { text: ['I ', 'look ', 'for ', 'it.'], chunkDelayMs: 400 };

  it.each([
    ['with what it has of the answer', [user('Look'), assistant('I look'), user('Stop that')]],
    ['with nothing of the answer', [user('Look'), user('Stop that')]],
  ])('cancels by what it says next, %s', async (_what, next) => {
    oracle.model.push(SLOW, { text: 'Stopped.' });
    const left = await leave(path, body([user('Look')], { stream: true }));
    const answer = await client.post(path, body(next));
    expect([answer.at(words), session(answer)]).toEqual(['Stopped.', left]);
    expect(prompt()).toMatch(/broken off|No answer was given/);
    expect(prompt().match(/"Look"/g)).toHaveLength(1);
  });

  it('cancels it also where a header names the conversation', async () => {
    oracle.model.push(SLOW, { text: 'Stopped.' });
    const place = { 'X-Oracle-Session': `stop-${path.length}` };
    await leave(path, body([user('Look')], { stream: true }), place);
    expect((await client.post(path, body([user('Stop that')]), place)).at(words)).toBe('Stopped.');
  });

  it('finds the session busy while it has not gone away', async () => {
    oracle.model.push({ text: 'Done.', delayMs: 300 });
    const place = { 'X-Oracle-Session': `busy-${path.length}` };
    const before = asked();
    const first = client.post(path, body([user('Look')]), place);
    await oracle.model.request(before + 1);
    const second = await client.post(path, body([user('And?')]), place);
    expect([second.status, second.at('error.code')]).toEqual([409, 'run_active']);
    expect((await first).at(words)).toBe('Done.');
  });
});
