import { describe, expect, it } from 'vitest';
import { OracleError } from '../plugin/index.js';
import { toolEvents } from './testing/test-agent.js';
import { load, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat, weather } from './testing/test-plugins.js';

const start = useTestAgents();

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

  it('gives clients the schemas of the tools, and the model their names: it has the schemas in its tool list', async () => {
    const { chat, session, server } = await start({
      plugins: [weather],
      script: [load('weather'), { text: 'ok' }],
    });
    const events = await chat(await session(), 'x');
    const [entry] = toolEvents(events).flatMap((e) =>
      e.status === 'done'
        ? (e.output as { capabilities: { tools: { parameters: unknown }[] }[] }).capabilities
        : [],
    );
    const request = server.requests[1]?.body;
    const bound = request?.tools?.find((tool) => tool.function.name === 'get_weather')?.function;
    // A model is told of all tools at once that they take no other fields.
    expect({ ...bound?.parameters, additionalProperties: false }).toEqual(entry?.tools[0]?.parameters);
    expect(JSON.parse(String(request?.messages.at(-1)?.['content']))).toMatchObject({
      capabilities: [
        {
          name: 'weather',
          status: 'loaded',
          whenToUse: expect.any(Array),
          tools: [{ name: 'get_weather', description: bound?.description }],
        },
      ],
    });
    expect(String(request?.messages.at(-1)?.['content'])).not.toContain('parameters');
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
      'undo_last_change',
    ]);
    expect(events.some((e) => e.type === 'capability')).toBe(false);
  });
});
