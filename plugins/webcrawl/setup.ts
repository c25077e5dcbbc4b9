import { UpstreamWatch } from 'oracle-runtime/mcp';
import { type Contribution, OracleError, type PluginContext } from 'oracle-runtime/plugin';
import type { FileService } from '../vfs/service.js';
import { Crawler } from './crawler/crawler.js';
import { KeepPages } from './keeping/keep-pages.js';
import { readWebPageOperation } from './operations/read-web-page.js';
import { searchWebOperation } from './operations/search-web.js';

const NEEDED = ['web_search', 'web_scrape'];

type WebcrawlEnv = Readonly<Record<'WEBCRAWL_MCP_URL' | 'WEBCRAWL_MCP_TOKEN', string>>;

export function setupWebcrawl(
  ctx: Pick<PluginContext, 'clock' | 'logger' | 'signal'> & { readonly env: WebcrawlEnv },
  files: FileService | undefined,
): Contribution {
  const { env, clock, logger, signal } = ctx;
  const crawler = new Crawler({
    url: env.WEBCRAWL_MCP_URL,
    token: env.WEBCRAWL_MCP_TOKEN,
    clock,
    logger,
    signal,
  });
  const watch = new UpstreamWatch({
    name: 'webcrawl-server',
    logger,
    async look(signal) {
      const tools = await crawler.tools(signal);
      const missing = NEEDED.filter((name) => !tools.includes(name));
      if (missing.length > 0)
        throw new OracleError('upstream_failed', { detail: `The web server has no ${missing.join(', ')}.` });
    },
  });
  return {
    operations: [
      searchWebOperation(crawler, watch),
      readWebPageOperation({ crawler, watch, pages: new KeepPages(files, clock), clock }),
    ],
    health: () => watch.health,
    background: [watch.task],
    dispose: () => crawler.close(),
  };
}
