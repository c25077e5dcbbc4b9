// One exchange with each of MCP's own clients, of 2026 and of 2025, over `<url>/mcp/garden`: `node mcp-transcript.mjs <sdk-1|sdk-2> <url> <key>`.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [kind, url, key] = process.argv.slice(2);
// SDK 2 says on standard output what it left out.
const print = console.log;
console.log = console.debug = console.info = () => {};
const who = { name: 'peer', version: '1' };
const at = new URL(`${url}/mcp/garden`);
const requestInit = { headers: { Authorization: `Bearer ${key}` } };
const read = { asked: [], progress: [] };
const seen = async (made) => {
  try {
    return await made();
  } catch (error) {
    return { thrown: error.code ?? error.name, message: error.message };
  }
};

let client;
if (kind === 'sdk-2') {
  const capabilities = { elicitation: { form: {} } };
  client = new Client(who, { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    read.asked.push(params.message);
    return { action: 'accept', content: { approved: true } };
  });
  await client.connect(new StreamableHTTPClientTransport(at, { requestInit }));
} else {
  client = new Client1(who);
  await client.connect(new Transport1(at, { requestInit }));
}
read.server = client.getServerVersion()?.name;
read.tools = (await client.listTools()).tools.map(({ name, annotations }) => [name, annotations]);
const call = (name, args) =>
  kind === 'sdk-2'
    ? client.callTool({ name, arguments: args })
    : client.callTool({ name, arguments: args }, undefined, { onprogress: (told) => read.progress.push(told) });
read.watered = (await call('water_beds', { beds: 3 })).structuredContent;
read.unfit = await call('water_beds', { beds: 'many', colour: 'red' });
read.unlocked = await call('unlock_shed', {});
read.unknown = await seen(() => call('dig', {}));
read.resources = await seen(() => client.listResourceTemplates());
await client.close();
print(JSON.stringify(read));
