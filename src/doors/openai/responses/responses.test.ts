import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import clientTools from '../../../../plugins/client-tools/index.js';
import { startTestOracle, type TestClient, type TestOracle } from '../../../testing/index.js';
import { gardenOf } from '../../testing/garden.js';

const shed = { isOpen: false };
const garden = gardenOf(shed);

interface Frame {
  readonly type: string;
  readonly sequence_number: number;
  readonly output_index?: number;
  readonly item?: { readonly type: string; readonly id: string };
  readonly delta?: string;
  readonly response?: { readonly id: string; readonly status: string };
}

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, clientTools], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
});

const ask = (input: unknown, more: object = {}) => client.post('/v1/responses', { input, ...more });
const WATER = { toolCalls: [{ name: 'water_beds', args: { beds: 3 } }] };
const PICK = { type: 'function', name: 'pick', parameters: { type: 'object', properties: {} } };
const prompt = (turn: number) => JSON.stringify(oracle.model.requests.at(turn)?.body.messages);

function framesOf(text: string): readonly Frame[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const [, name, data = ''] = /^event: (\S+)\ndata: (.*)$/.exec(block) ?? [];
      const frame = JSON.parse(data) as Frame;
      expect(frame.type).toBe(name);
      return frame;
    });
}

describe('POST /v1/responses', () => {
  it('answers with items: words, and what the oracle ran', async () => {
    oracle.model.push({ text: 'I look.', ...WATER }, { reasoning: 'So.', text: '30 litres.' });
    const { json } = await ask('Water three beds');
    expect(json).toMatchObject({
      object: 'response',
      status: 'completed',
      error: null,
      output: [
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        {
          type: 'mcp_call',
          name: 'water_beds',
          server_label: 'garden',
          arguments: '{"beds":3}',
          status: 'completed',
          output: '{"litres":30}',
        },
        { type: 'reasoning', summary: [{ text: 'So.' }] },
        { type: 'message', content: [{ text: '30 litres.' }] },
      ],
      usage: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
    });
  });

  it('streams numbered events whose items add up to the response', async () => {
    oracle.model.push({ text: ['I ', 'look.'], ...WATER }, { text: '30.' });
    const { text } = await ask([{ role: 'user', content: [{ type: 'input_text', text: 'Water' }] }], {
      stream: true,
    });
    const frames = framesOf(text);
    expect(frames.map(({ sequence_number }) => sequence_number)).toEqual(frames.map((_, at) => at));
    const kinds = frames.map(({ type }) => type.replace('response.', ''));
    // Words that come at once are one piece or several.
    expect(kinds.filter((kind, at) => kind !== 'output_text.delta' || kinds[at - 1] !== kind)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'mcp_call.in_progress',
      'mcp_call_arguments.delta',
      'mcp_call_arguments.done',
      'mcp_call.completed',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ]);
    const done = frames.filter(({ type }) => type === 'response.output_item.done');
    expect(frames.at(-1)?.response).toMatchObject({ output: done.map(({ item }) => item) });
    expect(done.map(({ output_index }) => output_index)).toEqual([0, 1, 2]);
    expect(text).not.toContain('[DONE]');

    const id = frames[0]?.response?.id;
    const again = await client.get(`/v1/responses/${id}?stream=true&starting_after=${frames.length - 10}`);
    expect(framesOf(again.text)).toEqual(frames.slice(frames.length - 9));
    expect((await client.get(`/v1/responses/${id}`)).json).toMatchObject({ id, status: 'completed' });
    expect((await oracle.as(['chat']).get(`/v1/responses/${id}`)).status).toBe(404);
  });

  it('goes on from a response, and from an earlier one in a branch', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' }, { text: 'Other.' });
    const first = await ask('First');
    const from = { previous_response_id: first.at('id') };
    const second = await ask('Second', from);
    expect(second.json).toMatchObject({ ...from, conversation: first.at('conversation') });
    expect(prompt(-1)).toContain('One.');
    const other = await ask('Third', from);
    expect(other.at('conversation.id')).not.toBe(first.at('conversation.id'));
    expect(prompt(-1)).toContain('One.');
    expect(prompt(-1)).not.toContain('Second');
  });

  it('is known by the items that were said before, or by the name of a conversation', async () => {
    oracle.model.push({ text: 'One.', ...WATER }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' });
    const said = [{ role: 'user', content: 'Hello there' }];
    const first = await ask(said);
    const second = await ask([...said, ...(first.at('output') as object[]), { role: 'user', content: 'On' }]);
    expect(second.at('conversation.id')).toBe(first.at('conversation.id'));
    const named = await ask('On', { conversation: first.at('conversation') });
    expect(named.at('conversation.id')).toBe(first.at('conversation.id'));
  });

  it('calls the client’s functions, and goes on with what came of them', async () => {
    oracle.model.push({ toolCalls: [{ name: 'pick', args: { of: 2 } }] }, { text: 'Red.' });
    const input = [{ role: 'user', content: 'Which?' }];
    const called = await ask(input, { tools: [PICK] });
    expect(called.json).toMatchObject({
      status: 'completed',
      output: [{ type: 'function_call', name: 'pick', arguments: '{"of":2}' }],
    });
    const [call] = called.at('output') as { call_id: string }[];
    const result = { type: 'function_call_output', call_id: call?.call_id, output: 'red' };
    const answered = await ask([...input, call, result], { tools: [PICK] });
    expect(answered.at('output.0.content.0.text')).toBe('Red.');
    expect(prompt(-1)).toContain('red');
    // Whoever lost the reply asks for it once more.
    const again = await ask([...input, call, result], { tools: [PICK] });
    expect([again.status, again.at('id')]).toEqual([200, answered.at('id')]);
  });

  it.each([
    [true, true, 'completed'],
    [false, false, 'failed'],
  ])('asks for approval as an item, and %s decides', async (approve, isOpen, status) => {
    oracle.model.push({ toolCalls: [{ name: 'unlock_shed', args: {} }] }, { text: 'So be it.' });
    const asked = await ask('Open it');
    const request = (asked.at('output') as { type: string; id: string }[]).find(
      ({ type }) => type === 'mcp_approval_request',
    );
    expect(request).toMatchObject({ name: 'unlock_shed', summary: 'garden: Unlock the shed' });
    expect(asked.at('output.0.content.0.text')).toContain('answer **yes**');
    const answer = { type: 'mcp_approval_response', approval_request_id: request?.id, approve };
    const decided = await ask([answer], { previous_response_id: asked.at('id') });
    expect(decided.json).toMatchObject({
      output: [{ type: 'mcp_call', status }, { content: [{ text: 'So be it.' }] }],
    });
    expect(shed.isOpen).toBe(isOpen);
  });

  it('leaves undone what an item approves and a message refuses', async () => {
    oracle.model.push({ toolCalls: [{ name: 'unlock_shed', args: {} }] }, { text: 'It stays shut.' });
    const asked = await ask('Open it');
    const request = (asked.at('output') as { type: string; id: string }[]).find(
      ({ type }) => type === 'mcp_approval_request',
    );
    const answer = { type: 'mcp_approval_response', approval_request_id: request?.id, approve: true };
    const both = [answer, { role: 'user', content: 'no' }];
    const decided = await ask(both, { previous_response_id: asked.at('id') });
    expect(decided.at('output.1.content.0.text')).toBe('It stays shut.');
    expect(shed.isOpen).toBe(false);
  });

  /** As the AI SDK sends what an answer was made of: by the ids of its items, but for calls of the client's functions. */
  const referring = (answer: { at(path: string): unknown }) =>
    (answer.at('output') as { type: string; id: string }[]).map((item) =>
      item.type === 'function_call' ? item : { type: 'item_reference', id: item.id },
    );

  it('goes on from the answer whose items a request refers to', async () => {
    oracle.model.push({ text: 'I look.', ...WATER }, { text: '30.' });
    oracle.model.push({ text: 'Two.' }, { text: 'Three.' }, { text: 'Other.' });
    const water = { role: 'user', content: 'Water' };
    const first = await ask([water]);
    const input = [water, ...referring(first), { role: 'user', content: 'Second' }];
    const second = await ask(input);
    expect(second.at('conversation')).toEqual(first.at('conversation'));
    const asked = oracle.model.requests.at(-1)?.body.messages.filter(({ role }) => role === 'user');
    expect(asked?.map(({ content }) => content)).toEqual(['Water', 'Second']);
    const third = await ask([...input, ...referring(second), { role: 'user', content: 'Third' }]);
    expect(third.at('conversation')).toEqual(first.at('conversation'));
    const other = await ask([water, ...referring(first), { role: 'user', content: 'Another' }]);
    expect(other.at('conversation')).not.toEqual(first.at('conversation'));
    expect(prompt(-1)).toContain('30.');
  });

  it.each([
    ['a plain yes', () => ({ role: 'user', content: 'yes' })],
    [
      'its answer',
      (id: string) => ({ type: 'mcp_approval_response', approval_request_id: id, approve: true }),
    ],
  ])('takes %s to an approval that a request refers to', async (_what, answer) => {
    oracle.model.push({ toolCalls: [{ name: 'unlock_shed', args: {} }] }, { text: 'So be it.' });
    const wish = { role: 'user', content: 'Open it' };
    const asked = await ask([wish]);
    const references = referring(asked);
    const decided = await ask([wish, ...references, answer(references.at(-1)?.id ?? '')]);
    expect(decided.at('output.1.content.0.text')).toBe('So be it.');
    expect(shed.isOpen).toBe(true);
  });

  it('takes the result of a function whose call came with items that a request refers to', async () => {
    oracle.model.push({ text: 'I ask.', toolCalls: [{ name: 'pick', args: {} }] }, { text: 'Red.' });
    const which = { role: 'user', content: 'Which?' };
    const called = await ask([which], { tools: [PICK] });
    const { call_id } = called.at('output.1') as { call_id: string };
    const result = { type: 'function_call_output', call_id, output: 'red' };
    const answered = await ask([which, ...referring(called), result], { tools: [PICK] });
    expect(answered.at('output.0.content.0.text')).toBe('Red.');
  });

  it('refuses by name what stands between its answer and the last message, and drops nothing in silence', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Three.' });
    const wish = { role: 'user', content: 'First' };
    const first = await ask([wish]);
    const since = [
      { role: 'user', content: 'Second' },
      { role: 'assistant', content: 'Two, said by another.' },
    ];
    const input = [wish, ...referring(first), ...since, { role: 'user', content: 'Third' }];
    const before = oracle.model.requests.length;
    expect(await ask(input)).toMatchObject({
      status: 400,
      json: { error: { param: 'input', message: expect.stringContaining('input[3]') } },
    });
    const previous = { previous_response_id: first.at('id') };
    expect((await ask([...since, { role: 'user', content: 'Third' }], previous)).status).toBe(400);
    expect(oracle.model.requests.length).toBe(before);
    const whole = [
      wish,
      { role: 'assistant', content: 'One.' },
      ...since,
      { role: 'user', content: 'Third' },
    ];
    expect((await ask(whole)).at('output.0.content.0.text')).toBe('Three.');
    expect(prompt(-1)).toContain('said by another');
  });

  it.each([
    ['words', [{ role: 'assistant', content: 'Two, said by another.' }]],
    [
      'a call',
      [
        { type: 'function_call', call_id: 'zz', name: 'pick', arguments: '{}' },
        { type: 'function_call_output', call_id: 'zz', output: '1' },
      ],
    ],
  ])('refuses %s of another right before or behind what a request goes on from', async (_what, foreign) => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' });
    const wish = { role: 'user', content: 'First' };
    const first = await ask([wish]);
    const before = oracle.model.requests.length;
    const next = { role: 'user', content: 'Next' };
    const refusal = (place: number) => ({
      status: 400,
      json: { error: { param: 'input', message: expect.stringContaining(`input[${place}]`) } },
    });
    expect(await ask([wish, ...referring(first), ...foreign, next])).toMatchObject(refusal(2));
    expect(await ask([wish, ...foreign, ...referring(first), next])).toMatchObject(refusal(1));
    expect(await ask([wish, ...foreign, wish, ...referring(first), next])).toMatchObject(refusal(1));
    const previous = { previous_response_id: first.at('id') };
    expect(await ask([...foreign, next], previous)).toMatchObject(refusal(0));
    expect(oracle.model.requests.length).toBe(before);
    const own = { role: 'assistant', content: 'One.' };
    expect((await ask([wish, ...referring(first), own, next])).at('output.0.content.0.text')).toBe('Two.');
  });

  it('refuses a reference to no item of the person, and begins nothing anew', async () => {
    oracle.model.push({ text: 'One.' });
    const first = await ask('Hi');
    const before = oracle.model.requests.length;
    const input = [{ role: 'user', content: 'Hi' }, ...referring(first), { role: 'user', content: 'On' }];
    expect(await oracle.as(['chat']).post('/v1/responses', { input })).toMatchObject({
      status: 404,
      json: { error: { code: 'not_found', param: 'input' } },
    });
    expect(oracle.model.requests.length).toBe(before);
  });

  it('gives what was not to be stored once, and goes on from it', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' });
    const first = await ask('Hi', { store: false });
    const id = String(first.at('id'));
    expect(first.at('store')).toBe(false);
    expect(await client.get(`/v1/responses/${id}`)).toMatchObject({
      status: 404,
      json: { error: { param: 'response_id', message: expect.stringContaining('store: false') } },
    });
    const second = await ask('On', { previous_response_id: id });
    expect(second.at('conversation')).toEqual(first.at('conversation'));
    expect((await client.get(`/v1/responses/${second.at('id')}`)).status).toBe(200);
    expect((await client.get('/v1/responses/resp_none')).at('error.param')).toBe('response_id');
  });

  it.each([
    [{ background: true }, 'background'],
    [{ tools: [PICK, { type: 'custom', name: 'x' }] }, 'tools.1.type'],
    [{ tools: [{ type: 'web_search' }] }, 'tools.0.type'],
    [{ text: { format: { type: 'json_schema', name: 'x', schema: {} } } }, 'text.format'],
  ])('refuses %j, which it cannot do', async (more, param) => {
    expect(await ask('Hi', more)).toMatchObject({ status: 400, json: { error: { param } } });
  });

  it('ends in what went wrong', async () => {
    oracle.model.push(
      { text: 'Half', finishReason: 'content_filter' },
      { text: 'Cut', finishReason: 'length' },
    );
    const broken = framesOf((await ask('Break', { stream: true })).text);
    expect(broken.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'content_filtered' } },
    });
    expect((await ask('Long')).json).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    expect(await ask('x', { previous_response_id: 'resp_none' })).toMatchObject({
      status: 404,
      json: { error: { type: 'invalid_request_error', param: 'previous_response_id' } },
    });
    expect((await ask([])).status).toBe(400);
  });
});
