import type { Command } from 'commander';
import type { NewOptions } from './commands/new.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

/** Adds `oracle new` and `oracle plugin new`. */
export function addProjectCommands(
  program: Command,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): void {
  program
    .command('new')
    .description('make an oracle of your own: a project with a plugin, its tests, settings and an identity')
    .argument('[name]', 'also its folder; lower-case letters, digits and hyphens')
    .option('--description <text>', 'what it does, in a sentence')
    .option('--network <name>', 'devnet, testnet or mainnet (default: devnet)')
    .option('--price <price>', 'such as "0.5 IXO per message" (default: none)')
    .option('--model <id>', "of your model's provider (default: none; it answers offline)")
    .option('--port <port>', 'where it will listen (default: 3000)')
    .option('--mnemonic-file <path>', 'words of an identity that is there (default: new ones)')
    .option('--runtime <spec>', 'the runtime: a version, or the path of a package')
    .option('--no-install', 'do not run npm install')
    .option('--no-interactive', 'ask nothing; also with CI set or without a terminal')
    .option('--resume', 'go on with a project that was begun and not finished')
    .option('--dry-run', 'say what would be written, and write nothing')
    .option('--json', 'print what was made as data')
    .action(async (name: string | undefined, options: NewOptions) => {
      const { newOracle } = await import('./commands/new.js');
      finish(await newOracle(name, options, host, io));
    });

  const plugin = program.command('plugin').description('plugins of your own');
  plugin
    .command('new')
    .description('make a plugin with an operation, a setting and a test, in src/plugins/<name>')
    .argument('<name>', 'such as rain-gauge')
    .action(async (name: string) => {
      const { newPlugin } = await import('./commands/new-plugin.js');
      finish(await newPlugin(name, host, io));
    });
}
