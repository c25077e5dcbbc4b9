import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type CapabilitySource,
  definePlugin,
  defineTool,
  OracleError,
  type RunEvent,
} from '../plugin/index.js';
import { OWNER, textOf, toolEvents } from './testing/test-agent.js';
import { call, useTestAgents } from './testing/test-hooks.js';

const start = useTestAgents();
const called = (events: readonly RunEvent[], name: string) =>
  toolEvents(events).findLast((event) => event.name === name);

/** A plugin whose one capability comes and goes. */
function source() {
  const state = { there: true };
  const echo = defineTool({
    name: 'github_echo',
    description: 'Says it again.',
    input: z.object({ text: z.string() }),
    run: ({ text }) => ({ text }),
  });
  const one: CapabilitySource = {
    list: (principal) =>
      state.there && principal.id === OWNER.id
        ? [{ name: 'mcp/github', manifest: { title: 'GitHub', summary: 'Issues.', whenToUse: ['issues'] } }]
        : [],
    load: async (name) => {
      if (!state.there) throw new OracleError('unavailable', { detail: `${name} hung up.` });
      return [echo];
    },
  };
  const plugin = definePlugin({
    name: 'mcp',
    version: '1.0.0',
    manifest: { title: 'MCP', summary: 'Servers.', whenToUse: [], loading: 'silent' },
    setup: () => ({ capabilitySources: [one] }),
  });
  return { plugin, state };
}

const load = call('load_capability', { names: ['mcp/github'] });
const echo = (text: string) => call('github_echo', { text });

describe('a capability that came up after the boot', () => {
  it('is listed to whom it is offered, loaded, called and bound again in the next run', async () => {
    const { plugin } = source();
    const { chat, session, store, server } = await start({
      plugins: [plugin],
      script: [
        call('list_capabilities', { query: 'issues' }),
        load,
        echo('hi'),
        { text: 'said' },
        echo('again'),
        { text: 'said again' },
      ],
    });
    const id = await session();
    const events = await chat(id, 'issues');
    expect(textOf(events)).toBe('said');
    expect(events).toContainEqual({ type: 'capability', loaded: ['mcp/github'] });
    expect(called(events, 'list_capabilities')?.output).toMatchObject({
      capabilities: [{ name: 'mcp/github', title: 'GitHub', loading: 'on-demand', loaded: false }],
    });
    expect(await store.threads.loadedPlugins(id)).toEqual(['mcp/github']);
    const next = await chat(id, 'again');
    expect(called(next, 'github_echo')).toMatchObject({
      plugin: 'mcp',
      status: 'done',
      output: { text: 'again' },
    });
    expect(server.requests.at(-1)?.body.tools).toHaveLength(4);
  });

  it('stays bound when its source is gone, and its tools say so', async () => {
    const { plugin, state } = source();
    const { chat, session, server } = await start({
      plugins: [plugin],
      script: [load, { text: 'loaded' }, echo('hi'), { text: 'it is gone' }],
    });
    const id = await session();
    await chat(id, 'load it');
    state.there = false;
    const events = await chat(id, 'use it');
    expect(called(events, 'github_echo')).toMatchObject({
      status: 'error',
      error: expect.stringContaining("The capability 'mcp/github' is not there any more."),
    });
    expect(server.requests.at(-1)?.body.tools).toHaveLength(4);
  });

  it('is an error by name when it is not offered', async () => {
    const { plugin, state } = source();
    state.there = false;
    const { chat, session } = await start({ plugins: [plugin], script: [load, { text: 'no' }] });
    const events = await chat(await session(), 'load it');
    expect(called(events, 'load_capability')?.output).toMatchObject({
      capabilities: [{ name: 'mcp/github', status: 'error' }],
    });
  });
});
