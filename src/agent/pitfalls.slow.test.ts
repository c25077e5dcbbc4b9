/** What agents on LangChain and LangGraph are known to get wrong; each test shows that this one does not. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OWNER, textOf, toolEvents } from './testing/test-agent.js';
import { call, terminals, useTestAgents } from './testing/test-hooks.js';
import { getWeather, pluginWith, toolThat, weather } from './testing/test-plugins.js';

const start = useTestAgents();
const alwaysWeather = pluginWith('weather', [getWeather], { loading: 'always' });

it('a run asks no host but the model, so it does not hang where there is no internet', async () => {
  const hosts = new Set<string>();
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => hosts.add(`${socket.remoteAddress}:${socket.remotePort}`));
  };
  subscribe('net.client.socket', onSocket);
  const { chat, session, server } = await start({
    plugins: [alwaysWeather],
    script: [call('get_weather', { city: 'X' }), { text: 'ok', usage: null }],
  });
  await chat(await session(), 'x');
  unsubscribe('net.client.socket', onSocket);
  expect([...hosts]).toEqual([new URL(server.url).host]);
});

it('messages and loaded capabilities do not multiply over the turns of a thread', async () => {
  const turns = 5;
  const { chat, session, store, server } = await start({
    plugins: [weather],
    script: [
      call('load_capability', { names: ['weather'] }),
      ...Array.from({ length: turns }, () => ({ text: 'ok' })),
    ],
  });
  const id = await session();
  for (let i = 0; i < turns; i += 1) await chat(id, `turn ${i}`);
  expect(await store.threads.messages(id)).toHaveLength(2 * turns + 2);
  expect(await store.threads.loadedPlugins(id)).toEqual(['weather']);
  expect(server.requests.at(-1)?.body.messages).toHaveLength(1 + 2 * turns + 1);
});

it('a thread starts from nothing: no state need be given', async () => {
  const { chat, session } = await start({ script: [{ text: 'hello' }] });
  expect(textOf(await chat(await session(), 'hi'))).toBe('hello');
});

it('two loads side by side in one turn both count', async () => {
  const { chat, session, store, server } = await start({
    plugins: [weather, pluginWith('other', [toolThat('other_tool', () => 1)])],
    script: [
      {
        toolCalls: [
          { name: 'load_capability', args: { names: ['other'] } },
          { name: 'load_capability', args: { names: ['weather'] } },
        ],
      },
      { text: 'ok' },
    ],
  });
  const id = await session();
  await chat(id, 'load both');
  expect(new Set(await store.threads.loadedPlugins(id))).toEqual(new Set(['weather', 'other']));
  expect(server.requests[1]?.body.tools).toHaveLength(5);
});

it('a tool that throws is a result that the model reads, with plugin middleware around it, and the run goes on', async () => {
  const broken = pluginWith(
    'broken',
    [
      toolThat('broken', () => {
        throw new Error('boom');
      }),
    ],
    {
      loading: 'always',
      contribution: { middleware: [{ name: 'pass', wrapToolCall: (c, next) => next(c) }] },
    },
  );
  const { chat, session, server } = await start({
    plugins: [broken],
    script: [call('broken'), { text: 'It failed.' }],
  });
  const events = await chat(await session(), 'x');
  expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool', content: 'Error: boom' });
  expect(events.at(-1)).toMatchObject({ type: 'done' });
});

it('a call that a cancel left without a result is answered before the next message reaches a strict model', async () => {
  const { chat, session, runs, read, server } = await start({
    plugins: [
      pluginWith('s', [toolThat('stuck', () => new Promise(() => undefined))], { loading: 'always' }),
    ],
    script: [
      {
        toolCalls: [
          { name: 'stuck', args: {}, id: 'a' },
          { name: 'stuck', args: { x: 1 }, id: 'b' },
        ],
      },
      { text: 'ok', expect: ({ body }) => assertAnswered(body.messages) },
    ],
  });
  const id = await session();
  const { runId } = await runs.start({ principal: OWNER, sessionId: id, message: 'x' });
  for await (const batch of runs.events(OWNER, id, runId, 0, new AbortController().signal)) {
    if (batch.some(({ event }) => event.type === 'tool_call')) break;
  }
  await runs.abort(OWNER, id);
  expect(terminals(await read(id, runId))).toEqual([{ type: 'cancelled' }]);
  await chat(id, 'y');
  server.assertComplete();
});

/** OpenAI's rule: every tool call is followed by its tool message before anything else. */
function assertAnswered(messages: readonly Readonly<Record<string, unknown>>[]): void {
  const open = new Set<unknown>();
  for (const message of messages) {
    if (message['role'] === 'tool') open.delete(message['tool_call_id']);
    else if (open.size > 0) throw new Error(`unanswered tool calls: ${[...open].join(', ')}`);
    for (const { id } of (message['tool_calls'] ?? []) as { id: string }[]) open.add(id);
  }
}

it('a hidden tool cannot be executed by guessing its name; the refusal names what to load', async () => {
  let ran = false;
  const { chat, session } = await start({
    plugins: [
      pluginWith('vault', [
        toolThat('open_vault', () => {
          ran = true;
          return 'gold';
        }),
      ]),
    ],
    script: [call('open_vault'), { text: 'ok' }],
  });
  const events = await chat(await session(), 'x');
  expect(ran).toBe(false);
  expect(toolEvents(events).at(-1)).toMatchObject({
    status: 'error',
    error: expect.stringContaining("'vault'"),
  });
});

it('middleware may change the tools that a model sees, without wrapping tool calls, and hand on another tool of the same name', async () => {
  const changed = { ...getWeather, run: () => 'replaced' };
  const plugin = pluginWith('changer', [getWeather], {
    loading: 'always',
    contribution: {
      middleware: [
        {
          name: 'fewer',
          wrapModelCall: (c, next) => next({ ...c, tools: c.tools.filter((t) => t.name === 'get_weather') }),
        },
        { name: 'other', wrapToolCall: (c, next) => next({ ...c, tool: changed }) },
      ],
    },
  });
  const { chat, session, server } = await start({
    plugins: [plugin],
    script: [call('get_weather', { city: 'X' }), { text: 'ok' }],
  });
  const events = await chat(await session(), 'x');
  expect(server.requests[0]?.body.tools?.map((t) => t.function.name)).toEqual(['get_weather']);
  expect(toolEvents(events).at(-1)).toMatchObject({ status: 'done', output: 'replaced' });
});

it('many steps do not throw: the limit ends in an answer, and the work is kept', async () => {
  const maxSteps = 40;
  const { chat, session, store } = await start({
    plugins: [alwaysWeather],
    models: { maxSteps },
    script: [
      ...Array.from({ length: maxSteps - 1 }, (_, i) => call('get_weather', { city: `city ${i}` })),
      { text: 'So far.' },
    ],
  });
  const id = await session();
  const events = await chat(id, 'x');
  expect(events.at(-1)).toMatchObject({ type: 'done', finishReason: 'limit' });
  expect(await store.threads.messages(id)).toHaveLength(1 + 2 * (maxSteps - 1) + 1);
});

it('the database grows with the conversation, not with its square', async () => {
  const turns = 60;
  // As models send it: token by token, each an event.
  const text = Array.from({ length: 250 }, (_, at) => `w${(at * 7919) % 1000} `.padEnd(8, '~'));
  const { chat, session, store, dataDir } = await start({
    plugins: [alwaysWeather],
    script: Array.from({ length: turns }, (_, i) => [
      call('get_weather', { city: `c${i}` }),
      { text },
    ]).flat(),
  });
  const id = await session();
  for (let i = 0; i < turns; i += 1) await chat(id, `turn ${i}`);
  const spoken = JSON.stringify(await store.threads.messages(id)).length;
  const files = (await readdir(dataDir)).filter((name) => name.includes('.db'));
  const sizes = await Promise.all(
    files
      .filter((name) => !name.endsWith('-wal') && !name.endsWith('-shm'))
      .map(async (name) => (await stat(join(dataDir, name))).size),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(5 * spoken);
}, 60_000);

it('two messages on one thread at the same time cannot overwrite each other', async () => {
  const { session, runs, read, store } = await start({ script: [{ text: 'first', delayMs: 30 }] });
  const id = await session();
  const { runId } = await runs.start({ principal: OWNER, sessionId: id, message: 'one' });
  await expect(runs.start({ principal: OWNER, sessionId: id, message: 'two' })).rejects.toMatchObject({
    code: 'run_active',
  });
  await read(id, runId);
  expect((await store.threads.messages(id)).map((m) => m.content)).toEqual(['one', 'first']);
});
