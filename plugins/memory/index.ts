import { definePlugin, url } from 'oracle-runtime/plugin';
import { manifest } from './manifest.js';

export default definePlugin({
  name: 'memory',
  version: '1.0.0',
  manifest,
  env: {
    MEMORY_MCP_URL: url({ desc: 'MCP server (streamable HTTP) that keeps what people ask to be remembered' }),
    MEMORY_ENGINE_URL: url({ desc: 'Base URL of the engine that says what is remembered of a subject' }),
  },
  enabledBy: ['MEMORY_MCP_URL', 'MEMORY_ENGINE_URL'],
  scopes: { memory: 'read and change what is remembered of oneself' },
  async setup(ctx) {
    // Nothing of it is read where it is off.
    const { setupMemory } = await import('./setup.js');
    return setupMemory(ctx);
  },
});
