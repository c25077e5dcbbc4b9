import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Server } from '../servers/server.js';

const serverView = z.object({
  name: z.string(),
  title: z.string(),
  state: z.enum(['off', 'starting', 'up', 'down']),
  reason: z.string().optional().describe('Why it is down or off'),
  tools: z.array(z.string()).describe('What its tools are called here'),
  waiting: z.array(z.string()).describe('Tools that are new or changed and wait for the operator'),
  refused: z.array(z.object({ tool: z.string(), reason: z.string() })).describe('Tools that cannot be used'),
});

/** `list_mcp_servers`, and `GET /mcp-servers`. */
export function listServersOperation(servers: readonly Server[]): AnyOperation {
  return defineOperation({
    name: 'list_mcp_servers',
    title: 'MCP servers',
    description: 'Lists the MCP servers of this oracle: whether each is up, why not, and its tools.',
    effect: 'read',
    scope: 'mcp',
    input: z.object({}),
    answer: { description: 'Servers', schema: z.object({ servers: z.array(serverView) }) },
    route: { method: 'get', path: '/mcp-servers' },
    run: () => ({ servers: servers.map(viewOf) }),
    summary: ({ servers: views }) => {
      if (views.length === 0) return 'No MCP server is configured.';
      return views.map(wordsOf).join(' ');
    },
  });
}

type View = z.output<typeof serverView>;

function viewOf({ settings, state, reason, accepted, waiting, refused }: Server): View {
  return {
    name: settings.name,
    title: settings.title,
    state,
    ...(reason === undefined ? {} : { reason }),
    tools: accepted.map(({ name }) => name),
    waiting: waiting.map(({ listed }) => listed.original),
    refused: refused.map(({ original, reason: why }) => ({ tool: original, reason: why })),
  };
}

function wordsOf({ title, state, reason, tools, waiting, refused }: View): string {
  const why = reason === undefined ? '' : ` (${reason.replace(/\.$/, '')})`;
  const held = waiting.length === 0 ? '' : `, ${waiting.length} waiting for the operator`;
  const left = refused.length === 0 ? '' : `, ${refused.length.toLocaleString('en')} that cannot be used`;
  return `${title} is ${state}${why}: ${tools.length} tools${held}${left}.`;
}
