import { webcrawlServer } from './server.js';

// npx tsx examples/webcrawl-server/index.ts
const { env } = process;
const server = await webcrawlServer({
  port: Number(env['PORT'] ?? 8020),
  file: env['WEBCRAWL_FILE'] ?? 'webcrawl.sqlite',
  token: env['WEBCRAWL_TOKEN'] ?? '',
  trusted: new Set((env['WEBCRAWL_TRUSTED_HOSTS'] ?? '').split(',').filter((host) => host !== '')),
  ...(env['WEBCRAWL_SEARCH_URL'] && { searchUrl: env['WEBCRAWL_SEARCH_URL'] }),
});
process.stdout.write(`WEBCRAWL_MCP_URL=${server.url}\n`);
process.once('SIGTERM', () => void server.close());
process.once('SIGINT', () => void server.close());
