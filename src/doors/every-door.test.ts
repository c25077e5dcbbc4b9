import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import clientTools from '../../plugins/client-tools/index.js';
import type { ToolRuntime } from '../plugin/index.js';
import { type ScriptedStep, startTestOracle, type TestClient, type TestOracle } from '../testing/index.js';
import { gardenOf } from './testing/garden.js';
import {
  type Conversation,
  type Got,
  type Heard,
  PICK_COLOR,
  type Sent,
  SPEAKERS,
} from './testing/speakers/index.js';

/** Beds of which the result is a megabyte, and those that are watered until the test lets go. */
const HUGE = 100;
const LONG = 7;

let atWork = gate();
let letGo = gate();
const shed = { isOpen: false };
const garden = gardenOf(shed, async (beds, { signal }: ToolRuntime) => {
  if (beds === LONG) {
    atWork.open();
    await Promise.race([letGo.opened, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
  }
  return { litres: beds * 10, all: beds === HUGE ? 'x'.repeat(1_000_000) : '' };
});

const OPEN: ScriptedStep = { toolCalls: [{ name: 'unlock_shed', args: {} }] };
const water = (beds: number): ScriptedStep => ({
  text: 'Once upon',
  toolCalls: [{ name: 'water_beds', args: { beds } }],
});

let oracle: TestOracle;
let client: TestClient;
let sessionId: string;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, clientTools], script: [] });
});
afterAll(() => oracle.close());
beforeEach(async () => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
  [atWork, letGo] = [gate(), gate()];
  sessionId = String((await client.post('/sessions')).json['sessionId']);
});

async function ask({ method = 'POST', path, body, headers = {} }: Sent, by = client): Promise<Got> {
  return by.request(method, path, { ...(method === 'GET' ? {} : { body: body ?? {} }), headers });
}

async function exchange(talk: Conversation, sent: Sent): Promise<Heard> {
  return talk.hear(await ask(sent));
}

/** The connection breaks when the first words are there. */
async function breakOff({ path, body, headers }: Sent): Promise<Got> {
  const connection = new AbortController();
  const response = await client.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: connection.signal,
  });
  let text = '';
  const words = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += words.decode(bytes, { stream: true });
    if (text.includes('upon') && text.endsWith('\n\n')) break;
  }
  connection.abort();
  return { status: response.status, headers: response.headers, text };
}

async function thread(by = client): Promise<string> {
  return (await by.get(`/sessions/${sessionId}`)).text;
}

describe.each(SPEAKERS)('over $door', ({ door, talk: open }) => {
  it('what asks first is asked in words, and done once by a yes', async () => {
    const talk = open(sessionId);
    oracle.model.push(OPEN, { text: 'Open.' });
    const asked = await exchange(talk, talk.say('Open the shed'));
    expect(asked).toMatchObject({ end: 'asked', waiting: [{ name: 'unlock_shed' }] });
    expect(asked.waiting?.[0]?.words).toContain('Unlock the shed');
    expect(shed.isOpen).toBe(false);
    const yes = talk.decide(true);
    const decided = await ask(yes);
    expect(talk.hear(decided)).toMatchObject({ end: 'whole', text: 'Open.' });
    expect(shed.isOpen).toBe(true);
    // Who has lost the reply sends it once more.
    shed.isOpen = false;
    expect((await ask(yes)).status).toBe(decided.status);
    expect(shed.isOpen).toBe(false);
    const { decisions } = (await client.get('/approvals/decisions')).json;
    expect(decisions).toMatchObject([{ tool: 'unlock_shed', decision: 'approved', sessionId }]);
  });

  it('nothing is done by a no', async () => {
    const talk = open(sessionId);
    oracle.model.push(OPEN, { text: 'It stays shut.' });
    await exchange(talk, talk.say('Open the shed'));
    expect(await exchange(talk, talk.decide(false))).toMatchObject({ end: 'whole', text: 'It stays shut.' });
    expect(shed.isOpen).toBe(false);
  });

  it('a tool of the client is called there, and its result is read', async () => {
    const talk = open(sessionId);
    if (talk.give === undefined) return;
    oracle.model.push({ toolCalls: [{ name: 'pickColor', args: {} }] }, { text: 'Red it is.' });
    const called = await exchange(talk, talk.say('Which color?', [PICK_COLOR]));
    expect(called).toMatchObject({ end: 'called', waiting: [{ name: 'pickColor' }] });
    expect(await exchange(talk, talk.give('red'))).toMatchObject({ end: 'whole', text: 'Red it is.' });
    expect(JSON.stringify(oracle.model.requests.at(-1)?.body.messages.at(-1))).toContain('red');
  });

  it('a run that is cancelled ends as cancelled', async () => {
    const talk = open(sessionId);
    oracle.model.push(water(LONG));
    const running = ask(talk.say('Water'));
    await atWork.opened;
    const begun = await ask({ method: 'GET', path: `/sessions/${sessionId}` });
    expect(begun.status).toBe(200);
    await ask({ path: `/messages/${sessionId}/abort` });
    expect(talk.hear(await running)).toMatchObject({ end: 'cancelled', text: 'Once upon' });
  });

  it('an error before the stream is one answer in the words of the protocol', async () => {
    const talk = open(sessionId);
    const { code, ...refused } = await exchange(talk, talk.say('  '));
    expect(refused).toMatchObject({ end: 'refused' });
    expect(code?.toLowerCase()).toBe('invalid_request');
    expect(await thread()).not.toContain('user');
  });

  it('an error within the stream ends it as failed, never as whole', async () => {
    const talk = open(sessionId);
    oracle.model.push({ text: 'Half', finishReason: 'content_filter' });
    const { code, ...failed } = await exchange(talk, talk.say('Go'));
    expect(failed).toEqual({ end: 'failed', text: 'Half' });
    expect(code).toMatch(door === 'AI SDK' ? /filter/ : /^content_filtered$/);
  });

  it('an answer that was cut says so', async () => {
    const talk = open(sessionId);
    oracle.model.push({ text: 'Half', finishReason: 'length' });
    expect(await exchange(talk, talk.say('Go'))).toMatchObject({ end: 'cut' });
  });

  it('a run goes on without its connection, and the client comes back to it', async () => {
    const talk = open(sessionId);
    oracle.model.push(water(LONG), { text: ' a time.' });
    const begun = await breakOff(talk.say('Water'));
    expect(talk.hear(begun)).toEqual({ end: 'open', text: 'Once upon' });
    await atWork.opened;
    const rest = talk.rejoin && ask(talk.rejoin(begun));
    letGo.open();
    expect(rest && talk.hear(await rest)).toMatchObject({
      end: 'whole',
      text: expect.stringContaining(' a time.'),
    });
    expect(await thread()).toContain(' a time.');
  });

  it('of two at once the second is told to wait, and the first ends', async () => {
    const talk = open(sessionId);
    oracle.model.push(water(LONG), { text: ' a time.' });
    const first = ask(talk.say('Water'));
    await atWork.opened;
    const busy = await ask(open(sessionId).say('And?'));
    expect(open(sessionId).hear(busy)).toMatchObject({
      end: 'refused',
      code: expect.stringMatching(/^run_active$/i),
    });
    expect(busy.headers.get('retry-after')).toBe('2');
    letGo.open();
    expect(talk.hear(await first)).toMatchObject({ end: 'whole' });
    expect(await thread()).not.toContain('And?');
  });

  it('a result of a megabyte stays here', async () => {
    const talk = open(sessionId);
    oracle.model.push(water(HUGE), { text: 'Wet.' });
    const got = await ask(talk.say('Water'));
    expect(talk.hear(got)).toMatchObject({ end: 'whole', text: expect.stringContaining('Wet.') });
    if (door !== 'native') expect(got.text.length).toBeLessThan(80_000);
  });

  it('a session of another tells nothing and does nothing', async () => {
    const talk = open(sessionId);
    oracle.model.push(OPEN);
    await exchange(talk, talk.say('Open the shed at the willow'));
    const before = await thread();
    const owner = client;
    client = oracle.as(['chat']);
    oracle.model.push({ text: 'Hello.' });
    const got = await ask(talk.decide(true));
    const named = await ask(open(sessionId).say('yes'));
    expect([got.text, named.text].join()).not.toMatch(/willow|Unlock/);
    expect(shed.isOpen).toBe(false);
    client = owner;
    expect(await thread()).toBe(before);
    await ask({ path: `/messages/${sessionId}/abort` });
  });
});

/** Something that a test waits for, or lets happen. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
