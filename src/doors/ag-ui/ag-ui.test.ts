import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import clientTools from '../../../plugins/client-tools/index.js';
import { definePlugin, defineTool } from '../../plugin/index.js';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';

const shed = { unlocked: '' };
const garden = definePlugin({
  name: 'garden',
  version: '1.0.0',
  manifest: { title: 'Garden', summary: 'Waters.', whenToUse: ['Dry beds'] },
  setup: () => ({
    tools: [
      defineTool({
        name: 'water_beds',
        description: 'Waters the beds.',
        effect: 'read',
        input: z.object({ beds: z.int() }),
        run({ beds }, rt) {
          rt.progress('Filling the can', 0.5);
          rt.artifact({ title: 'Bed', mimeType: 'text/plain', alt: 'A bed', path: '/bed.txt' });
          return { litres: beds * 10, all: 'x'.repeat(beds > 99 ? 1_000_000 : 10) };
        },
      }),
      defineTool({
        name: 'unlock_shed',
        description: 'Unlocks the shed.',
        input: z.object({ door: z.string() }),
        approval: 'always',
        describe: ({ door }) => `Unlock the ${door} door`,
        run: ({ door }) => {
          shed.unlocked = door;
          return {};
        },
      }),
    ],
  }),
});

let oracle: TestOracle;
let client: TestClient;
let ids = 0;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, clientTools], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.unlocked = '';
});

const id = (what: string) => `${what}-${++ids}`;
const user = (content: unknown) => ({ role: 'user', id: id('u'), content });
const input = (more: object) => ({
  threadId: 'thread',
  runId: 'run',
  tools: [],
  context: [],
  state: {},
  forwardedProps: {},
  protocolVersion: '1.0',
  ...more,
});
async function run(more: object) {
  const answer = await client.post('/ag-ui', input(more));
  const events = answer.text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice(6)));
  const { status, headers, text } = answer;
  return { status, headers, text, answer, events, types: events.map(({ type }) => type), end: events.at(-1) };
}
const promptOf = (turn: number) => JSON.stringify(oracle.model.requests.at(turn)?.body.messages ?? []);

describe('a run over AG-UI', () => {
  it('tells all in order: state, reasoning, calls with their results, activities, text, usage', async () => {
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['garden'] } }] },
      {
        reasoning: 'Dry.',
        text: 'I look.',
        toolCalls: [{ id: 'w1', name: 'water_beds', args: { beds: 3 } }],
      },
      { text: ['30 ', 'litres.'] },
    );
    const { events, types, text } = await run({ messages: [user('Water')] });
    // How many deltas a text comes in is the model's and the machine's.
    expect(types.filter((type, at) => type !== types[at - 1] || type !== 'TEXT_MESSAGE_CONTENT')).toEqual([
      'RUN_STARTED',
      'STATE_SNAPSHOT',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'STATE_DELTA',
      'REASONING_START',
      'REASONING_MESSAGE_START',
      'REASONING_MESSAGE_CONTENT',
      'REASONING_MESSAGE_END',
      'REASONING_END',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'ACTIVITY_SNAPSHOT',
      'ACTIVITY_SNAPSHOT',
      'TOOL_CALL_RESULT',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ]);
    expect(events[0]).toEqual({
      type: 'RUN_STARTED',
      threadId: 'thread',
      runId: 'run',
      protocolVersion: '1.0',
    });
    // The words of a turn and its calls are one message there; calls without words are one too.
    const starts = events.filter(({ type }) => type === 'TOOL_CALL_START');
    const said = events.find(({ type }) => type === 'TEXT_MESSAGE_START').messageId;
    expect(starts.map(({ parentMessageId }) => parentMessageId)).toEqual([starts[0].toolCallId, said]);
    expect(events[6].delta).toEqual([{ op: 'add', path: '/loaded/-', value: 'garden' }]);
    expect(events.at(-1)).toMatchObject({
      outcome: { type: 'success' },
      usage: [{ inputTokens: 30, outputTokens: 15 }],
    });
    expect(text).not.toMatch(/:null|event:/);
  });

  it('leaves the state of the client what it is, and tells its own beside it', async () => {
    oracle.model.push({ text: 'Dry.' });
    const { events } = await run({
      threadId: 'kept',
      messages: [user('Is it dry?')],
      state: { plot: 7, loaded: ['x'] },
    });
    expect(events[1]).toEqual({ type: 'STATE_SNAPSHOT', snapshot: { plot: 7, loaded: [] } });
  });

  it('cuts a result of a megabyte, which clients would send back with each message', async () => {
    oracle.model.push(
      { toolCalls: [{ name: 'load_capability', args: { names: ['garden'] } }] },
      { toolCalls: [{ name: 'water_beds', args: { beds: 100 } }] },
      { text: 'Done.' },
    );
    const { events, text } = await run({ messages: [user('Water all')] });
    expect(text.length).toBeLessThan(60_000);
    const results = events.filter(({ type }) => type === 'TOOL_CALL_RESULT');
    expect(results.at(-1).content).toContain('Cut here: the whole has');
  });

  it('keeps the thread: what is known by its id is not stored twice, and nothing is rolled back', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
    const [first, second, third] = [user('First'), user('Second'), user('Third')];
    const one = await run({ messages: [first] });
    const said = {
      role: 'assistant',
      id: one.events.find(({ delta }) => delta === 'One.').messageId,
      content: 'One.',
    };
    await run({ messages: [first, said, second] });
    // This client has forgotten all but what it says.
    await run({ messages: [third] });
    expect(promptOf(-1)).toMatch(/First.*One\..*Second.*Two\..*Third/);
    const session = one.headers.get('x-oracle-session');
    const kept = await client.get(`/sessions/${session}/messages`);
    expect(kept.json['messages']).toHaveLength(6);
    expect(kept.at('messages.0.id')).toBe(first.id);
  });

  it('answers a message again that is sent again', async () => {
    oracle.model.push({ text: 'Heads.' }, { text: 'Tails.' });
    const toss = user('Toss');
    await run({ threadId: 'toss', messages: [toss] });
    const { events } = await run({ threadId: 'toss', messages: [toss] });
    expect(events.some(({ delta }) => delta === 'Tails.')).toBe(true);
    expect(promptOf(-1)).not.toContain('Heads.');
  });

  it('takes a known id with other words for a new message, and rolls nothing back', async () => {
    oracle.model.push({ text: 'Hello.' }, { text: 'Second.' }, { text: 'Edited.' }, { text: 'Restarted.' });
    const say = (id: string, content: string) =>
      run({ threadId: 'counts', messages: [{ role: 'user', id, content }] });
    await say('1', 'Hi');
    await say('2', 'Go on');
    await say('2', 'Go elsewhere');
    await say('1', 'Hi');
    expect(promptOf(-1)).toMatch(/Hi.*Hello\..*Go on.*Second\..*Go elsewhere.*Edited\..*Hi/);
  });

  it('is another’s for nobody, also by the id of the session', async () => {
    oracle.model.push({ text: 'Mine.' }, { text: 'Theirs.' }, { text: 'Also.' });
    const mine = await run({ threadId: 'shared-name', messages: [user('Secret')] });
    client = oracle.as(['chat']);
    await run({ threadId: 'shared-name', messages: [user('What was said?')] });
    expect(promptOf(-1)).not.toContain('Secret');
    await run({ threadId: mine.headers.get('x-oracle-session'), messages: [user('And now?')] });
    expect(promptOf(-1)).not.toContain('Secret');
  });

  it('carries the client’s instructions and context to the model', async () => {
    oracle.model.push({ text: 'Arr.' });
    const messages = [{ role: 'system', id: id('s'), content: 'Talk like a pirate.' }, user('Hi')];
    await run({ messages, context: [{ description: 'Ship', value: 'The Sparrow' }] });
    expect(promptOf(-1)).toContain('Talk like a pirate.');
    expect(promptOf(-1)).toContain('Ship: The Sparrow');
  });
});

describe('what waits, over AG-UI', () => {
  const load = { toolCalls: [{ name: 'load_capability', args: { names: ['garden'] } }] };
  const call = { toolCalls: [{ id: 'a1', name: 'unlock_shed', args: { door: 'back' } }] };

  it.each([
    [{ approved: true }, 'back'],
    [{ approved: true, args: { door: 'front' } }, 'front'],
    [{ approved: false, reason: 'Too late' }, ''],
  ])('is an interrupt that resume answers with %j', async (payload, unlocked) => {
    oracle.model.push(load, call, { text: 'So be it.' });
    const asked = await run({ messages: [user('Open')] });
    expect(asked.end).toMatchObject({
      type: 'RUN_FINISHED',
      outcome: {
        type: 'interrupt',
        interrupts: [
          { id: 'a1', reason: 'tool_call', toolCallId: 'a1', message: 'garden: Unlock the back door' },
        ],
      },
    });
    expect(asked.types.filter((type) => type === 'TOOL_CALL_START')).toHaveLength(2);
    const assistant = { role: 'assistant', id: id('a'), toolCalls: [{ id: 'a1', type: 'function' }] };
    const { types, end } = await run({
      messages: [user('Open'), assistant],
      resume: [{ interruptId: 'a1', status: 'resolved', payload }],
    });
    expect(shed.unlocked).toBe(unlocked);
    expect(end.outcome).toEqual({ type: 'success' });
    // The client has the call already; told again it would have it twice.
    expect(types).not.toContain('TOOL_CALL_START');
    expect(types).toContain('TOOL_CALL_RESULT');
  });

  it.each([
    [{ status: 'resolved', payload: { approved: true, args: 'front' } }, 400],
    [{ status: 'resolved', payload: { approved: true, args: null } }, 400],
    [{ status: 'cancelled' }, 200],
  ])('is not done by a resume of %j', async (answer, status) => {
    oracle.model.push(load, call, ...(status === 200 ? [{ text: 'Not done.' }] : []));
    await run({ threadId: 'odd', messages: [user('Open')] });
    const resume = [{ interruptId: 'a1', ...answer }];
    expect((await run({ threadId: 'odd', messages: [], resume })).status).toBe(status);
    expect(shed.unlocked).toBe('');
  });

  it('is not answered together with a new message', async () => {
    oracle.model.push(load, call);
    await run({ threadId: 'both', messages: [user('Open')] });
    const resume = [{ interruptId: 'a1', status: 'resolved', payload: { approved: true } }];
    const { answer } = await run({ threadId: 'both', messages: [user('And water')], resume });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: 'resume' }] } });
    expect(shed.unlocked).toBe('');
  });

  it('is left alone by a resume that decides nothing', async () => {
    oracle.model.push(load, call);
    await run({ threadId: 'undecided', messages: [user('Open')] });
    const resume = [{ interruptId: 'a1', status: 'resolved', payload: { ok: 'yes' } }];
    const { answer } = await run({ threadId: 'undecided', messages: [], resume });
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(shed.unlocked).toBe('');
  });

  it('goes to the client as pending calls, whose results come as messages', async () => {
    oracle.model.push({ toolCalls: [{ id: 'p1', name: 'pickColor', args: {} }] }, { text: 'Red it is.' });
    const tools = [
      { name: 'pickColor', description: 'Asks', parameters: { type: 'object', properties: {} } },
    ];
    const asked = await run({ threadId: 'colors', messages: [user('Color?')], tools });
    expect(asked.end.outcome).toEqual({ type: 'success', pendingToolCallIds: ['p1'] });
    expect(asked.types).not.toContain('TOOL_CALL_RESULT');
    const result = { role: 'tool', id: id('t'), toolCallId: 'p1', content: '"red"' };
    const { events } = await run({ threadId: 'colors', messages: [user('Color?'), result].slice(1), tools });
    expect(events.some(({ delta }) => delta === 'Red it is.')).toBe(true);
    expect(promptOf(-1)).toContain('red');
    // Whoever lost the reply asks for it once more: the model is not asked again.
    const again = await run({ threadId: 'colors', messages: [result], tools });
    expect(again.events.some(({ delta }) => delta === 'Red it is.')).toBe(true);
  });

  it('may be answered together with a message, and both are read', async () => {
    oracle.model.push({ toolCalls: [{ id: 'p2', name: 'pickColor', args: {} }] }, { text: 'Both.' });
    const tools = [
      { name: 'pickColor', description: 'Asks', parameters: { type: 'object', properties: {} } },
    ];
    await run({ threadId: 'both', messages: [user('Color?')], tools });
    const result = { role: 'tool', id: id('t'), toolCallId: 'p2', content: '"red"' };
    await run({ threadId: 'both', messages: [result, user('And a fence')], tools });
    expect(promptOf(-1)).toMatch(/"role":"tool".*red.*And a fence/);
    expect((await client.get('/sessions')).text).not.toContain('interrupted');
  });
});

describe('what fails, over AG-UI', () => {
  it('ends as RUN_ERROR once the stream has begun', async () => {
    oracle.model.push({ text: 'Half', finishReason: 'content_filter' });
    const { end, types } = await run({ messages: [user('Go')] });
    expect(end).toMatchObject({ type: 'RUN_ERROR', code: 'content_filtered', message: expect.any(String) });
    expect(types).toContain('TEXT_MESSAGE_END');
  });

  it.each([
    ['nothing new', { messages: [] }, 400],
    ['a thread without a name', { threadId: '', messages: [user('x')] }, 400],
  ])('answers %s as JSON that begins with a message', async (_what, more, status) => {
    const { answer } = await run(more);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(Object.keys(answer.json)[0]).toBe('message');
  });

  it('says what it can do to who may chat, and nothing to others', async () => {
    expect((await client.get('/ag-ui/capabilities')).json).toMatchObject({
      identity: { name: oracle.app.config.name },
      humanInTheLoop: { approvals: true },
    });
    expect((await oracle.anyone.get('/ag-ui/capabilities')).status).toBe(401);
  });
});
