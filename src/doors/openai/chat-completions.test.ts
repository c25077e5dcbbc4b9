import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import clientTools from '../../../plugins/client-tools/index.js';
import { definePlugin, OracleError } from '../../plugin/index.js';
import { startTestOracle, type TestAnswer, type TestClient, type TestOracle } from '../../testing/index.js';
import { gardenOf } from '../testing/garden.js';

const shed = { isOpen: false };
const garden = gardenOf(shed, (beds) => ({ litres: beds * 10, all: 'x'.repeat(20_000) }));

/** A plugin that every model call must pass. */
const budget = { isEmpty: false };
const till = definePlugin({
  name: 'till',
  version: '1.0.0',
  manifest: { title: 'Till', summary: 'Counts.', whenToUse: ['Never'], loading: 'silent' },
  setup: () => ({
    middleware: [
      {
        name: 'till',
        async wrapModelCall(call, next) {
          if (budget.isEmpty) throw new OracleError('credits_exhausted', { detail: 'Nothing is left.' });
          return next(call);
        },
      },
    ],
  }),
});

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, clientTools, till], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
});

type Said = { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string };
const user = (content: unknown): Said => ({ role: 'user', content });
const complete = (messages: readonly Said[], more: object = {}, headers = {}) =>
  client.post('/v1/chat/completions', { model: 'gpt-4o', messages, ...more }, headers);
const content = (answer: TestAnswer) => answer.at('choices.0.message.content');
const session = (answer: TestAnswer) => answer.headers.get('x-oracle-session') ?? '';
const promptOf = (turn: number) => oracle.model.requests.at(turn)?.body.messages ?? [];
const chunksOf = (text: string) =>
  text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: ') && !frame.includes('[DONE]'))
    .map((frame) => JSON.parse(frame.slice(6)));

describe('a conversation over OpenAI’s API', () => {
  it('is answered whole, with the usage of all model calls', async () => {
    oracle.model.push(
      { text: 'I look.', toolCalls: [{ name: 'water_beds', args: { beds: 3 } }] },
      { text: '30 litres.' },
    );
    const { status, json } = await complete([user('Water three beds')]);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      object: 'chat.completion',
      id: expect.stringMatching(/^chatcmpl-/),
      choices: [{ message: { role: 'assistant', content: 'I look.\n\n30 litres.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
    });
    // A client would run what stands in `tool_calls`.
    expect(JSON.stringify(json)).not.toContain('water_beds');
  });

  it('holds no reasoning that a model wrote as text', async () => {
    oracle.model.push({ text: ['I think that it is', ' 42.</think>', '42.'] });
    const answer = await complete([user('How many?')]);
    expect(answer.at('choices.0.message')).toMatchObject({
      content: '42.',
      reasoning_content: 'I think that it is 42.',
    });
  });

  it('is known by its words when the client sends no id of it, and is stored once', async () => {
    oracle.model.push({ text: 'Hello  there.' }, { text: 'Two.' }, { text: 'Three.' });
    const first = await complete([user('Hi')]);
    const history = [user('Hi'), { role: 'assistant', content: 'Hello there.' }];
    const second = await complete([...history, user('And now?')]);
    expect(session(second)).toBe(session(first));
    const whole = [...history, user('And now?'), { role: 'assistant', content: 'Two.' }];
    expect(session(await complete([...whole, user('Go on')]))).toBe(session(first));
    expect(promptOf(-1).map(({ content }) => content)).toEqual(
      expect.arrayContaining(['Hi', 'Hello  there.', 'And now?', 'Two.', 'Go on']),
    );
    const kept = await client.get(`/sessions/${session(first)}/messages`);
    expect(kept.json['messages']).toHaveLength(6);
  });

  it('gets a session of its own, with what was said, when another has gone on from there', async () => {
    oracle.model.push({ text: 'Hello.' }, { text: 'To one.' }, { text: 'To the other.' });
    const said = [user('Good day'), { role: 'assistant', content: 'Hello.' }];
    await complete([user('Good day')]);
    const one = await complete([...said, user('First')]);
    const other = await complete([...said, user('Second')]);
    expect(session(other)).not.toBe(session(one));
    expect(promptOf(-1).map(({ content }) => content)).toEqual(
      expect.arrayContaining(['Good day', 'Hello.', 'Second']),
    );
    expect(JSON.stringify(promptOf(-1))).not.toContain('First');
  });

  it('is the session that a header names, of ours or of the client, and of nobody else', async () => {
    oracle.model.push({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Foreign.' });
    const chat = { 'X-OpenWebUI-Chat-Id': 'b9f2-chat' };
    const first = await complete([user('Hi')], {}, chat);
    // A client that lost half of the conversation loses nothing here.
    const second = await complete([user('Go on')], {}, chat);
    expect(session(second)).toBe(session(first));
    expect(promptOf(-1).map(({ content }) => content)).toEqual(expect.arrayContaining(['Hi', 'One.']));
    const native = await complete([user('More')], {}, { 'X-Oracle-Session': session(first) });
    expect(session(native)).toBe(session(first));
    client = oracle.as(['chat']);
    const foreign = await complete([user('Hi')], {}, { 'X-Oracle-Session': session(first) });
    expect(session(foreign)).not.toBe(session(first));
    expect(JSON.stringify(promptOf(-1))).not.toContain('One.');
  });

  it('answers again what is asked again, and keeps the answer before as another', async () => {
    oracle.model.push({ text: 'Heads.' }, { text: 'Tails.' });
    const chat = { 'X-Oracle-Session': 'toss' };
    const first = await complete([user('Toss')], {}, chat);
    await complete([user('Toss')], {}, chat);
    expect(JSON.stringify(promptOf(-1))).not.toContain('Heads.');
    const kept = await client.get(`/sessions/${session(first)}/messages?variants=all`);
    expect(kept.json['messages']).toHaveLength(3);
  });

  it('carries the client’s own words for the model, in this request alone', async () => {
    oracle.model.push({ text: 'Arr.' }, { text: 'Yes.' });
    const chat = { 'X-Oracle-Session': 'pirate' };
    await complete([{ role: 'system', content: 'Talk like a pirate.' }, user('Hi')], {}, chat);
    expect(String(promptOf(-1)[0]?.content)).toContain('Talk like a pirate.');
    await complete([user('And now?')], {}, chat);
    expect(JSON.stringify(promptOf(-1))).not.toContain('pirate.');
  });

  it('takes pictures and files that are in it, and says how when they are not', async () => {
    oracle.model.push({ text: 'A cat.' });
    const parts = (url: string) => [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url } },
    ];
    await complete([user(parts('data:image/png;base64,aGk='))]);
    expect(JSON.stringify(promptOf(-1))).toContain('image-1 (image/png)');
    const away = await complete([user(parts('https://example.com/cat.png'))]);
    expect(away).toMatchObject({ status: 400, json: { error: { type: 'invalid_request_error' } } });
    expect(away.at('error.message')).toContain('data: URL');
  });
});

describe('a stream over OpenAI’s API', () => {
  it('has chunks without names, tells tools beside an empty delta, and ends with the usage and [DONE]', async () => {
    oracle.model.push(
      {
        reasoning: 'Dry.',
        text: 'I look.',
        toolCalls: [{ name: 'water_beds', args: { beds: 3 } }],
      },
      { text: ['30 ', 'litres.'] },
    );
    const options = { stream: true, stream_options: { include_usage: true } };
    const { text, headers } = await complete([user('Water')], options);
    expect(headers.get('content-type')).toContain('text/event-stream');
    // Some clients take a block without data for an event of none.
    expect(text).toMatch(/^data: /);
    expect(text).not.toMatch(/^(event|retry):/m);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    const chunks = chunksOf(text);
    expect(new Set(chunks.map(({ id, object }) => `${id} ${object}`)).size).toBe(1);
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' });
    const deltas = chunks.flatMap(({ choices }) => choices).map(({ delta }) => delta);
    expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('I look.\n\n30 litres.');
    expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe('Dry.');
    expect(deltas.some((delta) => 'tool_calls' in delta)).toBe(false);
    expect(chunks.flatMap(({ oracle }) => oracle?.tool_call ?? [])).toMatchObject([
      { name: 'water_beds', status: 'running' },
      { name: 'water_beds', status: 'done' },
    ]);
    expect(text.length).toBeLessThan(10_000);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 30 } });
    expect(chunks.at(-2).choices[0]).toEqual({ index: 0, delta: {}, finish_reason: 'stop' });
  });

  it.each([
    ['is cut at its length', { text: 'I am', finishReason: 'length' }, 'length'],
    ['is whole', { text: 'I am.' }, 'stop'],
  ])('says when the answer %s', async (_what, step, reason) => {
    oracle.model.push(step);
    const { text } = await complete([user('Who?')], { stream: true });
    expect(chunksOf(text).at(-1).choices[0].finish_reason).toBe(reason);
  });

  it('ends a broken answer with an error and no [DONE]', async () => {
    oracle.model.push({ text: 'Half', finishReason: 'content_filter' });
    const { text } = await complete([user('Go')], { stream: true });
    expect(chunksOf(text).at(-1)).toMatchObject({
      error: { code: 'content_filtered', type: 'server_error', message: expect.any(String) },
    });
    expect(text).not.toContain('[DONE]');
  });
});

describe('what waits, over OpenAI’s API', () => {
  const call = { toolCalls: [{ name: 'unlock_shed', args: {} }] };

  it.each([
    ['yes', false],
    ['No, thanks', true],
    ['Ja, bitte', false],
  ])('is asked in the text and answered with %j', async (reply, locked) => {
    oracle.model.push(call, { text: 'So be it.' });
    const asked = await complete([user('Open the shed')]);
    expect(asked.at('choices.0.finish_reason')).toBe('stop');
    expect(content(asked)).toContain('Unlock the shed');
    expect(shed.isOpen).toBe(false);
    const history = [user('Open the shed'), { role: 'assistant', content: content(asked) }];
    expect(content(await complete([...history, user(reply)]))).toBe('So be it.');
    expect(shed.isOpen).toBe(!locked);
  });

  it.each(['yes, but only tomorrow', 'Is it safe?', 'yes?'])('is not decided by %j', async (reply) => {
    oracle.model.push(call, { text: 'Not opened.' });
    const asked = await complete([user('Open the shed')]);
    const history = [user('Open the shed'), { role: 'assistant', content: content(asked) }];
    expect(content(await complete([...history, user(reply)]))).toContain('Unlock the shed');
    expect(shed.isOpen).toBe(false);
  });

  it.each([false, true])('goes to the client when the tool is its own (stream: %s)', async (stream) => {
    oracle.model.push(
      { toolCalls: [{ id: 'c1', name: 'getTime', args: { zone: 'CET' } }] },
      { text: 'Noon.' },
    );
    const parameters = { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] };
    const tools = [{ type: 'function', function: { name: 'getTime', description: 'Time', parameters } }];
    const asked = await complete([user('What time?')], { tools, stream });
    const calls = stream
      ? chunksOf(asked.text).flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
      : [asked.at('choices.0.message.tool_calls.0')];
    expect(calls).toMatchObject([
      { id: 'c1', type: 'function', function: { name: 'getTime', arguments: '{"zone":"CET"}' } },
    ]);
    expect(asked.text).toContain('"finish_reason":"tool_calls"');
    expect(oracle.model.requests.at(-1)?.body.tools).toContainEqual({
      type: 'function',
      function: { name: 'getTime', description: 'Time', parameters },
    });
    const results = [
      user('What time?'),
      { role: 'assistant', content: null, tool_calls: calls.map(({ index: _, ...rest }) => rest) },
      { role: 'tool', tool_call_id: 'c1', content: '12:00' },
    ];
    const answered = await complete(results, { tools });
    expect(content(answered)).toBe('Noon.');
    // Whoever lost the reply asks for it once more.
    const again = await complete(results, { tools });
    expect([content(again), session(again)]).toEqual(['Noon.', session(answered)]);
    expect(JSON.stringify(promptOf(-1))).toContain('12:00');
  });

  it('may be answered in part, and with a message: what is left out is closed', async () => {
    oracle.model.push(
      { toolCalls: ['d1', 'd2'].map((id) => ({ id, name: 'getTime', args: {} })) },
      { text: 'Later.' },
    );
    const tools = [{ type: 'function', function: { name: 'getTime', description: 'Time' } }];
    const asked = await complete([user('What time?')], { tools });
    const answered = await complete(
      [
        user('What time?'),
        { role: 'assistant', content: null, tool_calls: asked.at('choices.0.message.tool_calls') },
        { role: 'tool', tool_call_id: 'd1', content: '12:00' },
        user('Never mind'),
      ],
      { tools },
    );
    expect(content(answered)).toBe('Later.');
    expect(JSON.stringify(promptOf(-1))).toMatch(/12:00.*left open.*Never mind/);
  });
});

describe('what OpenAI’s API is asked besides', () => {
  it('has one model, the oracle', async () => {
    const { json } = await client.get('/v1/models');
    expect(json).toMatchObject({ object: 'list', data: [{ id: oracle.app.config.name, object: 'model' }] });
  });

  it('gives the model by its name, and no other', async () => {
    const { name } = oracle.app.config;
    expect((await client.get(`/v1/models/${name}`)).json).toMatchObject({ id: name, object: 'model' });
    expect(await client.get('/v1/models/gpt-4o')).toMatchObject({
      status: 404,
      json: { error: { type: 'invalid_request_error', code: 'not_found', param: 'model' } },
    });
  });

  it.each(['/v1/embeddings', '/v1/completions', '/v1/files', '/v1'])(
    'says in its shape that there is no %s',
    async (path) => {
      const answer = await client.post(path, {});
      expect(answer.status).toBe(404);
      expect(answer.json['error']).toMatchObject({ code: 'not_found', message: expect.any(String) });
    },
  );

  it.each([
    ['/v1/nope', { 'X-Stainless-Lang': 'js' }, 'error.message'],
    ['/ag-ui/nope', {}, 'message'],
    ['/a2a/nope', {}, 'error.message'],
    ['/v1/nope', {}, 'detail'],
  ])('says of %s of the client %j in its shape that it is not there', async (path, headers, field) => {
    const answer = await client.post(path, {}, headers);
    expect([answer.status, answer.at(field)]).toEqual([404, expect.stringContaining('nothing at this path')]);
  });

  it('offers none of the client’s tools when none is to be called', async () => {
    oracle.model.push({ text: 'No call.' });
    const tools = [{ type: 'function', function: { name: 'getTime', description: 'Time' } }];
    await complete([user('What time?')], { tools, tool_choice: 'none' });
    expect(JSON.stringify(oracle.model.requests.at(-1)?.body.tools)).not.toContain('getTime');
  });

  it.each([
    [
      'sound',
      { messages: [user([{ type: 'input_audio', input_audio: {} }])] },
      'Sound and film are not taken',
    ],
    ['JSON alone', { messages: [user('a')], response_format: { type: 'json_object' } }, 'answers are words'],
    [
      'results of another model’s calls',
      {
        messages: [
          user('a'),
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'x', function: { name: 'f', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'x', content: '1' },
        ],
      },
      'calls that this oracle has not made',
    ],
  ])('refuses %s in words that help', async (_what, body, words) => {
    const answer = await client.post('/v1/chat/completions', body);
    expect(answer.status).toBe(400);
    expect(answer.at('error.message')).toContain(words);
  });

  it('says that a filter stopped the answer by a status that clients do not try again', async () => {
    oracle.model.push({ text: 'Half', finishReason: 'content_filter' });
    expect(await complete([user('Filter me')])).toMatchObject({
      status: 400,
      json: { error: { code: 'content_filtered', type: 'invalid_request_error' } },
    });
  });

  it('does the tasks of Open WebUI without tools, session or history', async () => {
    oracle.model.push({ text: '{"title": "Wet beds"}' });
    const task =
      '### Task:\nGenerate a title.\n### Output:\nJSON format: { "title": "your title" }\n### Chat History:\n<chat_history>\nUSER: Water\n</chat_history>';
    const before = (await client.get('/sessions')).json['sessions'];
    expect(content(await complete([user(task)]))).toBe('{"title": "Wet beds"}');
    expect(oracle.model.requests.at(-1)?.body.tools).toBeUndefined();
    expect((await client.get('/sessions')).json['sessions']).toEqual(before);
  });

  it('asks no model for a task that a budget refuses', async () => {
    budget.isEmpty = true;
    const asked = oracle.model.requests.length;
    const answer = await complete([user('### Task:\nGenerate a title.\n### Output:\n{ "title": "" }\n')]);
    budget.isEmpty = false;
    expect(answer.status).toBe(402);
    expect(oracle.model.requests.length).toBe(asked);
  });

  it.each([
    ['no messages', { messages: [] }, 'messages'],
    ['an answer at its end', { messages: [user('a'), { role: 'assistant', content: 'b' }] }, 'messages'],
    ['a role of nobody', { messages: [{ role: 'king', content: 'a' }] }, 'messages.0.role'],
  ])('refuses %s in its own shape', async (_what, body, param) => {
    const answer = await client.post('/v1/chat/completions', body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.json['error']).toMatchObject({
      type: 'invalid_request_error',
      param,
      code: 'invalid_request',
    });
  });

  it('says in each telling of an answer when it was begun', async () => {
    oracle.model.push({ text: 'Hi.' });
    const key = { 'Idempotency-Key': 'told twice' };
    const first = await complete([user('Hello')], {}, key);
    const model = (await client.get('/v1/models')).text;
    oracle.advance(90_000);
    expect((await complete([user('Hello')], {}, key)).json).toEqual(first.json);
    expect((await client.get('/v1/models')).text).toBe(model);
  });

  it('tells nobody anything without a credential', async () => {
    const answer = await oracle.anyone.post('/v1/chat/completions', { messages: [user('Hi')] });
    expect(answer).toMatchObject({ status: 401, json: { error: { type: 'authentication_error' } } });
  });
});
