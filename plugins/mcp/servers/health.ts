import type { HealthReport } from 'oracle-runtime/plugin';
import type { Server } from './server.js';

/** How the servers are, in one line; `degraded` while one is down, cannot be used or waits for the operator. */
export function healthOf(servers: readonly Server[]): HealthReport {
  if (servers.length === 0) return { status: 'ok', detail: 'no MCP servers are configured' };
  const troubles = servers.flatMap(troublesOf);
  return troubles.length === 0 ? { status: 'ok' } : { status: 'degraded', detail: troubles.join('; ') };
}

function troublesOf({ settings: { name, disabled }, reason, waiting }: Server): readonly string[] {
  if (disabled) return [];
  const waits = `${name}: ${waiting.length === 1 ? '1 tool waits' : `${waiting.length} tools wait`}, see \`oracle mcp diff ${name}\``;
  return [...(reason === undefined ? [] : [`${name}: ${reason}`]), ...(waiting.length === 0 ? [] : [waits])];
}
