import type { Command } from 'commander';
import { summaryOf } from '../boot/capabilities.js';
import type { CommandIo, CommandOption, Plugin, PluginCommand } from '../plugin/index.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';
import { guardedWords } from './terminal/guarded.js';

/** The word that a plugin's commands answer to. */
export function groupNameOf({ name, commandGroup }: Plugin): string {
  return commandGroup?.name ?? name;
}

/** Adds `oracle <group> <command>` for every command that a plugin brings. */
export function addPluginCommands(
  program: Command,
  plugin: Plugin,
  io: CommandIo,
  finish: (code: number) => void,
): void {
  const { commands = [], commandGroup } = plugin;
  if (commands.length === 0) return;
  const group = program.command(groupNameOf(plugin)).description(commandGroup?.summary ?? summaryOf(plugin));
  for (const definition of commands) addCommand(group, definition, io, finish);
}

/** Adds `oracle <command>` for a plugin's command of that name which also stands alone. */
export function addLoneCommand(
  program: Command,
  { commands = [] }: Plugin,
  word: string,
  io: CommandIo,
  finish: (code: number) => void,
): void {
  const definition = commands.find(({ name, alone }) => alone === true && name === word);
  if (definition !== undefined) addCommand(program, definition, io, finish);
}

/** What a command of a plugin may use. */
export function commandIo(host: CliHost, io: CliIo): CommandIo {
  return {
    ...withoutOracle(io),
    connect: async (address) => (await import('./connect.js')).connect(address, host, io),
  };
}

/** The same but for the way to an oracle. What a command says cannot act on a terminal, wherever it goes; `bytes` are content. */
export function withoutOracle(io: CliIo): Omit<CommandIo, 'connect'> {
  const { stdout, stderr, bytes, cwd, onInterrupt } = io;
  return {
    stdout: (text) => stdout(guardedWords(text)),
    stderr: (text) => stderr(guardedWords(text)),
    bytes,
    cwd,
    onInterrupt,
    project: async () => (await import('./project-of.js')).projectOf(io),
  };
}

/** Adds the flags of what plugins do for a new project to `oracle new`. */
export function addStepFlags(command: Command, plugins: readonly Plugin[]): void {
  for (const { options } of plugins.flatMap(({ projectSteps = [] }) => projectSteps))
    for (const option of options) addOption(command, option);
}

/** An option whose second value is not lost: it is collected, or the command is refused with exit code 2. */
function addOption(command: Command, { flags, description, many }: CommandOption): void {
  const option = command.createOption(flags, description);
  if (option.required)
    option.argParser((value: string, before: string | readonly string[] | undefined) => {
      if (many === true) return [...(before ?? []), value];
      if (before === undefined) return value;
      return command.error(`error: option '${flags}' is given twice, and takes one value`, {
        exitCode: 2,
        code: 'oracle.repeatedOption',
      });
    });
  command.addOption(option);
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
  for (const option of definition.options ?? []) addOption(command, option);
  command.action(async () => {
    finish(await definition.run(command.args, command.opts(), io));
  });
}
