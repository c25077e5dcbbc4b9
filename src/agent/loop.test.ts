import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, OracleError } from '../plugin/index.js';
import {
  OWNER,
  startTestAgent,
  type TestAgent,
  type TestAgentOptions,
  textOf,
  toolEvents,
} from './test-agent.js';
import { gate, getWeather, pluginWith, toolThat, weather } from './test-plugins.js';

let agent: TestAgent | undefined;

async function start(options: TestAgentOptions): Promise<TestAgent> {
  agent = await startTestAgent(options);
  return agent;
}

afterEach(async () => {
  const open = agent;
  agent = undefined;
  await open?.close();
});

const load = (...names: string[]) => ({ toolCalls: [{ name: 'load_capability', args: { names } }] });
const call = (name: string, args: Record<string, unknown> = {}, id?: string) => ({
  toolCalls: [{ name, args, ...(id === undefined ? {} : { id }) }],
});

describe('a run', () => {
  it('streams the answer, stores it, and ends with the token counts of all its model calls', async () => {
    const { chat, session, store } = await start({
      script: [{ text: ['Hel', 'lo'], reasoning: 'Hm.', usage: { inputTokens: 7, outputTokens: 2 } }],
    });
    const id = await session();
    const events = await chat(id, 'hi');
    expect(events[0]).toMatchObject({ type: 'run', sessionId: id });
    expect(events).toContainEqual({ type: 'reasoning', content: 'Hm.' });
    expect(textOf(events)).toBe('Hello');
    expect(events).toContainEqual({ type: 'usage', inputTokens: 7, outputTokens: 2 });
    expect(events.at(-1)).toEqual({
      type: 'done',
      finishReason: 'stop',
      usage: { inputTokens: 7, outputTokens: 2 },
    });
    expect(await store.threads.messages(id)).toMatchObject([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Hello', reasoning: 'Hm.' },
    ]);
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
      usage: { inputTokens: 21, outputTokens: 11 },
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
      { content: 'The sum is' },
      { content: 'and?' },
    ]);
  });
});

describe('the prompt', () => {
  it('grows only at its end: tools and messages of a request are a byte prefix of the next one', async () => {
    const extra = pluginWith('extra', [toolThat('extra_tool', () => 'x')]);
    const { chat, session, server } = await start({
      plugins: [
        extra,
        weather,
        pluginWith('base', [toolThat('base_tool', () => 'y')], { loading: 'always' }),
      ],
      script: [
        load('weather'),
        {
          toolCalls: [
            { name: 'get_weather', args: { city: 'X' } },
            { name: 'load_capability', args: { names: ['extra'] } },
          ],
        },
        call('extra_tool'),
        { text: 'a' },
        { text: 'b' },
      ],
    });
    const id = await session();
    await chat(id, 'one');
    await chat(id, 'two');
    const tools = server.requests.map((r) => r.body.tools?.map((t) => t.function.name));
    expect(tools).toEqual([
      ['list_capabilities', 'load_capability', 'base_tool'],
      ['list_capabilities', 'load_capability', 'base_tool', 'get_weather'],
      ['list_capabilities', 'load_capability', 'base_tool', 'get_weather', 'extra_tool'],
      ['list_capabilities', 'load_capability', 'base_tool', 'get_weather', 'extra_tool'],
      ['list_capabilities', 'load_capability', 'base_tool', 'get_weather', 'extra_tool'],
    ]);
    for (const [i, request] of server.requests.entries()) {
      const next = server.requests[i + 1];
      if (next === undefined) break;
      const [toolsBefore = '', messagesBefore = ''] = request.text.split('],"messages":[');
      const [toolsAfter = '', messagesAfter = ''] = next.text.split('],"messages":[');
      expect(toolsAfter.startsWith(toolsBefore)).toBe(true);
      expect(messagesAfter.startsWith(messagesBefore.slice(0, -2))).toBe(true);
      expect(messagesAfter.length).toBeGreaterThan(messagesBefore.length);
    }
  });

  it('costs at most 2 KB of tool list before anything is loaded', async () => {
    const { chat, session, server } = await start({ plugins: [weather], script: [{ text: 'hi' }] });
    await chat(await session(), 'hi');
    expect(server.requests[0]?.body.tools?.map((t) => t.function.name)).toEqual([
      'list_capabilities',
      'load_capability',
    ]);
    expect(Buffer.byteLength(JSON.stringify(server.requests[0]?.body.tools))).toBeLessThanOrEqual(2048);
  });

  it("names the oracle, its capabilities, the plugins' sections and the day; a failing section is left out", async () => {
    const sections = pluginWith('notes', [], {
      loading: 'silent',
      contribution: {
        promptSections: [
          { name: 'broken', body: () => Promise.reject(new Error('no')) },
          { name: 'who', body: ({ principal }) => `You speak with ${principal.name}.` },
          { name: 'empty', body: () => undefined },
        ],
      },
    });
    const { chat, session, server, log } = await start({
      plugins: [weather, sections],
      script: [{ text: 'hi' }],
    });
    await chat(await session(), 'hi');
    const system = String(server.requests[0]?.body.messages[0]?.['content']);
    expect(system).toContain('You are Test oracle. Answers tests.');
    expect(system).toContain('- weather: Does weather things.');
    expect(system).not.toContain('notes');
    expect(system).toMatch(/You speak with owner\.\n\nToday is \d{4}-\d\d-\d\d \(UTC\)\.$/);
    expect(log).toContainEqual(expect.objectContaining({ message: 'prompt section failed' }));
  });

  it('leaves out the oldest turns whole when the history is over its budget, and loaded tools stay', async () => {
    const long = 'x'.repeat(1_000);
    const { chat, session, server } = await start({
      plugins: [weather],
      models: { maxHistoryChars: 3_000 },
      script: [
        load('weather'),
        { text: long },
        { text: long },
        { text: long },
        call('get_weather', { city: 'Oslo' }),
        { text: 'ok' },
      ],
    });
    const id = await session();
    for (const message of ['one', 'two', 'three', 'four']) await chat(id, message);
    const last = server.requests.at(-1)?.body;
    const users = last?.messages.filter((m) => m['role'] === 'user').map((m) => m['content']);
    expect(users).not.toContain('one');
    expect(users?.at(-1)).toBe('four');
    expect(JSON.stringify(last?.messages)).not.toContain('load_capability","arguments');
    expect(last?.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"city":"Oslo","temp_c":20}' });
    expect(String(last?.messages[0]?.['content'])).toContain('left out');
  });

  it('names attached files below the message', async () => {
    const { chat, session, server } = await start({ script: [{ text: 'ok' }] });
    await chat(await session(), 'read this', {
      attachments: [{ name: 'a.csv', mimeType: 'text/csv', url: '/files/a.csv' }],
    });
    expect(server.requests[0]?.body.messages[1]?.['content']).toBe(
      'read this\n\nAttached files:\n- a.csv (text/csv): /files/a.csv',
    );
  });
});

describe('tools', () => {
  it('hides a capability until it is loaded, never runs it before, and tells the model how', async () => {
    let ran = 0;
    const { chat, session, server } = await start({
      plugins: [
        pluginWith('vault', [
          toolThat('open_vault', () => {
            ran += 1;
            return 'open';
          }),
        ]),
      ],
      script: [call('open_vault'), { text: 'ok' }],
    });
    const events = await chat(await session(), 'open');
    expect(ran).toBe(0);
    expect(toolEvents(events).at(-1)).toMatchObject({
      status: 'error',
      plugin: 'vault',
      error: expect.stringContaining('load_capability({"names":["vault"]})'),
    });
    expect(server.requests[1]?.body.messages.at(-1)?.['content']).toMatch(
      /^Error: The tool 'open_vault' belongs to the capability 'vault'/,
    );
    expect(events.at(-1)).toMatchObject({ type: 'done' });
  });

  it('answers a call of a tool that does not exist, or that a silent plugin has, alike', async () => {
    const { chat, session } = await start({
      plugins: [pluginWith('hidden', [toolThat('hidden_tool', () => 'x')], { loading: 'silent' })],
      script: [
        {
          toolCalls: [
            { name: 'no_such_tool', args: {} },
            { name: 'hidden_tool', args: {} },
          ],
        },
        { text: 'ok' },
      ],
    });
    const errors = toolEvents(await chat(await session(), 'x')).filter((e) => e.status === 'error');
    expect(errors.map((e) => [e.plugin, e.error])).toEqual([
      [undefined, "There is no tool 'no_such_tool'. Call list_capabilities to see what there is."],
      [undefined, "There is no tool 'hidden_tool'. Call list_capabilities to see what there is."],
    ]);
  });

  it('sends schema errors back field by field, and runs the mended call with the defaults filled in', async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: 'plan',
      description: 'Plans.',
      input: z.object({ n: z.number().max(10), unit: z.string().default('days') }),
      run: (args) => {
        seen.push(args);
        return 'planned';
      },
    });
    const { chat, session, server } = await start({
      plugins: [pluginWith('planner', [tool], { loading: 'always' })],
      script: [
        call('plan', { n: 11 }),
        { toolCalls: [{ name: 'plan', args: '{"n": 1' }] },
        call('plan', { n: 5 }),
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'plan');
    expect(server.requests[1]?.body.messages.at(-1)?.['content']).toMatch(/^Error: .*\n- n: /);
    expect(server.requests[2]?.body.messages.at(-1)?.['content']).toMatch(
      /^Error: The arguments of 'plan' are not a JSON object: \{"n": 1/,
    );
    expect(seen).toEqual([{ n: 5, unit: 'days' }]);
  });

  it('answers the third call with the same arguments instead of running it', async () => {
    let ran = 0;
    const again = defineTool({
      name: 'again',
      description: 'x',
      input: z.object({ a: z.number(), b: z.number() }),
      run: () => {
        ran += 1;
        return ran;
      },
    });
    const { chat, session, server } = await start({
      plugins: [pluginWith('loop', [again], { loading: 'always' })],
      script: [
        call('again', { a: 1, b: 2 }),
        call('again', { b: 2, a: 1 }),
        call('again', { a: 1, b: 2 }),
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'x');
    expect(ran).toBe(2);
    expect(server.requests[3]?.body.messages.at(-1)?.['content']).toContain('already called 2 times');
  });

  it('tries an idempotent tool once more after a transient failure, and no other', async () => {
    const counts = { safe: 0, unsafe: 0, wrong: 0 };
    const down = () => new OracleError('unavailable', { detail: 'down' });
    const safe = toolThat(
      'safe',
      () => {
        counts.safe += 1;
        if (counts.safe === 1) throw down();
        return 'up';
      },
      { idempotent: true },
    );
    const unsafe = toolThat('unsafe', () => {
      counts.unsafe += 1;
      throw down();
    });
    const wrong = toolThat(
      'wrong',
      () => {
        counts.wrong += 1;
        throw new OracleError('not_found', { detail: 'nothing' });
      },
      { idempotent: true },
    );
    const { chat, session } = await start({
      plugins: [pluginWith('net', [safe, unsafe, wrong], { loading: 'always' })],
      script: [
        { toolCalls: ['safe', 'unsafe', 'wrong'].map((name) => ({ name, args: {} })) },
        { text: 'ok' },
      ],
    });
    const ended = toolEvents(await chat(await session(), 'x')).filter((e) => e.status !== 'running');
    expect(counts).toEqual({ safe: 2, unsafe: 1, wrong: 1 });
    expect(ended.map((e) => e.output ?? e.error)).toEqual(['up', 'down', 'nothing']);
  });

  it("gives the model an error's detail, fields and hint, and never a stack", async () => {
    const planned = toolThat('planned', () => {
      throw new OracleError('invalid_request', {
        detail: 'Bad period.',
        hint: 'Use 2024-Q1.',
        errors: [{ field: 'period', message: 'unknown' }],
      });
    });
    const defect = toolThat('defect', () => {
      throw new TypeError('x is undefined\n    at secret.js:1');
    });
    const { chat, session, server } = await start({
      plugins: [pluginWith('faulty', [planned, defect], { loading: 'always' })],
      script: [
        {
          toolCalls: [
            { name: 'planned', args: {} },
            { name: 'defect', args: {} },
          ],
        },
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'x');
    expect(server.requests[1]?.body.messages.slice(-2).map((m) => m['content'])).toEqual([
      'Error: Bad period.\n- period: unknown\nUse 2024-Q1.',
      'Error: x is undefined',
    ]);
  });

  it('stops a tool that takes too long, aborts its signal and goes on', async () => {
    let reason: unknown;
    const stuck = toolThat(
      'stuck',
      (_, rt) =>
        new Promise(() =>
          rt.signal.addEventListener('abort', () => {
            reason = rt.signal.reason;
          }),
        ),
      { timeoutMs: 20 },
    );
    const { chat, session, server } = await start({
      plugins: [pluginWith('s', [stuck], { loading: 'always' })],
      script: [call('stuck'), { text: 'ok' }],
    });
    const events = await chat(await session(), 'x');
    expect(server.requests[1]?.body.messages.at(-1)?.['content']).toBe(
      "Error: 'stuck' took longer than 0.02 s and was stopped.",
    );
    expect(reason).toMatchObject({ code: 'upstream_timeout' });
    expect(events.at(-1)).toMatchObject({ type: 'done' });
  });

  it("refuses data that does not fit the tool's output schema, and data that is no JSON", async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const wrong = toolThat('wrong', () => ({ n: 'one' }), { output: z.object({ n: z.number() }) });
    const loop = toolThat('loop', () => circular);
    const { chat, session } = await start({
      plugins: [pluginWith('o', [wrong, loop], { loading: 'always' })],
      script: [
        {
          toolCalls: [
            { name: 'wrong', args: {} },
            { name: 'loop', args: {} },
          ],
        },
        { text: 'ok' },
      ],
    });
    const errors = toolEvents(await chat(await session(), 'x')).filter((e) => e.status === 'error');
    expect(errors.map((e) => e.error)).toEqual([
      expect.stringContaining('- n: '),
      expect.stringContaining('cannot be written as JSON'),
    ]);
  });

  it('holds back a tool whose scope the caller lacks', async () => {
    let ran = false;
    const admin = toolThat(
      'wipe',
      () => {
        ran = true;
        return 'gone';
      },
      { scope: 'admin' },
    );
    const { chat, session } = await start({
      plugins: [pluginWith('a', [admin], { loading: 'always' })],
      script: [call('wipe'), { text: 'no' }],
    });
    const principal = { ...OWNER, scopes: new Set(['chat']) };
    const events = await chat(await session(), 'x', { principal });
    expect(ran).toBe(false);
    expect(toolEvents(events).at(-1)?.error).toContain("needs the scope 'admin'");
  });

  it('passes progress on as it happens, with the principal, the session and the attachments at hand', async () => {
    const probe = toolThat('probe', (_, rt) => {
      rt.progress('half way', 0.5);
      return {
        who: rt.principal.id,
        session: rt.sessionId,
        files: rt.attachments.length,
        call: rt.toolCallId,
      };
    });
    const { chat, session } = await start({
      plugins: [pluginWith('p', [probe], { loading: 'always' })],
      script: [call('probe', {}, 'call_p'), { text: 'ok' }],
    });
    const id = await session();
    const events = await chat(id, 'x', { attachments: [{ name: 'f', mimeType: 'text/plain', url: '/f' }] });
    expect(events).toContainEqual({ type: 'progress', id: 'call_p', message: 'half way', fraction: 0.5 });
    expect(toolEvents(events).at(-1)?.output).toEqual({
      who: OWNER.id,
      session: id,
      files: 1,
      call: 'call_p',
    });
  });

  it('cuts a huge result for the model with a visible notice, gives clients the whole, and reads on by offset', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `row ${i}`);
    const dump = toolThat('dump', () => ({ rows }));
    const whole = JSON.stringify({ rows });
    const { chat, session, server } = await start({
      plugins: [pluginWith('d', [dump], { loading: 'always' })],
      script: [
        call('dump', {}, 'big'),
        call('read_result', { id: 'big', offset: 32_768 }),
        { text: 'ok' },
        call('read_result', { id: 'big', offset: whole.length - 10 }),
        call('read_result', { id: 'nothing' }),
        { text: 'ok' },
      ],
    });
    const id = await session();
    const events = await chat(id, 'x');
    expect(toolEvents(events).find((e) => e.id === 'big' && e.status === 'done')?.output).toEqual({ rows });
    const cut = String(server.requests[1]?.body.messages.at(-1)?.['content']);
    expect(cut.slice(0, 32_768)).toBe(whole.slice(0, 32_768));
    expect(cut.length).toBeLessThan(33_200);
    expect(cut).toContain(`of ${whole.length} characters`);
    expect(cut).toContain('read_result({"id":"big","offset":32768})');
    expect(server.requests[0]?.body.tools?.map((t) => t.function.name)).not.toContain('read_result');
    expect(server.requests[1]?.body.tools?.at(-1)?.function.name).toBe('read_result');
    const page = String(server.requests[2]?.body.messages.at(-1)?.['content']);
    expect(page.startsWith(whole.slice(32_768, 60_000))).toBe(true);
    expect(page).toMatch(/\[Characters 32768 to \d+ of \d+; read on with offset \d+\]$/);
    // A later run of the same thread reads it from the stored events.
    await chat(id, 'the end?');
    expect(String(server.requests[4]?.body.messages.at(-1)?.['content'])).toContain(
      `${whole.slice(-10)}\n\n[Characters`,
    );
    expect(String(server.requests[5]?.body.messages.at(-1)?.['content'])).toContain(
      "'nothing' is not kept any more",
    );
    expect(events.filter((e) => e.type === 'capability')).toEqual([]);
  });

  it("binds the tools that a request brings for that run only, and never lets them shadow the oracle's own", async () => {
    const bring = pluginWith('client', [], {
      loading: 'silent',
      contribution: {
        requestTools: ({ tools }) => tools.map((name) => toolThat(String(name), () => 'from the request')),
      },
    });
    const { chat, session, server } = await start({
      plugins: [bring],
      script: [call('pick'), { text: 'ok' }, { text: 'ok' }],
    });
    const id = await session();
    const events = await chat(id, 'x', { tools: ['pick', 'load_capability'] });
    expect(toolEvents(events).at(-1)).toMatchObject({
      name: 'pick',
      plugin: 'client',
      output: 'from the request',
    });
    await chat(id, 'y');
    expect(server.requests.map((r) => r.body.tools?.map((t) => t.function.name))).toEqual([
      ['list_capabilities', 'load_capability', 'pick'],
      ['list_capabilities', 'load_capability', 'pick'],
      ['list_capabilities', 'load_capability'],
    ]);
  });

  it("lets plugins wrap model and tool calls in their order, inside the runtime's own layers", async () => {
    const trail: string[] = [];
    const wrapper = (name: string) =>
      pluginWith(name, [], {
        loading: 'silent',
        contribution: {
          middleware: [
            {
              name,
              wrapModelCall: async (c, next) => {
                trail.push(`${name} model ${c.step}`);
                return next(c);
              },
              wrapToolCall: async (c, next) => {
                trail.push(`${name} in`);
                const out = await next(c);
                trail.push(`${name} out ${out.status}`);
                return out;
              },
            },
          ],
        },
      });
    const { chat, session } = await start({
      plugins: [wrapper('outer'), wrapper('inner'), pluginWith('w', [getWeather], { loading: 'always' })],
      script: [
        {
          toolCalls: [
            { name: 'get_weather', args: { city: 'X' } },
            { name: 'get_weather', args: {} },
          ],
        },
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'x');
    expect(trail).toEqual([
      'outer model 1',
      'inner model 1',
      'outer in',
      'inner in',
      'inner out ok',
      'outer out ok',
      'outer model 2',
      'inner model 2',
    ]);
  });

  it('answers a middleware that calls next twice with an error that names it', async () => {
    const twice = pluginWith('twice', [getWeather], {
      loading: 'always',
      contribution: {
        middleware: [
          {
            name: 'twice',
            wrapToolCall: async (c, next) => {
              await next(c);
              return next(c);
            },
          },
        ],
      },
    });
    const { chat, session } = await start({
      plugins: [twice],
      script: [call('get_weather', { city: 'X' }), { text: 'ok' }],
    });
    expect(toolEvents(await chat(await session(), 'x')).at(-1)).toMatchObject({
      status: 'error',
      error: "The middleware 'twice' called next() twice.",
    });
  });
});

describe('list_capabilities and load_capability', () => {
  it('lists by name with loading mode and state, ranked for a query, and starts nothing', async () => {
    const { chat, session } = await start({
      plugins: [
        pluginWith('zebra', []),
        weather,
        pluginWith('base', [], { loading: 'always' }),
        pluginWith('quiet', [], { loading: 'silent' }),
      ],
      script: [
        {
          toolCalls: [
            { name: 'list_capabilities', args: {} },
            { name: 'list_capabilities', args: { query: 'weather' } },
          ],
        },
        { text: 'ok' },
      ],
    });
    const [all, ranked] = toolEvents(await chat(await session(), 'what can you do?')).filter(
      (e) => e.status === 'done',
    );
    expect(all?.output).toEqual({
      capabilities: [
        {
          name: 'zebra',
          title: 'The zebra',
          summary: 'Does zebra things.',
          loading: 'on-demand',
          loaded: false,
          tags: [],
        },
        {
          name: 'weather',
          title: 'The weather',
          summary: 'Does weather things.',
          loading: 'on-demand',
          loaded: false,
          tags: [],
        },
        {
          name: 'base',
          title: 'The base',
          summary: 'Does base things.',
          loading: 'always',
          loaded: true,
          tags: [],
        },
      ],
    });
    expect(ranked?.output).toMatchObject({ capabilities: [{ name: 'weather' }] });
  });

  it('loads many in one call: a known one, one that is loaded, a silent and an unknown one', async () => {
    const { chat, session, store } = await start({
      plugins: [
        weather,
        pluginWith('other', [toolThat('other_tool', () => 1)]),
        pluginWith('quiet', [], { loading: 'silent' }),
      ],
      script: [load('other'), load('weather', 'other', 'quiet', 'nonsense', 'weather'), { text: 'ok' }],
    });
    const id = await session();
    const events = await chat(id, 'x');
    expect(
      toolEvents(events)
        .filter((e) => e.status === 'done')
        .at(-1)?.output,
    ).toMatchObject({
      capabilities: [
        { name: 'weather', status: 'loaded' },
        { name: 'other', status: 'already_loaded', tools: [{ name: 'other_tool' }] },
        { name: 'quiet', status: 'error', error: expect.stringContaining("no capability 'quiet'") },
        { name: 'nonsense', status: 'error' },
      ],
    });
    expect(events.filter((e) => e.type === 'capability')).toEqual([
      { type: 'capability', loaded: ['other'] },
      { type: 'capability', loaded: ['weather'] },
    ]);
    expect(await store.threads.loadedPlugins(id)).toEqual(['other', 'weather']);
  });

  it('fails loudly when a load cannot be stored, and binds nothing', async () => {
    const { chat, session, store, server } = await start({
      plugins: [weather],
      script: [load('weather'), { text: 'sorry' }],
    });
    const add = store.threads.addLoadedPlugins;
    store.threads.addLoadedPlugins = async (id, names) => {
      if (names.includes('weather')) throw new OracleError('unavailable', { detail: 'The disk is full.' });
      return add(id, names);
    };
    const events = await chat(await session(), 'x');
    expect(toolEvents(events).at(-1)).toMatchObject({ status: 'error', error: 'The disk is full.' });
    expect(server.requests[1]?.body.tools?.map((t) => t.function.name)).toEqual([
      'list_capabilities',
      'load_capability',
    ]);
    expect(events.some((e) => e.type === 'capability')).toBe(false);
  });
});
