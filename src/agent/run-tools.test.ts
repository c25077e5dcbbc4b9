import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, OracleError } from '../plugin/index.js';
import { OWNER, toolEvents } from './testing/test-agent.js';
import { call, useTestAgents } from './testing/test-hooks.js';
import { getWeather, pluginWith, toolThat } from './testing/test-plugins.js';
import { toolSchema } from './tool-schema.js';

const start = useTestAgents();

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
            { name: 'hidden_tool', args: '{"n":1,"n":2}' },
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
        { toolCalls: [{ name: 'plan', args: '{"n": 7, "unit": "weeks", "n": 5}' }] },
        { toolCalls: [{ name: 'plan', args: '{"n": -9007199254740993}' }] },
        call('plan', { n: 5 }),
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'plan');
    expect(server.requests[1]?.body.messages.at(-1)?.['content']).toMatch(/^Error: .*\n- n: /);
    expect(server.requests[2]?.body.messages.at(-1)?.['content']).toMatch(
      /^Error: The arguments of 'plan' are not a JSON object: \{"n": 1/,
    );
    expect(server.requests[3]?.body.messages.at(-1)?.['content']).toMatch(
      /^Error: The arguments of 'plan' say 'n' twice/,
    );
    // JavaScript reads it as -9007199254740992: another id.
    expect(server.requests[4]?.body.messages.at(-1)?.['content']).toMatch(
      /^Error: The arguments of 'plan' have the number -9007199254740993 in 'n'/,
    );
    expect(seen).toEqual([{ n: 5, unit: 'days' }]);
  });

  it('gives a whole number that JavaScript cannot hold to no field as another one', async () => {
    const seen: unknown[] = [];
    const find = defineTool({
      name: 'find',
      description: 'Finds.',
      input: z.object({ id: z.string().optional(), page: z.coerce.number().optional() }),
      run: (args) => {
        seen.push(args);
        return 'found';
      },
    });
    const { chat, session, server } = await start({
      plugins: [pluginWith('finder', [find], { loading: 'always' })],
      script: [
        { toolCalls: [{ name: 'find', args: '{"id": 9007199254740993}' }] },
        { toolCalls: [{ name: 'find', args: '{"page": "9007199254740993"}' }] },
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'find');
    expect(seen).toEqual([{ id: '9007199254740993' }]);
    expect(server.requests[2]?.body.messages.at(-1)?.['content']).toMatch(
      /^Error: The arguments of 'find' have the number 9007199254740993 in 'page'/,
    );
  });

  it('refuses arguments that no field takes, at any depth, and says so in the schema', async () => {
    const seen: unknown[] = [];
    const tool = defineTool({
      name: 'design',
      description: 'Designs.',
      input: z.object({
        dropoutRate: z.number().optional(),
        strata: z.array(z.object({ name: z.string(), weight: z.number().optional() })).default([]),
      }),
      run: (args) => {
        seen.push(args);
        return 'designed';
      },
    });
    const { chat, session, server } = await start({
      plugins: [pluginWith('planner', [tool], { loading: 'always' })],
      script: [
        call('design', { dropout: 0.15, strata: [{ name: 'a', wieght: 1 }] }),
        call('list_capabilities', { qery: 'x' }),
        call('design', { dropoutRate: 0.15 }),
        { text: 'ok' },
      ],
    });
    await chat(await session(), 'design');
    const answers = server.requests.slice(1).map(({ body }) => body.messages.at(-1)?.['content']);
    expect(answers[0]).toBe(
      [
        "Error: The arguments of 'design' do not fit its schema:",
        '- strata.0.wieght: is no field; did you mean `weight`?',
        '- dropout: is no field; did you mean `dropoutRate`?',
        'Mend these fields and call it again.',
      ].join('\n'),
    );
    expect(answers[1]).toContain('- qery: is no field; did you mean `query`?');
    expect(seen).toEqual([{ dropoutRate: 0.15, strata: [] }]);
    expect(toolSchema(tool).parameters).toMatchObject({
      additionalProperties: false,
      properties: { strata: { items: { additionalProperties: false } } },
    });
  });

  it('says to the model that its arguments nest too deep, whatever tool it calls', async () => {
    const deep = `{"names":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    const { chat, session, server } = await start({
      plugins: [pluginWith('garden', [toolThat('dig', () => 'dug')], { loading: 'always' })],
      script: [
        { toolCalls: [{ name: 'load_capability', args: deep }] },
        { toolCalls: [{ name: 'dig', args: deep }] },
        { text: 'ok' },
      ],
    });
    expect((await chat(await session(), 'dig')).at(-1)).toMatchObject({ type: 'done' });
    for (const request of server.requests.slice(1)) {
      expect(request.body.messages.at(-1)?.['content']).toMatch(/ nest deeper than 100 levels\./);
    }
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
    expect(toolEvents(events).at(-1)?.error).toContain("lacks the scope 'admin'");
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

  it('cuts no character of a huge result in two', async () => {
    const whole = `${'x'.repeat(32_767)}😀${'y'.repeat(10)}`;
    const { chat, session, server } = await start({
      plugins: [pluginWith('d', [toolThat('dump', () => whole)], { loading: 'always' })],
      script: [call('dump', {}, 'big'), call('read_result', { id: 'big', offset: 32_767 }), { text: 'ok' }],
    });
    await chat(await session(), 'x');
    const [cut, rest] = [1, 2].map((i) => String(server.requests[i]?.body.messages.at(-1)?.['content']));
    expect(cut?.startsWith(`${'x'.repeat(32_767)}\n\n[Cut: the first 32767 of`)).toBe(true);
    expect(cut).toContain('read_result({"id":"big","offset":32767})');
    expect(rest?.startsWith(`😀${'y'.repeat(10)}`)).toBe(true);
  });

  it('cuts no character in two where a result is read on', async () => {
    const whole = `${'x'.repeat(32_511)}😀${'y'.repeat(1_000)}`;
    const { chat, session, server } = await start({
      plugins: [pluginWith('d', [toolThat('dump', () => whole)], { loading: 'always' })],
      script: [call('dump', {}, 'big'), call('read_result', { id: 'big', offset: 0 }), { text: 'ok' }],
    });
    await chat(await session(), 'x');
    const page = String(server.requests[2]?.body.messages.at(-1)?.['content']);
    expect(page).toMatch(/^x+\n\n\[Characters 0 to 32511 of 33513; read on with offset 32511\]$/);
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

  it('lets a tool word its result for the model, also when that is read on later', async () => {
    const words = 'word '.repeat(10_000);
    const tool = toolThat('tell', () => ({ secret: 'for clients alone' }), { render: () => words });
    const { chat, session, server } = await start({
      plugins: [pluginWith('d', [tool], { loading: 'always' })],
      script: [
        call('tell', {}, 'told'),
        { text: 'ok' },
        call('read_result', { id: 'told', offset: 49_990 }),
        { text: 'ok' },
      ],
    });
    const id = await session();
    const events = await chat(id, 'x');
    expect(toolEvents(events).at(-1)?.output).toEqual({ secret: 'for clients alone' });
    expect(String(server.requests[1]?.body.messages.at(-1)?.['content']).startsWith('word word ')).toBe(true);
    await chat(id, 'the end?');
    expect(String(server.requests[3]?.body.messages.at(-1)?.['content'])).toContain(
      'word word \n\n[Characters 49990',
    );
    expect(server.requests.map(({ text }) => text).join()).not.toContain('for clients alone');
  });

  it('binds the tools that a request brings for that run only', async () => {
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
    const events = await chat(id, 'x', { tools: ['pick'] });
    expect(toolEvents(events).at(-1)).toMatchObject({
      name: 'pick',
      plugin: 'client',
      output: 'from the request',
    });
    await chat(id, 'y');
    expect(server.requests.map((r) => r.body.tools?.map((t) => t.function.name))).toEqual([
      ['list_capabilities', 'load_capability', 'undo_last_change', 'pick'],
      ['list_capabilities', 'load_capability', 'undo_last_change', 'pick'],
      ['list_capabilities', 'load_capability', 'undo_last_change'],
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

it('a tool that cannot say what it did has done it', async () => {
  const describe = () => {
    throw new Error('no words');
  };
  const mute = pluginWith('mute', [toolThat('do_it', () => 'done', { describe, title: 'Do it' })], {
    loading: 'always',
  });
  const agent = await start({ plugins: [mute], script: [call('do_it'), { text: 'ok' }] });
  const session = await agent.session();
  const events = toolEvents(await agent.chat(session, 'x'));
  expect(events.map(({ status }) => status)).toEqual(['running', 'done']);
  expect(await agent.store.threads.messages(session)).toContainEqual(
    expect.objectContaining({ role: 'tool', status: 'ok', change: { what: 'Do it' } }),
  );
});
