import {
  ADDRESS_OPTIONS,
  type CommandIo,
  type OracleAddress,
  type PluginCommand,
} from 'oracle-runtime/plugin';

/** `oracle mcp …`: the MCP servers of an oracle, for its operator. The code of each loads when it runs. */
export const mcpCommands: readonly PluginCommand[] = [
  command('list', 'how the MCP servers are, and their tools', [], async (_, address, io) =>
    (await import('./actions.js')).listServers(address, io),
  ),
  command(
    'diff',
    'what servers have changed of their tools since it was accepted',
    [{ name: 'server', optional: true }],
    async ([server], address, io) => (await import('./actions.js')).showChanges(server, address, io),
  ),
  command(
    'accept',
    'let the tools of a server be used as `diff` shows them',
    [
      { name: 'server' },
      { name: 'digest', description: 'as `diff` prints it' },
      { name: 'tools', description: 'these alone', optional: true, many: true },
    ],
    async ([server = '', digest = '', ...tools], address, io) =>
      (await import('./actions.js')).acceptChanges(server, digest, tools, address, io),
  ),
];

function command(
  name: string,
  summary: string,
  args: PluginCommand['arguments'],
  run: (args: readonly string[], address: OracleAddress, io: CommandIo) => Promise<number>,
): PluginCommand {
  return {
    name,
    summary,
    arguments: args,
    options: ADDRESS_OPTIONS,
    run: (given, chosen, io) => run(given, chosen as OracleAddress, io),
  };
}
