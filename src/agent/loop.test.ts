import { describe, expect, it } from 'vitest';
import { OracleError } from '../plugin/index.js';
import { textOf, toolEvents } from './testing/test-agent.js';
import { call, load, useTestAgents } from './testing/test-hooks.js';
import { gate, getWeather, pluginWith, toolThat, weather } from './testing/test-plugins.js';

const start = useTestAgents();

describe('a run', () => {
  it('streams the answer, stores it, and ends with the token counts of all its model calls', async () => {
    const { chat, session, store } = await start({
      script: [{ text: ['Hel', 'lo'], reasoning: 'Hm.', usage: { inputTokens: 7, outputTokens: 2 } }],
    });
    const id = await session();
    const events = await chat(id, 'hi');
    expect(events[0]).toMatchObject({ type: 'run', sessionId: id });
    const answer = (await store.threads.messages(id)).at(-1);
    expect(events).toContainEqual({ type: 'reasoning', messageId: answer?.id, content: 'Hm.' });
    expect(events).toContainEqual({ type: 'message', messageId: answer?.id, content: 'Hello' });
    expect(textOf(events)).toBe('Hello');
    expect(events).toContainEqual({ type: 'usage', inputTokens: 7, outputTokens: 2, model: 'scripted' });
    expect(events.at(-1)).toEqual({
      type: 'done',
      finishReason: 'stop',
      usage: { inputTokens: 7, outputTokens: 2, model: 'scripted' },
    });
    expect(await store.threads.messages(id)).toMatchObject([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Hello', reasoning: 'Hm.' },
    ]);
  });

  it('logs of a call that was refused which of its fields are wrong, and none of the words in them', async () => {
    const refuse = toolThat('plan', () => {
      throw new OracleError('invalid_request', {
        detail: '"every Grace at 9" is no time.',
        errors: [{ field: 'when', message: 'no time' }],
      });
    });
    const agent = await start({
      plugins: [pluginWith('planner', [refuse], { loading: 'always' })],
      script: [call('plan', {}), { text: 'When?' }],
    });
    await agent.chat(await agent.session(), 'Plan it for every Grace at 9');
    const told = agent.log.filter(({ level }) => level !== 'debug');
    expect(told).toContainEqual(
      expect.objectContaining({
        message: 'tool call failed',
        fields: expect.objectContaining({ tool: 'plan', code: 'invalid_request', fields: ['when'] }),
      }),
    );
    expect(JSON.stringify(told)).not.toContain('Grace');
  });

  it('loads, calls and answers in exactly three model calls', async () => {
    const { chat, session, server } = await start({
      plugins: [weather],
      script: [load('weather'), call('get_weather', { city: 'Berlin' }), { text: 'It is 20 degrees.' }],
    });
    const events = await chat(await session(), 'weather in Berlin?');
    expect(server.requests).toHaveLength(3);
    expect(
      events
        .filter((e) => e.type !== 'usage' && e.type !== 'message')
        .map((e) => ('name' in e ? `${e.name} ${e.status}` : e.type)),
    ).toEqual([
      'run',
      'load_capability running',
      'load_capability done',
      'capability',
      'get_weather running',
      'get_weather done',
      'done',
    ]);
    expect(events).toContainEqual({ type: 'capability', loaded: ['weather'] });
    const [loaded, called] = toolEvents(events).filter((e) => e.status === 'done');
    expect(loaded).toMatchObject({
      plugin: 'oracle',
      output: {
        capabilities: [
          {
            name: 'weather',
            status: 'loaded',
            whenToUse: ['when weather is asked for'],
            tools: [{ name: 'get_weather' }],
          },
        ],
      },
    });
    expect(called).toMatchObject({
      plugin: 'weather',
      args: { city: 'Berlin' },
      output: { city: 'Berlin', temp_c: 20 },
    });
    expect(server.requests[2]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '{"city":"Berlin","temp_c":20}',
    });
  });

  it('logs each model call with its milliseconds and token counts, and no text', async () => {
    const { chat, session, log } = await start({
      script: [{ text: 'secret answer', usage: { inputTokens: 3, outputTokens: 4 } }],
    });
    await chat(await session(), 'secret question');
    const lines = log.filter((line) => line.message.startsWith('model call'));
    expect(lines[0]?.message).toBe('model call started');
    expect(lines[1]?.message).toMatch(/^model call complete \(\d+ms\)$/);
    expect(lines[1]?.fields).toMatchObject({
      model: 'openai:scripted',
      inputTokens: 3,
      outputTokens: 4,
      step: 1,
    });
    expect(JSON.stringify(log)).not.toContain('secret');
  });

  it('runs the calls of one turn side by side and reports them in the order of the calls', async () => {
    const first = gate();
    const order: string[] = [];
    const slow = toolThat('slow', async () => {
      await first.opened;
      order.push('slow');
      return 'slow result';
    });
    const quick = toolThat('quick', () => {
      order.push('quick');
      first.open();
      return 'quick result';
    });
    const { chat, session, server } = await start({
      plugins: [pluginWith('pair', [slow, quick], { loading: 'always' })],
      script: [
        {
          toolCalls: [
            { name: 'slow', args: {} },
            { name: 'quick', args: {} },
          ],
        },
        { text: 'ok' },
      ],
    });
    const events = await chat(await session(), 'both');
    expect(order).toEqual(['quick', 'slow']);
    expect(toolEvents(events).map((e) => `${e.name} ${e.status}`)).toEqual([
      'slow running',
      'quick running',
      'slow done',
      'quick done',
    ]);
    expect(server.requests[1]?.body.messages.slice(-2).map((m) => m['content'])).toEqual([
      'slow result',
      'quick result',
    ]);
  });

  it('gives every call its own id when the server counts from zero in each answer', async () => {
    const { chat, session, server } = await start({
      plugins: [pluginWith('weather', [getWeather], { loading: 'always' })],
      script: [
        call('get_weather', { city: 'Berlin' }, 'call_0'),
        call('get_weather', { city: 'Paris' }, 'call_0'),
        { toolCalls: [{ name: 'get_weather', args: { city: 'Rome' }, id: null }], toolCallStyle: 'whole' },
        { text: 'done' },
      ],
    });
    const events = await chat(await session(), 'three cities');
    const ids = toolEvents(events)
      .filter((e) => e.status === 'done')
      .map((e) => e.id);
    expect(ids[0]).toBe('call_0');
    expect(new Set(ids).size).toBe(3);
    const last = server.requests[3]?.body.messages ?? [];
    const asked = last.flatMap((m) => ((m['tool_calls'] ?? []) as { id: string }[]).map((c) => c.id));
    expect(asked).toEqual(ids);
    expect(last.filter((m) => m['role'] === 'tool').map((m) => m['tool_call_id'])).toEqual(ids);
  });

  it('ends at the step limit with a summing-up call without tools and an answer that says so', async () => {
    const step = (city: string) => call('get_weather', { city });
    const { chat, session, server, store } = await start({
      plugins: [pluginWith('weather', [getWeather], { loading: 'always' })],
      models: { maxSteps: 3 },
      script: [
        step('A'),
        step('B'),
        { text: 'A and B have 20 degrees.', usage: { inputTokens: 1, outputTokens: 1 } },
      ],
    });
    const id = await session();
    const events = await chat(id, 'many cities');
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      finishReason: 'limit',
      usage: { inputTokens: 21, outputTokens: 11, model: 'scripted' },
    });
    expect(textOf(events)).toMatch(/^A and B have 20 degrees\.\n\n.*3 steps/);
    expect(server.requests[2]?.body.tools).toBeUndefined();
    expect(server.requests[2]?.body.messages.at(-1)?.['content']).toContain('limit of 3 steps');
    const thread = await store.threads.messages(id);
    expect(thread.at(-1)).toMatchObject({ role: 'assistant', content: textOf(events) });
    expect(JSON.stringify(thread)).not.toContain('no more tools can be called');
  });

  it('ends with reason length when the model ran out of room', async () => {
    const { chat, session } = await start({ script: [{ text: 'half an ans', finishReason: 'length' }] });
    expect((await chat(await session(), 'hi')).at(-1)).toMatchObject({
      type: 'done',
      finishReason: 'length',
    });
  });

  it('keeps what was said when the model fails in the middle, and the thread takes the next message', async () => {
    const { chat, session, store, server } = await start({
      script: [{ text: ['The sum ', 'is'], errorInStream: { message: 'overloaded' } }, { text: 'Again.' }],
    });
    const id = await session();
    const events = await chat(id, 'sum?');
    expect(events.at(-1)).toMatchObject({
      type: 'error',
      code: 'model_failed',
      message: expect.stringContaining('overloaded'),
    });
    expect(await store.threads.messages(id)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'The sum is', interrupted: true },
    ]);
    await chat(id, 'and?');
    expect(server.requests[1]?.body.messages.slice(1)).toMatchObject([
      { content: 'sum?' },
      { content: 'The sum is\n\n[This answer was broken off before it was whole.]' },
      { content: 'and?' },
    ]);
  });
});

describe('a fault of the oracle itself', () => {
  it.each([
    ['once', 1],
    ['also while the thread is mended', 3],
  ])('ends the run as internal, is logged and shown to nobody: %s', async (_, times) => {
    const agent = await start({ script: [{ text: 'lost' }, { text: 'back' }] });
    const session = await agent.session();
    const append = agent.store.threads.append;
    let left = times;
    Object.assign(agent.store.threads, {
      append: async (...args: Parameters<typeof append>) => {
        left -= 1;
        if (left >= 0) throw new TypeError('the secret of the database');
        return append(...args);
      },
    });
    const events = await agent.chat(session, 'hi');
    Object.assign(agent.store.threads, { append });
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'internal' });
    expect(JSON.stringify(events)).not.toContain('secret');
    expect(agent.log.filter(({ message }) => message === 'run failed')).toHaveLength(1);
    expect(textOf(await agent.chat(session, 'and now?'))).toBe('back');
  });
});
