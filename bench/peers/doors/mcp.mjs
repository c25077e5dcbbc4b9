// The same tools by MCP's own client of 2026: `node mcp.mjs <url> <key>`.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, key] = process.argv.slice(2);
const seen = { asked: [] };

async function connect(path) {
  const client = new Client(
    { name: 'peer', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    seen.asked.push(params.message);
    return { action: 'accept', content: { approved: true } };
  });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url + path), { requestInit }));
  return client;
}

const all = await connect('/mcp');
seen.version = all.getNegotiatedProtocolVersion();
seen.tools = (await all.listTools()).tools.map(({ name }) => name);
seen.found = (
  await all.callTool({ name: 'list_capabilities', arguments: {} })
).structuredContent.capabilities.map(({ name }) => name);
await all.close();

const garden = await connect('/mcp/garden');
seen.garden = (await garden.listTools()).tools.map(({ name }) => name);
seen.watered = (await garden.callTool({ name: 'water_beds', arguments: { beds: 3 } })).structuredContent;
seen.opened = (await garden.callTool({ name: 'unlock_shed', arguments: {} })).isError ?? false;
await garden.close();
console.log(JSON.stringify(seen));
