import { memoryServer } from './server.js';

// npx tsx examples/memory-server/index.ts, with MEMORY_ISSUERS=<DID of your oracle>
const { env } = process;
const port = Number(env['PORT'] ?? 8010);
const server = await memoryServer({
  file: env['MEMORY_FILE'] ?? 'memory.sqlite',
  port,
  issuers: (env['MEMORY_ISSUERS'] ?? '').split(',').map((each) => each.trim()),
  ...(env['MEMORY_AUDIENCE'] && { audience: env['MEMORY_AUDIENCE'] }),
  ...(env['MEMORY_EMBEDDINGS_URL'] && {
    embeddings: {
      url: env['MEMORY_EMBEDDINGS_URL'],
      model: env['MEMORY_EMBEDDINGS_MODEL'] ?? 'text-embedding-3-small',
      key: env['MEMORY_EMBEDDINGS_KEY'],
    },
  }),
});
process.stdout.write(`MEMORY_MCP_URL=${server.url}/mcp\nMEMORY_ENGINE_URL=${server.url}\n`);
process.once('SIGTERM', () => void server.close());
process.once('SIGINT', () => void server.close());
