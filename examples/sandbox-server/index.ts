import { sandboxServer } from './server.js';

// SANDBOX_TOKEN=<16 characters or more> npx tsx examples/sandbox-server/index.ts
const { env } = process;
try {
  const server = await sandboxServer({
    port: Number(env['PORT'] ?? 8030),
    token: env['SANDBOX_TOKEN'] ?? '',
  });
  process.stdout.write(`SANDBOX_MCP_URL=${server.url}/mcp\n`);
  process.once('SIGTERM', () => void server.close());
  process.once('SIGINT', () => void server.close());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
