import { oneLine } from 'oracle-runtime/kit';
import type { HealthReport } from 'oracle-runtime/plugin';
import type { Server } from './server.js';

/** How the servers are, in one line; `degraded` while one is down, cannot be used or waits for the operator. */
export function healthOf(servers: readonly Server[]): HealthReport {
  if (servers.length === 0) return { status: 'ok', detail: 'no MCP servers are configured' };
  const troubles = servers.flatMap(troublesOf);
  const refused = servers.flatMap(refusedOf);
  if (troubles.length > 0) return { status: 'degraded', detail: [...troubles, ...refused].join('; ') };
  return refused.length === 0 ? { status: 'ok' } : { status: 'ok', detail: refused.join('; ') };
}

function refusedOf({ settings: { name }, refused }: Server): readonly string[] {
  const words = refusedInWords(refused);
  return words === undefined ? [] : [`${name}: ${words}`];
}

/** How many tools of a server cannot be used, and why the first of them cannot. */
export function refusedInWords(refused: readonly { readonly reason: string }[]): string | undefined {
  const [first] = refused;
  if (first === undefined) return undefined;
  return `${refused.length.toLocaleString('en')} ${refused.length === 1 ? 'tool' : 'tools'} cannot be used: ${oneLine(first.reason, 120)}`;
}

function troublesOf({ settings: { name, disabled }, reason, waiting }: Server): readonly string[] {
  if (disabled) return [];
  const waits = `${name}: ${waiting.length === 1 ? '1 tool waits' : `${waiting.length} tools wait`}, see \`oracle mcp diff ${name}\``;
  return [...(reason === undefined ? [] : [`${name}: ${reason}`]), ...(waiting.length === 0 ? [] : [waits])];
}
