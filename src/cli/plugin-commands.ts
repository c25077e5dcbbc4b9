import type { Command } from 'commander';
import { summaryOf } from '../boot/capabilities.js';
import type { CommandIo, Plugin, PluginCommand } from '../plugin/index.js';

/** Adds `oracle <plugin> <command>` for every command that a plugin brings. Returns whether there was one. */
export function addPluginCommands(
  program: Command,
  plugin: Plugin,
  io: CommandIo,
  finish: (code: number) => void,
): boolean {
  if (plugin.commands === undefined || plugin.commands.length === 0) return false;
  const group = program.command(plugin.name).description(summaryOf(plugin));
  for (const definition of plugin.commands) addCommand(group, definition, io, finish);
  return true;
}

function addCommand(
  group: Command,
  definition: PluginCommand,
  io: CommandIo,
  finish: (code: number) => void,
): void {
  const command = group.command(definition.name).description(definition.summary);
  for (const { name, description, optional } of definition.arguments)
    command.argument(optional === true ? `[${name}]` : `<${name}>`, description);
  for (const { flags, description } of definition.options ?? []) command.option(flags, description);
  command.action(async () => {
    finish(await definition.run(command.args, command.opts(), io));
  });
}
