import { Command, CommanderError } from 'commander';
import { summaryOf } from '../../boot/capabilities.js';
import type { OracleAddress, OracleConnection, Plugin } from '../../plugin/index.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { addPluginCommands, groupNameOf, withoutOracle } from '../plugin-commands.js';

/** The commands that plugins bring, within a conversation: `/files ls /reports` is `oracle files ls /reports` there. */
export interface PluginWords {
  /** Those known so far, for the tab key. */
  names(): readonly string[];
  all(): Promise<readonly { readonly name: string; readonly summary: string }[]>;
  /** False when no plugin answers to the word. */
  run(word: string, argument: string): Promise<boolean>;
}

/** @param connect how a command reaches an oracle; without an address, the one that is talked to */
export function pluginWords(
  host: Pick<CliHost, 'loadPlugins'>,
  io: CliIo,
  connect: (address: OracleAddress) => Promise<OracleConnection>,
): PluginWords {
  let known: readonly Plugin[] = [];
  const load = async () => {
    if (known.length === 0)
      known = (await host.loadPlugins()).filter(({ commands = [] }) => commands.length > 0);
    return known;
  };
  return {
    names: () => known.map(groupNameOf),
    all: async () =>
      (await load()).map((plugin) => ({
        name: groupNameOf(plugin),
        summary: plugin.commandGroup?.summary ?? summaryOf(plugin),
      })),
    async run(word, argument) {
      const plugin = (await load()).find((each) => groupNameOf(each) === word);
      if (plugin === undefined) return false;
      const program = new Command('')
        .exitOverride()
        .configureHelp({ commandUsage: usageHere })
        .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
      addPluginCommands(program, plugin, { ...withoutOracle(io), connect }, () => undefined);
      try {
        await program.parseAsync([word, ...withUsual(plugin, argumentsOf(argument))], { from: 'user' });
      } catch (error) {
        // Commander has said what was wrong.
        if (!(error instanceof CommanderError)) throw error;
      }
      return true;
    },
  };
}

/** As it is typed in a conversation: `/files ls [options] [path]`. */
function usageHere(command: Command): string {
  const names: string[] = [];
  for (let each = command; each.parent !== null; each = each.parent) names.unshift(each.name());
  return `/${names.join(' ')} ${command.usage()}`;
}

/** The group's usual command stands for itself when none is named. */
function withUsual({ commands = [], commandGroup }: Plugin, words: readonly string[]): readonly string[] {
  const usual = commandGroup?.usual;
  const first = words[0];
  const named = first !== undefined && (first.startsWith('-') || commands.some(({ name }) => name === first));
  return named || usual === undefined ? words : [usual, ...words];
}

/** Words as a shell takes a line apart: quotes hold blanks together. */
function argumentsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) =>
    String(double ?? single ?? bare),
  );
}
