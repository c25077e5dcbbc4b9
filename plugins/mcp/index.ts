import { definePlugin } from 'oracle-runtime/plugin';
import { mcpCommands } from './commands/index.js';
import { mcpConfig } from './config/server-config.js';
import { serverSettings } from './config/server-settings.js';
import { manifest } from './manifest.js';
import { changesOperations } from './operations/changes.js';
import { listServersOperation } from './operations/list-servers.js';
import { healthOf } from './servers/health.js';
import { Server } from './servers/server.js';
import { serverCapabilities } from './servers/source.js';
import { watch } from './servers/watch.js';
import { migrations } from './store/migrations.js';
import { Pins } from './store/pins.js';

export default definePlugin({
  name: 'mcp',
  version: '1.0.0',
  manifest,
  section: 'mcpServers',
  config: mcpConfig,
  scopes: { mcp: 'use the tools of the MCP servers that the operator has connected' },
  migrations,
  commandGroup: { name: 'mcp', summary: 'MCP servers that this oracle uses', usual: 'list' },
  commands: mcpCommands,
  setup({ config, variable, database, clock, logger, signal }) {
    const pins = new Pins(database, clock);
    const servers = serverSettings(config, variable).map(
      (settings) => new Server(settings, { pins, clock, logger, signal }),
    );
    return {
      operations: [listServersOperation(servers), ...changesOperations(servers)],
      capabilitySources: servers.some(({ state }) => state !== 'off') ? [serverCapabilities(servers)] : [],
      health: () => healthOf(servers),
      background: servers.filter(({ state }) => state !== 'off').map((server) => watch(server, logger)),
      dispose: async () => {
        await Promise.all(servers.map((server) => server.close()));
      },
    };
  },
});
