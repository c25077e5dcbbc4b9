import { afterAll, beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type ScriptedMcp, scriptedMcp } from '../plugins/mcp/testing/scripted-mcp.js';
import { startTestOracle, type TestOracle } from '../src/testing/index.js';

const number = { type: 'number' };
const opened: { close(): Promise<void> }[] = [];
let oracle: TestOracle;
let server: ScriptedMcp;
beforeAll(async () => {
  server = await scriptedMcp([
    {
      name: 'sum',
      description: 'Adds two numbers.',
      inputSchema: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
      annotations: { readOnlyHint: true },
    },
    {
      name: 'transfer',
      description: 'Moves an amount from one person to another.',
      inputSchema: {
        type: 'object',
        properties: { from: { type: 'string' }, to: { type: 'string' }, amount: number },
        required: ['from', 'to', 'amount'],
      },
    },
  ]);
  opened.push(server);
  oracle = await startTestOracle({
    plugins: shippedPlugins,
    config: { mcpServers: { asks: server.server } },
  });
  opened.push(oracle);
}, 60_000);
afterAll(async () => {
  for (const each of opened.toReversed()) await each.close();
});

/** What is said in a chat of its own, once the server is up. */
async function said(text: string) {
  await expect
    .poll(async () => (await oracle.owner.get('/mcp-servers')).at('servers.0.state'), { timeout: 10_000 })
    .toBe('up');
  return (await oracle.chat()).say(text);
}

it.each([
  ['asks sum with a=2 and b=3', { a: 2, b: 3 }],
  ['asks sum with a 10 and b 4', { a: 10, b: 4 }],
  ['asks sum a 12,000 b 3', { a: 12_000, b: 3 }],
  ['sum with asks: a: 7, b: 9', { a: 7, b: 9 }],
])('without a model a tool that is named with its server wins over every other: %s', async (text, args) => {
  const turn = await said(text);
  expect(turn.toolCalls.at(-1)).toMatchObject({ name: 'asks_sum', args });
});

it('without a model calls it with no name that it does not have', async () => {
  const turn = await said('asks sum a 5 b 6 c 7');
  expect(turn.toolCalls.map(({ name }) => name)).not.toContain('asks_sum');
  expect(turn.text).toContain('“c 7”');
});

it.each([
  'asks transfer: Juma receives 250 from Amina',
  'asks transfer: Juma sent 250 to Amina',
  'asks transfer: Juma gave back 250 to Amina',
])('without a model takes no tale for the name of somebody: %s', async (text) => {
  const turn = await said(text);
  expect(turn.toolCalls.map(({ name }) => name)).not.toContain('asks_transfer');
  expect(JSON.stringify(turn)).not.toContain('"Juma ');
});
