import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'MCP servers',
  summary: 'Says which MCP servers this oracle is connected to, how they are and which tools they bring.',
  whenToUse: [
    'Someone asks which MCP servers or outside tools are connected',
    'Someone asks why an MCP server or its tools cannot be used',
  ],
  whenNotToUse: ['Using the tools of a server: each connected server is a capability of its own'],
  examples: [
    { user: 'Which MCP servers are connected?', tool: 'list_mcp_servers', args: {} },
    { user: 'Show the MCP servers', tool: 'list_mcp_servers', args: {} },
  ],
  tags: ['mcp', 'server', 'servers', 'tools', 'connected', 'connection', 'outside', 'external'],
  category: 'tools',
  loading: 'on-demand',
  stability: 'experimental',
};
