import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AnyTool, CapabilitySource, Logger, RunRequest } from '../plugin/index.js';
import { requestToolsOf } from './request-tools.js';
import { OWNER, toolEvents } from './testing/test-agent.js';
import { call, OTHER, useTestAgents } from './testing/test-hooks.js';
import { pluginWith, toolThat } from './testing/test-plugins.js';

const start = useTestAgents();
const SILENT = { error: () => undefined } as unknown as Logger;

/** A plugin that brings these tools with every request. */
function bringing(name: string, requestTools: (request: RunRequest) => readonly AnyTool[]) {
  return pluginWith(name, [], { loading: 'silent', contribution: { requestTools } });
}

const named = (name: string, more: Partial<AnyTool> = {}) => toolThat(name, () => 'from the request', more);
const wide = z.object(
  Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field_${i}`, z.string()])),
);

it.each([
  ['the name of a tool of the runtime', [named('load_capability')], 'load_capability', 'taken'],
  ['the name of a tool that is not loaded yet', [named('delete_all')], 'delete_all', 'taken'],
  ['the name of a tool that is there', [named('look')], 'look', 'taken'],
  ['one name twice', [named('pick'), named('pick')], 'pick', 'taken'],
  ['no name', [named('')], '', 'begins with a letter'],
  ['a name that begins with a digit', [named('1st')], '1st', 'begins with a letter'],
  ['a name with spaces', [named('pick one')], 'pick one', 'begins with a letter'],
  ['a name with an escape sequence', [named('a\u001b[2K')], 'a\\u{1b}[2K', 'begins with a letter'],
  ['a name of 65 characters', [named('x'.repeat(65))], 'x'.repeat(65), 'at most 64'],
  ['a long description', [named('pick', { description: 'x'.repeat(4_097) })], 'pick', '4096 characters'],
  ['a large schema', [named('pick', { input: wide })], 'pick', '65536 bytes'],
])('refuses a request that brings %s, before anything is stored', async (_what, tools, name, why) => {
  const agent = await start({
    plugins: [
      pluginWith('files', [toolThat('delete_all', () => 'gone')]),
      pluginWith('eyes', [toolThat('look', () => 'seen')], { loading: 'always' }),
      bringing('client', ({ metadata }) => (metadata['bare'] === true ? [] : tools)),
    ],
    script: [{ text: 'ok' }],
  });
  const session = await agent.session();
  const sent = agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
  await expect(sent).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ field: 'tools', message: expect.stringContaining(why) }],
  });
  await expect(sent).rejects.toMatchObject({ detail: expect.stringContaining(`'${name}'`) });
  expect(await agent.store.threads.messages(session)).toEqual([]);
  await agent.chat(session, 'without', { metadata: { bare: true } });
});

it('refuses more declarations than a message takes, however many tools they are', async () => {
  const agent = await start({
    plugins: [bringing('client', ({ tools }) => tools.map((_, at) => named(`tool_${at}`)))],
    script: [{ text: 'ok' }],
  });
  const session = await agent.session();
  const declared = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `tool_${at}`, description: 'x'.repeat(37_000) }));
  const sent = agent.runs.start({
    principal: OWNER,
    sessionId: session,
    message: 'x',
    tools: declared(100),
  });
  await expect(sent).rejects.toMatchObject({
    code: 'payload_too_large',
    errors: [{ field: 'tools', message: expect.stringContaining('262144') }],
  });
  expect(await agent.store.threads.messages(session)).toEqual([]);
  await agent.chat(session, 'x', { tools: declared(7) });
});

it('takes the names that clients use, up to the limits', async () => {
  const names = ['getTime', 'get-time', 'x'.repeat(64)];
  const tools = names.map((name) => named(name, { description: 'x'.repeat(4_096) }));
  const agent = await start({ plugins: [bringing('client', () => tools)], script: [{ text: 'ok' }] });
  await agent.chat(await agent.session(), 'x');
  const given = agent.server.requests[0]?.body.tools?.map((tool) => tool.function.name);
  expect(given).toEqual(expect.arrayContaining(names));
});

it('names the plugin that fails, tells its operator why, and leaves the session free', async () => {
  let broken = true;
  const plugin = bringing('client', () => {
    if (broken) throw new Error('cannot read the list');
    return [];
  });
  const agent = await start({ plugins: [plugin], script: [{ text: 'ok' }] });
  const session = await agent.session();
  await expect(agent.chat(session, 'x')).rejects.toMatchObject({
    code: 'internal',
    detail: "The plugin 'client' could not bring the tools of this request.",
  });
  expect(agent.log).toContainEqual(expect.objectContaining({ level: 'error' }));
  broken = false;
  await agent.chat(session, 'again');
});

it('asks no plugin about a session of someone else', async () => {
  const asked: string[] = [];
  const plugin = bringing('client', ({ sessionId }) => {
    asked.push(sessionId);
    return [];
  });
  const agent = await start({ plugins: [plugin] });
  const session = await agent.session(OTHER);
  await expect(agent.chat(session, 'x')).rejects.toMatchObject({ code: 'not_found' });
  expect(asked).toEqual([]);
});

it('gives a name back to the tool of a capability that comes up later', async () => {
  const source: CapabilitySource = {
    list: () => [
      { name: 'late', manifest: { title: 'Late', summary: 'Comes late.', whenToUse: ['when it is late'] } },
    ],
    load: async () => [toolThat('read_page', () => 'from the oracle')],
  };
  const agent = await start({
    plugins: [
      pluginWith('web', [], { loading: 'silent', contribution: { capabilitySources: [source] } }),
      bringing('client', () => [named('read_page')]),
    ],
    script: [
      call('read_page'),
      call('load_capability', { names: ['late'] }),
      call('read_page'),
      { text: 'ok' },
    ],
  });
  const events = toolEvents(await agent.chat(await agent.session(), 'x'));
  const outputs = events.filter(({ name, status }) => name === 'read_page' && status === 'done');
  expect(outputs.map(({ output }) => output)).toEqual(['from the request', 'from the oracle']);
});

it.each([
  ['never settles', () => new Promise<never>(() => undefined)],
  ['settles too late', () => sleep(5_000, [], { ref: false })],
])('does not wait for a plugin whose answer %s', async (_, requestTools) => {
  const plugin = bringing('slow', requestTools as unknown as () => readonly AnyTool[]);
  const boot = { plugins: [{ plugin, contribution: { requestTools } }] };
  const ask = requestToolsOf({
    boot: boot as unknown as Parameters<typeof requestToolsOf>[0]['boot'],
    catalog: { ownerOf: () => undefined },
    logger: SILENT,
    deadlineMs: 20,
  });
  await expect(ask?.({ principal: OWNER, sessionId: 's', message: 'x' })).rejects.toMatchObject({
    code: 'upstream_timeout',
    detail: "The plugin 'slow' did not bring the tools of this request within 0.02 s.",
  });
});
