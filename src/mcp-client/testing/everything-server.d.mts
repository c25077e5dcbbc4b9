import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

export function everythingServer(onCall?: (name: string) => void): McpServer;
