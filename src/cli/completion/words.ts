import type { Command } from 'commander';

/** What may come after a command, and what each word is for. */
export interface Words {
  /** The words of the command, such as `keys create`; empty at the start. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
}

/** All commands below one, itself first. */
export function wordsOf(command: Command, path = ''): Words[] {
  const commands = command.commands.filter((each) => each.name() !== 'help');
  const help = { word: '--help', about: 'what it does and takes' };
  const words = [
    ...commands.map((each) => ({ word: each.name(), about: each.summary() || each.description() })),
    ...command.options.flatMap(({ long, description }) =>
      long === undefined || long === null ? [] : [{ word: long, about: description }],
    ),
    help,
  ];
  return [
    { path, words },
    ...commands.flatMap((each) => wordsOf(each, path === '' ? each.name() : `${path} ${each.name()}`)),
  ];
}
