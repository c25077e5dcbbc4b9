/** The one client of MCP servers, for plugins that bring their tools, as `oracle-runtime/mcp`. */

export type { GuardedTool, GuardedTools, RefusedTool } from './guard-tools.js';
export type { McpLimits } from './limits.js';
export { createMcpClient, type McpCall, type McpClient, type McpClientOptions } from './mcp-client.js';
export type { McpContent, McpResult } from './result.js';
export type { McpAddress } from './transport.js';
export { UpstreamWatch } from './upstream-watch.js';
export { type Cleaner, hiding } from './without-secrets.js';
