import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import clientTools from '../../plugins/client-tools/index.js';
import type { ToolRuntime } from '../plugin/index.js';
import {
  type RecordedModelRequest,
  type ScriptedStep,
  startTestOracle,
  type TestClient,
  type TestOracle,
} from '../testing/index.js';
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
let stopped = gate();
const shed = { isOpen: false };
const garden = gardenOf(shed, async (beds, { signal }: ToolRuntime) => {
  if (beds < 0) throw new Error('There are no such beds.');
  if (beds === LONG) {
    atWork.open();
    signal.addEventListener('abort', stopped.open);
    await Promise.race([letGo.opened, stopped.opened]);
  }
  return { litres: beds * 10, all: beds === HUGE ? 'x'.repeat(1_000_000) : '' };
});

/** What the model says to what was said to it, and to what a tool has answered. */
const water = (beds: number): ScriptedStep => ({
  text: 'Once upon',
  toolCalls: [{ name: 'water_beds', args: { beds } }],
});
const SAYS: Readonly<Record<string, ScriptedStep>> = {
  'Open the shed at the willow': { toolCalls: [{ name: 'unlock_shed', args: {} }] },
  'Which color?': { toolCalls: [{ name: 'pickColor', args: {} }] },
  'Water a bed': water(LONG),
  'Water all beds': water(HUGE),
  Break: { text: 'Half', finishReason: 'content_filter' },
  'Tell it at length': { text: 'Half', finishReason: 'length' },
};
/** What the model was asked last. */
let prompt = '';
function answer({ messages }: RecordedModelRequest['body']): ScriptedStep {
  prompt = JSON.stringify(messages);
  const { role, content } = messages.at(-1) ?? {};
  if (role !== 'tool') return SAYS[String(content)] ?? { text: 'Hello.' };
  if (String(content).includes('declined')) return { text: 'It stays shut.' };
  return { text: ' a time.' };
}

let oracle: TestOracle;
let client: TestClient;
let sessionId: string;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, clientTools], script: { answer } });
});
afterAll(() => oracle.close());
beforeEach(async () => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
  [atWork, letGo, stopped] = [gate(), gate(), gate()];
  sessionId = String((await client.post('/sessions')).json['sessionId']);
});

async function ask({ method = 'POST', path, body, headers = {} }: Sent): Promise<Got> {
  return client.request(method, path, { ...(method === 'GET' ? {} : { body: body ?? {} }), headers });
}

async function exchange(talk: Conversation, sent: Sent): Promise<Heard> {
  const got = await ask(sent);
  const heard = talk.hear(got);
  // By it any other door goes on.
  if (heard.end !== 'refused') expect(got.headers.get('x-oracle-session'), sent.path).toBe(sessionId);
  return heard;
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

const thread = async () => (await client.get(`/sessions/${sessionId}/messages`)).text;

describe.each(SPEAKERS)('over $door', ({ door, talk: open }) => {
  it('what asks first is asked in words, and done once by a yes', async () => {
    const talk = open(sessionId);
    const asked = await exchange(talk, talk.say('Open the shed at the willow'));
    expect(asked).toMatchObject({ end: 'asked', waiting: [{ name: 'unlock_shed' }] });
    expect(asked.waiting?.[0]?.words).toContain('Unlock the shed');
    expect(shed.isOpen).toBe(false);
    const yes = talk.decide(true);
    expect(await exchange(talk, yes)).toMatchObject({ end: 'whole', text: ' a time.' });
    expect(shed.isOpen).toBe(true);
    // Who has lost the reply sends it once more.
    shed.isOpen = false;
    expect(talk.hear(await ask(yes))).toMatchObject({ end: 'whole', text: ' a time.' });
    expect(shed.isOpen).toBe(false);
    const { decisions } = (await client.get('/approvals/decisions')).json;
    expect(decisions).toMatchObject([{ tool: 'unlock_shed', decision: 'approved', sessionId }]);
  });

  it('nothing is done by a no', async () => {
    const talk = open(sessionId);
    await exchange(talk, talk.say('Open the shed at the willow'));
    expect(await exchange(talk, talk.decide(false))).toMatchObject({ end: 'whole', text: 'It stays shut.' });
    expect(shed.isOpen).toBe(false);
  });

  it('a tool of the client is called there, and its result is read', async () => {
    const talk = open(sessionId);
    if (talk.give === undefined) return;
    const called = await exchange(talk, talk.say('Which color?', [PICK_COLOR]));
    expect(called).toMatchObject({ end: 'called', waiting: [{ name: 'pickColor' }] });
    expect(await exchange(talk, talk.give('red'))).toMatchObject({ end: 'whole', text: ' a time.' });
    expect(prompt).toMatch(/"role":"tool".*red/);
  });

  it('a run that is cancelled ends as cancelled', async () => {
    const talk = open(sessionId);
    const running = ask(talk.say('Water a bed'));
    await atWork.opened;
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
    const { code, ...failed } = await exchange(talk, talk.say('Break'));
    expect(failed).toEqual({ end: 'failed', text: 'Half' });
    expect(code).toMatch(door === 'AI SDK' ? /filter/ : /^content_filtered$/);
  });

  it('an answer that was cut says so', async () => {
    const talk = open(sessionId);
    expect(await exchange(talk, talk.say('Tell it at length'))).toMatchObject({ end: 'cut' });
  });

  it('a run goes on without its connection, and its client comes back to it', async () => {
    const talk = open(sessionId);
    const begun = await breakOff(talk.say('Water a bed'));
    expect(talk.hear(begun)).toEqual({ end: 'open', text: 'Once upon' });
    await atWork.opened;
    const rest = talk.rejoin && ask(talk.rejoin(begun));
    letGo.open();
    if (rest)
      expect(talk.hear(await rest)).toMatchObject({
        end: 'whole',
        text: expect.stringContaining(' a time.'),
      });
    await expect.poll(thread).toContain(' a time.');
  });

  it('of two at once the second is told to wait, and the first ends', async () => {
    const talk = open(sessionId);
    const first = ask(talk.say('Water a bed'));
    await atWork.opened;
    const busy = await ask(open(sessionId).say('And?'));
    expect(open(sessionId).hear(busy)).toMatchObject({
      end: 'refused',
      code: expect.stringMatching(/^run_active$/i),
    });
    if (busy.status !== 200) expect(busy.headers.get('retry-after')).toBe('2');
    letGo.open();
    expect(talk.hear(await first)).toMatchObject({ end: 'whole' });
    expect(await thread()).not.toContain('And?');
  });

  it('a result of a megabyte stays here', async () => {
    const talk = open(sessionId);
    const got = await ask(talk.say('Water all beds'));
    expect(talk.hear(got)).toMatchObject({ end: 'whole', text: expect.stringContaining(' a time.') });
    if (door !== 'native') expect(got.text.length).toBeLessThan(120_000);
  });

  it('a session of another tells nothing and does nothing', async () => {
    const talk = open(sessionId);
    await exchange(talk, talk.say('Open the shed at the willow'));
    const before = await thread();
    const owner = client;
    client = oracle.as(['chat']);
    const decided = await ask(talk.decide(true));
    const said = await ask(open(sessionId).say('yes'));
    expect([decided.text, said.text].join()).not.toContain('Unlock');
    expect(shed.isOpen).toBe(false);
    client = owner;
    expect(await thread()).toBe(before);
  });
});

/** MCP has calls in the place of conversations: what is asked travels with the client, and a closed connection cancels. */
describe('over MCP', () => {
  const call = (name: string, args: object, more: object = {}) => ({
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        ...more,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        },
      },
    }),
  });
  async function tell(name: string, args: object, more?: object) {
    const { text } = await readWhole(await client.fetch('/mcp/garden', call(name, args, more)));
    const [line] = [...text.matchAll(/^data: (.*)$/gm)].slice(-1);
    return JSON.parse(line?.[1] ?? text);
  }
  const readWhole = async (response: Response) => ({ text: await response.text() });
  const yes = { inputResponses: { confirm: { action: 'accept', content: { approved: true } } } };

  it('what asks first is asked in words, done once by a yes, and by nobody else’s', async () => {
    const { result } = await tell('unlock_shed', {});
    expect(JSON.stringify(result.inputRequests)).toContain('Unlock the shed');
    const answered = { ...yes, requestState: result.requestState };
    const owner = client;
    client = oracle.as(['chat']);
    await tell('unlock_shed', {}, answered);
    expect(shed.isOpen).toBe(false);
    client = owner;
    await tell('unlock_shed', {}, answered);
    expect(shed.isOpen).toBe(true);
    shed.isOpen = false;
    await tell('unlock_shed', {}, answered);
    expect(shed.isOpen).toBe(false);
  });

  it('a call that does not fit is told to the model, and so is one that fails', async () => {
    expect(JSON.stringify(await tell('water_beds', { beds: 'three' }))).toContain('beds');
    expect((await tell('water_beds', { beds: -1 })).result).toMatchObject({ isError: true });
  });

  it('a call ends with its connection', async () => {
    const connection = new AbortController();
    const running = client.fetch('/mcp/garden', {
      ...call('water_beds', { beds: LONG }),
      signal: connection.signal,
    });
    await atWork.opened;
    connection.abort();
    await expect(running).rejects.toThrow();
    await stopped.opened;
  });

  it('two at once are both answered, and a result of a megabyte is cut', async () => {
    const first = tell('water_beds', { beds: LONG });
    await atWork.opened;
    const huge = await tell('water_beds', { beds: HUGE });
    expect(JSON.stringify(huge).length).toBeLessThan(80_000);
    letGo.open();
    expect((await first).result.structuredContent).toMatchObject({ litres: LONG * 10 });
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
