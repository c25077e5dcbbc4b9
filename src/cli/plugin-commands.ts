import type { Command } from 'commander';
import { summaryOf } from '../boot/capabilities.js';
import type { CommandIo, Plugin, PluginCommand } from '../plugin/index.js';
import type { CliIo } from './io.js';

/** The word that a plugin's commands answer to. */
export function groupNameOf({ name, commandGroup }: Plugin): string {
  return commandGroup?.name ?? name;
}

/**
 * Adds `oracle <group> <command>` for every command that a plugin brings.
 * @param connect how a command reaches an oracle
 */
export function addPluginCommands(
  program: Command,
  plugin: Plugin,
  connect: CommandIo['connect'],
  io: CliIo,
  finish: (code: number) => void,
): void {
  const { commands = [], commandGroup } = plugin;
  if (commands.length === 0) return;
  const group = program.command(groupNameOf(plugin)).description(commandGroup?.summary ?? summaryOf(plugin));
  for (const definition of commands) addCommand(group, definition, given(connect, io), finish);
}

/** Adds `oracle <command>` for a plugin's command of that name which also stands alone. */
export function addLoneCommand(
  program: Command,
  { commands = [] }: Plugin,
  word: string,
  connect: CommandIo['connect'],
  io: CliIo,
  finish: (code: number) => void,
): void {
  const definition = commands.find(({ name, alone }) => alone === true && name === word);
  if (definition !== undefined) addCommand(program, definition, given(connect, io), finish);
}

/** What a command of a plugin may use. */
function given(connect: CommandIo['connect'], io: CliIo): CommandIo {
  const { stdout, stderr, bytes, cwd, onInterrupt } = io;
  return {
    stdout,
    stderr,
    bytes,
    cwd,
    connect,
    onInterrupt,
    project: async () => (await import('./project-of.js')).projectOf(io),
  };
}

function addCommand(
  group: Command,
  definition: PluginCommand,
  io: CommandIo,
  finish: (code: number) => void,
): void {
  const command = group.command(definition.name).description(definition.summary);
  for (const { name, description, optional, many } of definition.arguments) {
    const word = many === true ? `${name}...` : name;
    command.argument(optional === true ? `[${word}]` : `<${word}>`, description);
  }
  for (const { flags, description } of definition.options ?? []) command.option(flags, description);
  command.action(async () => {
    finish(await definition.run(command.args, command.opts(), io));
  });
}
