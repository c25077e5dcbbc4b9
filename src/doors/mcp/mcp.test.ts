import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation, definePlugin, defineTool, OracleError } from '../../plugin/index.js';
import { startTestOracle, type TestClient, type TestOracle } from '../../testing/index.js';

const shed = { isOpen: false };
const plan = {
  uri: 'garden://plan.md',
  name: 'plan',
  title: 'The plan',
  description: 'What to plant.',
  mimeType: 'text/markdown',
  asPrompt: true,
} as const;
/** What middleware of plugins has seen. */
const diary: string[] = [];
const garden = definePlugin({
  name: 'garden',
  version: '1.0.0',
  manifest: { title: 'Garden', summary: 'Waters beds.', whenToUse: ['Dry beds'], tags: ['water'] },
  scopes: { 'garden/secret': 'the secret' },
  setup: () => ({
    textSources: [
      {
        template: { uri: 'garden://beds/{bed}', name: 'bed', title: 'A bed', description: 'One bed.' },
        list: async ({ name }) => {
          if (name === 'blind') throw new OracleError('forbidden', { detail: 'Not for you.' });
          return [plan];
        },
        read: async (uri) => {
          if (uri === plan.uri) return { content: Buffer.from('# Plan'), mimeType: plan.mimeType };
          if (uri.startsWith('garden://beds/')) return { content: Buffer.of(255), mimeType: 'image/png' };
          return undefined;
        },
      },
    ],
    middleware: [
      {
        name: 'garden-diary',
        wrapToolCall: (call, next) => {
          diary.push(call.call.name);
          return next(call);
        },
      },
    ],
    operations: [
      defineOperation({
        name: 'water_beds',
        title: 'Water beds',
        view: 'ui://garden/beds',
        description: 'Waters the beds.',
        effect: 'read',
        input: z.object({ beds: z.int() }),
        answer: { description: 'How much' },
        run: ({ beds }, { progress }) => {
          progress('Filling the can', 0.5);
          return { litres: beds * 10 };
        },
        summary: ({ litres }) => `${litres} litres`,
      }),
      defineOperation({
        name: 'open_shed',
        title: 'Open the shed',
        description: 'Opens the shed.',
        effect: 'destructive',
        input: z.object({ door: z.string() }),
        answer: { description: 'Nothing' },
        describe: ({ door }) => `Open the ${door} door`,
        run: () => {
          shed.isOpen = true;
          return {};
        },
      }),
    ],
    tools: [
      defineTool({
        name: 'tell_secret',
        description: 'Tells.',
        scope: 'garden/secret',
        input: z.object({}),
        run: () => 'blue',
      }),
    ],
  }),
});

const plots = definePlugin({
  name: 'plots',
  version: '1.0.0',
  capabilities: ['front', 'back'].map((name) => ({
    name,
    manifest: { title: name, summary: `The ${name} plot.`, whenToUse: ['Plots'] },
    operations: ['look_at'],
  })),
  setup: () => ({
    operations: [
      defineOperation({
        name: 'look_at',
        title: 'Look',
        description: 'Looks.',
        effect: 'read',
        input: z.object({}),
        answer: { description: 'Nothing' },
        run: () => ({}),
      }),
    ],
  }),
});

const vault = definePlugin({
  name: 'vault',
  version: '1.0.0',
  manifest: { title: 'Vault', summary: 'Holds.', whenToUse: ['Something is held'] },
  scopes: { vault: 'all of it' },
  setup: () => ({
    tools: [
      defineTool({
        name: 'open_vault',
        description: 'Opens.',
        scope: 'vault',
        input: z.object({}),
        run: () => 1,
      }),
    ],
  }),
});

let oracle: TestOracle;
let client: TestClient;
beforeAll(async () => {
  oracle = await startTestOracle({ plugins: [garden, vault, plots], script: [] });
});
afterAll(() => oracle.close());
beforeEach(() => {
  client = oracle.as(['chat']);
  shed.isOpen = false;
});

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};
async function ask(path: string, method: string, params: object = {}, meta: object = {}) {
  const answer = await client.post(
    path,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...META, ...meta } } },
    {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}),
      ...('uri' in params ? { 'Mcp-Name': String(params.uri) } : {}),
    },
  );
  const data = /^data: (.*)$/gm;
  const lines = [...answer.text.matchAll(data)].map((line) => JSON.parse(line[1] ?? ''));
  return lines.length > 0 ? lines.at(-1) : JSON.parse(answer.text);
}
const call = (path: string, name: string, args: object, more: object = {}) =>
  ask(path, 'tools/call', { name, arguments: args, ...more });

describe('MCP of 2026-07-28', () => {
  it('lists three tools for all capabilities, whatever was called before', async () => {
    const { result } = await ask('/mcp', 'tools/list');
    const names = result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['list_capabilities', 'load_capability', 'call_capability']);
    await call('/mcp', 'load_capability', { names: ['garden'] });
    expect((await ask('/mcp', 'tools/list')).result.tools).toHaveLength(3);
  });

  it('finds a capability, shows its tools, and calls them', async () => {
    const found = await call('/mcp', 'list_capabilities', { query: 'water' });
    expect(found.result.structuredContent.capabilities).toMatchObject([{ name: 'garden' }]);
    const loaded = await call('/mcp', 'load_capability', { names: ['garden', 'cellar'] });
    expect(loaded.result.structuredContent.capabilities).toMatchObject([
      { name: 'garden', tools: [{ name: 'water_beds' }, { name: 'open_shed' }] },
      { name: 'cellar', error: expect.any(String) },
    ]);
    const args = { capability: 'garden', tool: 'water_beds', args: { beds: 3 } };
    expect((await call('/mcp', 'call_capability', args)).result).toMatchObject({
      structuredContent: { summary: '30 litres', litres: 30 },
    });
    expect(diary).toContain('water_beds');
  });

  it('lists the tools of one capability as they are, with their hints', async () => {
    const { result } = await ask('/mcp/garden', 'tools/list');
    expect(result.tools).toMatchObject([
      { name: 'water_beds', annotations: { readOnlyHint: true } },
      { name: 'open_shed', annotations: { destructiveHint: true } },
    ]);
    expect((await call('/mcp/garden', 'water_beds', { beds: 2 })).result.structuredContent.litres).toBe(20);
  });

  it('refuses arguments that no field takes, whichever way they come, and lists that it does', async () => {
    const words = /- bedsCount: is no field; did you mean `beds`\?/;
    const textOf = ({ result }: { result: { isError?: boolean; content: { text: string }[] } }) => {
      expect(result.isError).toBe(true);
      return result.content[0]?.text;
    };
    const before = diary.length;
    const args = { beds: 2, bedsCount: 3 };
    expect(textOf(await call('/mcp/garden', 'water_beds', args))).toMatch(words);
    const called = { capability: 'garden', tool: 'water_beds', args };
    expect(textOf(await call('/mcp', 'call_capability', called))).toMatch(words);
    expect(textOf(await call('/mcp', 'call_capability', { ...called, params: args }))).toContain(
      '- params: is no field; there are: capability, tool, args',
    );
    expect(diary).toHaveLength(before);
    for (const path of ['/mcp', '/mcp/garden'])
      for (const { inputSchema } of (await ask(path, 'tools/list')).result.tools)
        expect(inputSchema.additionalProperties).toBe(false);
    const loaded = await call('/mcp', 'load_capability', { names: ['garden'] });
    for (const { parameters } of loaded.result.structuredContent.capabilities[0].tools)
      expect(parameters.additionalProperties).toBe(false);
  });

  it('lists a tool once that several capabilities of a plugin share', async () => {
    expect((await ask('/mcp/plots', 'tools/list')).result.tools).toMatchObject([{ name: 'look_at' }]);
  });

  it('shows and calls what the credential may, alone', async () => {
    client = oracle.as(['chat', 'garden/secret']);
    expect((await ask('/mcp/garden', 'tools/list')).result.tools).toHaveLength(3);
    expect((await call('/mcp/garden', 'tell_secret', {})).result.content).toEqual([
      { type: 'text', text: 'blue' },
    ]);
    client = oracle.as(['chat']);
    const args = { capability: 'garden', tool: 'tell_secret', args: {} };
    expect(JSON.stringify(await call('/mcp', 'call_capability', args))).not.toContain('blue');
    expect(await client.post('/mcp/vault', {})).toMatchObject({
      status: 403,
      json: { hint: expect.stringContaining('vault') },
    });
    expect((await oracle.anyone.post('/mcp', {})).status).toBe(401);
    expect((await oracle.as(['fs/read']).post('/mcp', {})).status).toBe(403);
  });

  it.each([
    ['accept', { approved: true }, true],
    ['accept', { approved: false }, false],
    ['decline', undefined, false],
  ])('asks before what asks, and %s %j decides', async (action, content, opened) => {
    const asked = await call('/mcp/garden', 'open_shed', { door: 'back' });
    expect(asked.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: { method: 'elicitation/create', params: { message: 'garden: Open the back door' } },
      },
    });
    expect(shed.isOpen).toBe(false);
    const answer = content === undefined ? { action } : { action, content };
    const { requestState } = asked.result;
    const more = { inputResponses: { confirm: answer }, requestState };
    await call('/mcp/garden', 'open_shed', { door: 'back' }, more);
    expect(shed.isOpen).toBe(opened);
  });

  it.each([{}, { elicitation: { url: {} } }])(
    'tells a client that cannot ask what would be done: %j',
    async (able) => {
      const none = { 'io.modelcontextprotocol/clientCapabilities': able };
      const open = { name: 'open_shed', arguments: { door: 'back' } };
      expect((await ask('/mcp/garden', 'tools/call', open, none)).result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^garden: Open the back door\. .*Nothing was done/) }],
      });
      expect(shed.isOpen).toBe(false);
    },
  );

  it('names arguments that stand at the wrong place', async () => {
    const wrong = { capability: 'garden', tool: 'water_beds', arguments: { beds: 3 } };
    expect(JSON.stringify(await call('/mcp', 'call_capability', wrong))).toContain('arguments');
  });

  it('takes few messages at once', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const batch = (count: number) =>
      client.post(
        '/mcp/garden',
        Array.from({ length: count }, (_, id) => ({ ...list, id })),
        { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-03-26' },
      );
    expect((await batch(10)).status).toBe(200);
    expect((await batch(11)).status).toBe(400);
  });

  it('counts each message of a batch against the limit of a key', async () => {
    const limit = { name: 'few', scopes: ['chat'], requestsPerMinute: 12 };
    const key = (await oracle.owner.post('/keys', limit)).at('secret');
    const statusOf = async (count: number) =>
      (
        await oracle.anyone.post(
          '/mcp/garden',
          Array.from({ length: count }, (_, id) => ({
            jsonrpc: '2.0',
            id,
            method: 'tools/list',
            params: {},
          })),
          {
            Authorization: `Bearer ${key}`,
            Accept: 'application/json, text/event-stream',
            'MCP-Protocol-Version': '2025-03-26',
          },
        )
      ).status;
    expect([await statusOf(10), await statusOf(2), await statusOf(1)]).toEqual([200, 200, 429]);
  });

  it('takes no yes for another call, of another person, or made up', async () => {
    const asked = await call('/mcp/garden', 'open_shed', { door: 'back' });
    const yes = { inputResponses: { confirm: { action: 'accept', content: { approved: true } } } };
    const { requestState } = asked.result;
    await call('/mcp/garden', 'open_shed', { door: 'front' }, { ...yes, requestState });
    await call('/mcp/garden', 'open_shed', { door: 'back' }, yes);
    await call('/mcp/garden', 'open_shed', { door: 'back' }, { ...yes, requestState: `${requestState}x` });
    client = oracle.as(['chat']);
    await call('/mcp/garden', 'open_shed', { door: 'back' }, { ...yes, requestState });
    expect(shed.isOpen).toBe(false);
  });

  it('takes one yes for one call, and none after a no', async () => {
    const yes = { confirm: { action: 'accept', content: { approved: true } } };
    const first = (await call('/mcp/garden', 'open_shed', { door: 'back' })).result;
    const more = { inputResponses: yes, requestState: first.requestState };
    await call('/mcp/garden', 'open_shed', { door: 'back' }, more);
    expect(shed.isOpen).toBe(true);
    const { decisions } = (await client.get('/approvals/decisions')).json;
    expect(decisions).toMatchObject([{ tool: 'open_shed', decision: 'approved', sessionId: 'mcp' }]);
    shed.isOpen = false;
    expect((await call('/mcp/garden', 'open_shed', { door: 'back' }, more)).result).toMatchObject({
      resultType: 'input_required',
    });
    const second = (await call('/mcp/garden', 'open_shed', { door: 'back' })).result;
    const no = { inputResponses: { confirm: { action: 'decline' } }, requestState: second.requestState };
    const declined = await call('/mcp/garden', 'open_shed', { door: 'back' }, no);
    expect(declined.result).toMatchObject({ isError: true });
    const late = { inputResponses: yes, requestState: second.requestState };
    await call('/mcp/garden', 'open_shed', { door: 'back' }, late);
    expect(shed.isOpen).toBe(false);
  });

  it('tells a fault of the arguments in the words of every other door', async () => {
    const textOf = async (path: string, tool: string, args: object) =>
      (await call(path, tool, args)).result.content[0].text;
    const words =
      "The arguments of 'water_beds' do not fit its schema:\n- beds: must be a number, not string";
    const wrong = { beds: 'three' };
    expect(await textOf('/mcp/garden', 'water_beds', wrong)).toBe(words);
    const through = { capability: 'garden', tool: 'water_beds', args: wrong };
    expect(await textOf('/mcp', 'call_capability', through)).toBe(words);
    expect(await textOf('/mcp/garden', 'water_beds', {})).toContain('- beds: required, number');
    expect(await textOf('/mcp', 'load_capability', {})).toBe(
      "The arguments of 'load_capability' do not fit its schema:\n- names: required, array",
    );
    expect((await call('/mcp', 'list_capabilities', { query: 5 })).result).toMatchObject({ isError: true });
  });

  it('names the capabilities that there are', async () => {
    expect(await client.post('/mcp/gardn', {})).toMatchObject({
      status: 404,
      json: { detail: expect.stringContaining("Did you mean 'garden'?") },
    });
  });
});

describe('what there is to read over MCP', () => {
  it('is a resource, by a list or a template, and may begin a talk', async () => {
    const { resources } = (await ask('/mcp/garden', 'resources/list')).result;
    expect(resources).toMatchObject([{ uri: 'garden://plan.md', name: 'plan', mimeType: 'text/markdown' }]);
    expect((await ask('/mcp', 'resources/templates/list')).result.resourceTemplates).toMatchObject([
      { uriTemplate: 'garden://beds/{bed}', name: 'bed' },
    ]);
    const read = (uri: string) => ask('/mcp', 'resources/read', { uri });
    expect((await read('garden://plan.md')).result.contents).toEqual([
      { uri: 'garden://plan.md', mimeType: 'text/markdown', text: '# Plan' },
    ]);
    expect((await read('garden://beds/7')).result.contents).toMatchObject([{ blob: '/w==' }]);
    expect((await read('garden://nothing')).error).toMatchObject({ code: expect.any(Number) });
    expect((await ask('/mcp', 'prompts/list')).result.prompts).toMatchObject([{ name: 'plan' }]);
    const prompt = await ask('/mcp', 'prompts/get', { name: 'plan' });
    expect(prompt.result.messages).toEqual([{ role: 'user', content: { type: 'text', text: '# Plan' } }]);
    expect((await ask('/mcp', 'prompts/get', { name: 'none' })).error.code).toBe(-32602);
  });

  it('is nothing where the credential may see nothing, or the plugin offers none', async () => {
    client = oracle.as(['chat'], { name: 'blind' });
    expect((await ask('/mcp/garden', 'resources/list')).result.resources).toEqual([]);
    expect((await ask('/mcp/plots', 'resources/list')).error).toMatchObject({ code: -32601 });
  });

  it('has a page for what a tool answers', async () => {
    const { tools } = (await ask('/mcp/garden', 'tools/list')).result;
    expect(tools[0]._meta.ui).toEqual({ resourceUri: 'ui://garden/beds' });
  });
});

it('tells who comes without a credential where to read how to get one', async () => {
  const { status, headers } = await oracle.anyone.post('/mcp', {});
  const challenge = headers.get('www-authenticate') ?? '';
  const url = /^Bearer resource_metadata="(.+)"$/.exec(challenge)?.[1] ?? '';
  expect([status, url]).toEqual([401, `${oracle.url}/.well-known/oauth-protected-resource/mcp`]);
  expect(await (await fetch(url)).json()).toMatchObject({
    resource: `${oracle.url}/mcp`,
    bearer_methods_supported: ['header'],
  });
  const of = (path: string) => fetch(`${oracle.url}/.well-known/oauth-protected-resource${path}`);
  expect(await (await of('/mcp/garden')).json()).toMatchObject({ resource: `${oracle.url}/mcp/garden` });
  expect([(await of('')).status, (await of('/elsewhere')).status]).toEqual([200, 404]);
});

describe('MCP of 2025', () => {
  async function connect(path: string): Promise<Client> {
    const transport = new StreamableHTTPClientTransport(new URL(oracle.url + path), {
      requestInit: { headers: { ...(await client.credential()) } },
    });
    const connected = new Client({ name: 'test', version: '1' });
    await connected.connect(transport as never);
    return connected;
  }

  it('is served to clients of the SDK of its time, with progress', async () => {
    const connected = await connect('/mcp/garden');
    const progress: unknown[] = [];
    const onprogress = (told: unknown) => progress.push(told);
    const result = await connected.callTool({ name: 'water_beds', arguments: { beds: 4 } }, undefined, {
      onprogress,
    });
    expect(result).toMatchObject({ structuredContent: { litres: 40 } });
    expect(progress).toEqual([{ progress: 0.5, total: 1, message: 'Filling the can' }]);
    await connected.close();
  });

  it('says that it cannot ask there, and does nothing', async () => {
    const connected = await connect('/mcp');
    const result = await connected.callTool({
      name: 'call_capability',
      arguments: { capability: 'garden', tool: 'open_shed', args: { door: 'back' } },
    });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain('Open the back door');
    expect(shed.isOpen).toBe(false);
    await connected.close();
  });
});
