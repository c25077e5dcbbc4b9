import { alignRows, printable } from 'oracle-runtime/kit';
import { type CommandIo, type OracleAddress, type OracleConnection, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { refusedInWords } from '../servers/health.js';

const serversSchema = z.object({
  servers: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      reason: z.string().optional(),
      tools: z.array(z.string()),
      waiting: z.array(z.string()),
      refused: z.array(z.object({ reason: z.string() })).default([]),
    }),
  ),
});
const changesSchema = z.object({
  server: z.string(),
  digest: z.string(),
  changes: z.array(z.object({ tool: z.string(), kind: z.string(), diff: z.array(z.string()) })),
});

/** `oracle mcp list` */
export function listServers(address: OracleAddress, io: CommandIo): Promise<number> {
  return withOracle(address, io, async (oracle) => {
    const servers = await serversOf(oracle);
    if (servers.length === 0) {
      io.stderr('No MCP servers: name them in oracle.config.json under mcpServers.\n');
      return 0;
    }
    const rows = servers.map(({ name, state, reason, tools, waiting, refused }) => [
      name,
      state,
      `${tools.length}`,
      waiting.length === 0 ? '' : `${waiting.length}`,
      printable(reason ?? refusedInWords(refused) ?? ''),
    ]);
    io.stdout(alignRows([['SERVER', 'STATE', 'TOOLS', 'WAITING', 'WHY'], ...rows]));
    return 0;
  });
}

/** `oracle mcp diff [server]`: of one server, or of all that have changed. */
export function showChanges(
  server: string | undefined,
  address: OracleAddress,
  io: CommandIo,
): Promise<number> {
  return withOracle(address, io, async (oracle) => {
    const waiting = (await serversOf(oracle)).filter((each) => each.waiting.length > 0);
    const names = server === undefined ? waiting.map(({ name }) => name) : [server];
    let count = 0;
    for (const name of names) {
      const { changes, digest } = await changesOf(oracle, name);
      count += changes.length;
      for (const { tool, kind, diff } of changes) {
        io.stdout(`${name} ${printable(tool)} (${kind})\n`);
        io.stdout(diff.map((line) => `${printable(line)}\n`).join(''));
      }
      if (changes.length > 0) io.stdout(`To accept this: oracle mcp accept ${name} ${digest}\n`);
    }
    if (count === 0) io.stderr('Nothing has changed since it was accepted.\n');
    return 0;
  });
}

/** `oracle mcp accept <server> <digest> [tools...]` */
export function acceptChanges(
  server: string,
  digest: string,
  tools: readonly string[],
  address: OracleAddress,
  io: CommandIo,
): Promise<number> {
  return withOracle(address, io, async (oracle) => {
    const response = await oracle.request('POST', pathOf(server), {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ digest, ...(tools.length > 0 && { tools }) }),
    });
    const { changes } = changesSchema.parse(await response.json());
    io.stdout(
      changes.length === 0 ? 'Accepted; nothing is left.\n' : `Accepted; ${changes.length} still wait.\n`,
    );
    return 0;
  });
}

async function serversOf(oracle: OracleConnection) {
  const response = await oracle.request('GET', '/mcp-servers');
  return serversSchema.parse(await response.json()).servers;
}

async function changesOf(oracle: OracleConnection, server: string) {
  const response = await oracle.request('GET', pathOf(server));
  return changesSchema.parse(await response.json());
}

const pathOf = (server: string) => `/mcp-servers/${encodeURIComponent(server)}/changes`;
