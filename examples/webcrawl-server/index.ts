import { installedChromium } from './browser.js';
import { webcrawlServer } from './server.js';

// npx tsx examples/webcrawl-server/index.ts
const { env } = process;
const executable = env['WEBCRAWL_CHROMIUM'] ?? installedChromium(env['PATH'] ?? '') ?? '';
const sandboxed = env['WEBCRAWL_CHROMIUM_SANDBOX'] !== 'off';
// Chromium cannot confine what it runs where it runs as root; a stranger's program is not run that way unasked.
const isUsed = executable !== '' && !(sandboxed && process.getuid?.() === 0);
const server = await webcrawlServer({
  port: Number(env['PORT'] ?? 8020),
  file: env['WEBCRAWL_FILE'] ?? 'webcrawl.sqlite',
  token: env['WEBCRAWL_TOKEN'] ?? '',
  trusted: new Set((env['WEBCRAWL_TRUSTED_HOSTS'] ?? '').split(',').filter((host) => host !== '')),
  ...(isUsed && { chromium: { executable, sandboxed } }),
  ...(env['WEBCRAWL_SEARCH_URL'] && { searchUrl: env['WEBCRAWL_SEARCH_URL'] }),
});
process.stdout.write(`WEBCRAWL_MCP_URL=${server.url}\n`);
process.stdout.write(`pages that need a browser: ${isUsed ? `by ${executable}` : 'refused'}\n`);
process.once('SIGTERM', () => void server.close());
process.once('SIGINT', () => void server.close());
