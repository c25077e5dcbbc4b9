import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';
import { gardenOf } from '../testing/garden.js';

const shed = { isOpen: false };
const garden = gardenOf(shed, (beds, rt) => {
  rt.progress('Filling the can');
  rt.artifact({ title: 'Bed', mimeType: 'image/png', alt: 'A bed', url: '/public/bed.png' });
  if (beds === 0) throw new Error('No beds.');
  return { litres: beds * 10, all: 'x'.repeat(beds > 99 ? 1_000_000 : 10) };
});

let oracle: TestOracle;
let client: TestClient;
let ids = 0;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
});

const user = (text: string) => ({ id: `u${++ids}`, role: 'user', parts: [{ type: 'text', text }] });
const prompt = () => JSON.stringify(oracle.model.requests.at(-1)?.body.messages);
async function say(messages: readonly object[], id = 'chat') {
  const answer = await client.post('/ai/chat', { id, messages, trigger: 'submit-message' });
  const parts = answer.text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)));
  return { answer, parts, types: parts.map(({ type }) => type) };
}

it('tells calls, their results, pictures, progress and the end in parts of the AI SDK', async () => {
  oracle.model.push({ toolCalls: [{ id: 'w', name: 'water_beds', args: { beds: 3 } }] }, { text: 'Wet.' });
  const { answer, parts, types } = await say([user('Water')]);
  expect(answer.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  expect(types).toEqual([
    'start',
    'start-step',
    'tool-input-start',
    'tool-input-available',
    'data-oracle-progress',
    'file',
    'tool-output-available',
    'text-start',
    'text-delta',
    'text-end',
    'finish-step',
    'finish',
  ]);
  expect(parts.filter(({ toolCallId }) => toolCallId === 'w')).toMatchObject(
    Array(3).fill({ dynamic: true, providerExecuted: true }),
  );
  expect(parts.at(-1)).toMatchObject({
    finishReason: 'stop',
    messageMetadata: { usage: { inputTokens: 20 } },
  });
  expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true);
});

it('cuts a result of a megabyte and says which call failed', async () => {
  const calls = [
    { id: 'big', name: 'water_beds', args: { beds: 100 } },
    { id: 'bad', name: 'water_beds', args: { beds: 0 } },
  ];
  oracle.model.push({ toolCalls: calls }, { text: 'Partly.' });
  const { answer, parts } = await say([user('Water')]);
  expect(answer.text.length).toBeLessThan(50_000);
  expect(parts.find(({ type }) => type === 'tool-output-available').output).toContain('Cut here');
  expect(parts.find(({ type }) => type === 'tool-output-error')).toMatchObject({ toolCallId: 'bad' });
});

it.each([true, false])('asks, and goes on in the same message by the answer %s', async (approved) => {
  oracle.model.push({ toolCalls: [{ id: 'a', name: 'unlock_shed', args: {} }] }, { text: 'So be it.' });
  const asked = await say([user('Open')]);
  expect(asked.parts).toContainEqual({ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'a' });
  expect(asked.parts.find(({ type }) => type === 'data-oracle-approval').data.summary).toContain(
    'Unlock the shed',
  );
  const part = {
    type: 'dynamic-tool',
    toolName: 'unlock_shed',
    toolCallId: 'a',
    state: 'approval-responded',
    input: {},
    approval: { id: 'a', approved },
  };
  const decided = [user('Open'), { id: 'answer', role: 'assistant', parts: [part] }];
  const { parts, types } = await say(decided);
  expect(shed.isOpen).toBe(approved);
  // Whoever lost the reply asks for it once more.
  expect((await say(decided)).types).toEqual(types);
  expect(parts[0]).toEqual({ type: 'start' });
  expect(types).not.toContain('tool-input-start');
  expect(types).toContain(approved ? 'tool-output-available' : 'tool-output-denied');
});

it('ends a broken answer as an error, never as finished', async () => {
  oracle.model.push({ text: 'Half', finishReason: 'content_filter' });
  const { types } = await say([user('Go')]);
  expect(types).toContain('error');
  expect(types).not.toContain('finish');
});

it('takes an edited message for a new one', async () => {
  oracle.model.push({ text: 'Hello.' }, { text: 'Edited.' });
  const first = user('Hi');
  await say([first]);
  const { parts } = await say([{ ...first, parts: [{ type: 'text', text: 'Go elsewhere' }] }]);
  expect(parts).toContainEqual(expect.objectContaining({ delta: 'Edited.' }));
  expect(prompt()).toMatch(/Hi.*Hello\..*Go elsewhere/);
});

it('leaves nothing behind of a request that says nothing, and joins nothing where nothing runs', async () => {
  const answer = { id: 'x', role: 'assistant', parts: [] };
  expect((await say([answer], 'empty')).answer).toMatchObject({ status: 400 });
  expect((await client.get('/ai/chat/empty/stream')).status).toBe(204);
  expect((await client.get('/sessions')).json['sessions']).toEqual([]);
  expect((await oracle.anyone.get('/ai/chat/empty/stream')).status).toBe(401);
});

describe('an answer to what waits', () => {
  const answered = (more: object) => ({
    id: 'answer',
    role: 'assistant',
    parts: [
      {
        type: 'dynamic-tool',
        toolName: 'unlock_shed',
        toolCallId: 'a',
        input: {},
        state: 'approval-responded',
        ...more,
      },
    ],
  });
  beforeEach(async () => {
    oracle.model.push({ toolCalls: [{ id: 'a', name: 'unlock_shed', args: {} }] });
    await say([user('Open')]);
  });

  it.each(['true', 'false', 'no', 1, [], {}])('is none by %j', async (approved) => {
    const { answer } = await say([user('Open'), answered({ approval: { id: 'a', approved } })]);
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(shed.isOpen).toBe(false);
    expect((await client.get('/approvals')).json['waiting']).toHaveLength(1);
  });

  it.each(['approval-requested', 'output-denied', 'output-error', 'x'])(
    'is none in the state %s',
    async (state) => {
      await say([user('Open'), answered({ state, approval: { id: 'a', approved: true } })]);
      expect(shed.isOpen).toBe(false);
    },
  );

  it('is one, not two', async () => {
    const [yes] = answered({ approval: { id: 'a', approved: true } }).parts;
    const [no] = answered({ approval: { id: 'a', approved: false } }).parts;
    const { answer } = await say([user('Open'), { ...answered({}), parts: [yes, no] }]);
    expect([answer.status, shed.isOpen]).toEqual([400, false]);
  });

  it('stands, whatever is said after it', async () => {
    oracle.model.push({ text: 'It stays shut.' });
    const denied = answered({ approval: { id: 'a', approved: false } });
    const { types } = await say([user('Open'), denied, user('yes')]);
    expect(shed.isOpen).toBe(false);
    expect(types).toContain('tool-output-denied');
    expect(prompt()).toMatch(/declined.*"content":"yes"/);
  });

  it('stands as a refusal though its request was lost, and other words came after it', async () => {
    oracle.model.push({ text: 'It stays shut.' });
    const denied = answered({ approval: { id: 'a', approved: false } });
    const { types } = await say([user('Open'), denied, user('hm'), user('yes')]);
    expect([shed.isOpen, types.includes('tool-output-denied')]).toEqual([false, true]);
  });

  it('is a refusal where two answers of the oracle say both', async () => {
    oracle.model.push({ text: 'It stays shut.' });
    const denied = answered({ approval: { id: 'a', approved: false } });
    const approved = answered({ approval: { id: 'a', approved: true } });
    await say([user('Open'), denied, { ...approved, id: 'other' }]);
    expect(shed.isOpen).toBe(false);
    expect((await client.get('/approvals')).json['waiting']).toEqual([]);
  });

  it('is a refusal beside a plain no', async () => {
    oracle.model.push({ text: 'It stays shut.' });
    await say([user('Open'), answered({ approval: { id: 'a', approved: true } }), user('no')]);
    expect(shed.isOpen).toBe(false);
    expect(prompt()).toMatch(/declined.*"content":"no"/);
  });

  it.each([
    ['a plain yes', 'yes', { state: 'approval-requested', approval: { id: 'a' } }, 'tool-output-available'],
    ['an approval and words', 'thanks', { approval: { id: 'a', approved: true } }, 'tool-output-available'],
    ['a refusal and words', 'thanks', { approval: { id: 'a', approved: false } }, 'tool-output-denied'],
  ])('begins the call anew in the new answer after %s', async (_what, words, part, outcome) => {
    oracle.model.push({ text: 'So be it.' });
    const { parts, types } = await say([user('Open'), answered(part), user(words)]);
    expect(parts[0]).toEqual({ type: 'start', messageId: expect.any(String) });
    const ofCall = parts.filter(({ toolCallId }) => toolCallId === 'a').map(({ type }) => type);
    expect(ofCall).toEqual(['tool-input-start', 'tool-input-available', outcome]);
    expect(types.at(-1)).toBe('finish');
  });
});
