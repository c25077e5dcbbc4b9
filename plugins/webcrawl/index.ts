import { definePlugin, str, url } from 'oracle-runtime/plugin';
import { Files } from '../vfs/service.js';
import { manifest } from './manifest.js';

export default definePlugin({
  name: 'webcrawl',
  version: '1.0.0',
  manifest,
  softDependsOn: ['vfs'],
  env: {
    WEBCRAWL_MCP_URL: url({ desc: 'MCP server (streamable HTTP) that searches the web and reads its pages' }),
    WEBCRAWL_MCP_TOKEN: str({ default: '', desc: 'Bearer token of that server' }),
  },
  enabledBy: ['WEBCRAWL_MCP_URL'],
  scopes: { webcrawl: 'search the web and read its pages' },
  async setup(ctx) {
    const files = ctx.use(Files);
    // Nothing of it is read where it is off.
    const { setupWebcrawl } = await import('./setup.js');
    return setupWebcrawl(ctx, files);
  },
});
