import { describe, expect, it } from 'vitest';
import { call, load, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat, weather } from './testing/test-plugins.js';

const start = useTestAgents();

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
      ['list_capabilities', 'load_capability', 'undo_last_change', 'base_tool'],
      ['list_capabilities', 'load_capability', 'undo_last_change', 'base_tool', 'get_weather'],
      ['list_capabilities', 'load_capability', 'undo_last_change', 'base_tool', 'get_weather', 'extra_tool'],
      ['list_capabilities', 'load_capability', 'undo_last_change', 'base_tool', 'get_weather', 'extra_tool'],
      ['list_capabilities', 'load_capability', 'undo_last_change', 'base_tool', 'get_weather', 'extra_tool'],
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
      'undo_last_change',
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
