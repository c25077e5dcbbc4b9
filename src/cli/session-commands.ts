import type { Command } from 'commander';
import type { SessionOptions } from './commands/sessions.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

type Commands = typeof import('./commands/sessions.js');

/** Adds `oracle sessions …`. */
export function addSessionCommands(
  program: Command,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): void {
  const group = program
    .command('sessions')
    .description('conversations: the same from here, the page and a key');
  const command = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .option('--url <url>', 'the oracle (default: the local one)')
      .option('--token <token>', 'API key or session token (default: ORACLE_TOKEN, else a local login)');
  const run = async (work: (commands: Commands) => Promise<number>) =>
    finish(await work(await import('./commands/sessions.js')));

  command('list', 'pinned ones first, then the newest')
    .option('--limit <count>', 'at most so many', '20')
    .option('--archived', 'also those that were put away')
    .option('--json', 'the same as data')
    .action((options: SessionOptions) => run(({ listSessions }) => listSessions('', options, host, io)));
  command('search', 'those that hold all of these words')
    .argument('<words...>')
    .option('--limit <count>', 'at most so many', '20')
    .option('--archived', 'also those that were put away')
    .option('--json', 'the same as data')
    .action((words: string[], options: SessionOptions) =>
      run(({ listSessions }) => listSessions(words.join(' '), options, host, io)),
    );
  command('show', 'what was said')
    .argument('<id>', 'or the beginning of one')
    .option('--json', 'the messages as data, one a line')
    .action((id: string, options: SessionOptions) =>
      run(({ showSession }) => showSession(id, options, host, io)),
    );
  command('rename', 'give it another title')
    .argument('<id>', 'or the beginning of one')
    .argument('<title...>')
    .action((id: string, title: string[], options: SessionOptions) =>
      run(({ changeSession }) => changeSession(id, { title: title.join(' ') }, options, host, io)),
    );
  for (const [name, description, change] of [
    ['pin', 'keep it at the head of the list', { pinned: true }],
    ['unpin', 'take it from the head of the list', { pinned: false }],
    ['archive', 'put it away: the list leaves it out', { archived: true }],
    ['unarchive', 'take it up again', { archived: false }],
  ] as const)
    command(name, description)
      .argument('<id>', 'or the beginning of one')
      .action((id: string, options: SessionOptions) =>
        run(({ changeSession }) => changeSession(id, change, options, host, io)),
      );
  command('export', 'the whole of it, to standard output or a new file')
    .argument('<id>', 'or the beginning of one')
    .argument('[file]', 'JSON when it ends in .json, else Markdown')
    .option('--format <format>', 'json or markdown')
    .action((id: string, file: string | undefined, options: SessionOptions) =>
      run(({ exportSession }) => exportSession(id, file, options, host, io)),
    );
  command('delete', 'remove it with all it holds')
    .argument('<id>', 'or the beginning of one')
    .option('--yes', 'do not ask')
    .action((id: string, options: SessionOptions) =>
      run(({ deleteSession }) => deleteSession(id, options, host, io)),
    );
}
