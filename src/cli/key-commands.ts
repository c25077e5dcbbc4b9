import type { Command } from 'commander';
import type { KeyOptions } from './commands/keys.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

/** `oracle keys`: make, list, renew and end API keys, and renew the master key. */
export function addKeyCommands(
  program: Command,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): void {
  const keys = program.command('keys').description('API keys of this oracle');
  keys
    .command('create')
    .description('make a key and print it, once')
    .requiredOption('--name <name>', 'what you call it')
    .requiredOption('--scope <scope...>', 'what it may do; repeat or separate by commas')
    .option('--expires <duration>', 'such as 90d; default: never')
    .option('--limit <count>', 'requests a minute; default: as many as anybody')
    .option('--at-once <count>', 'answers under way at once; default: as many as anybody')
    .option(
      '--owner',
      'it is the owner: the same sessions, designs and files as in the page and the terminal',
    )
    .option('--did <did>', 'it is this DID, with all that it keeps here; default: it keeps to itself')
    .action(async (options: KeyOptions) => {
      const { createKey } = await import('./commands/keys.js');
      finish(await createKey(options, host, io));
    });
  keys
    .command('list')
    .description('all keys, without their secrets')
    .option('--json', 'the same as data')
    .action(async (options: { json?: boolean }) => {
      const { listKeys } = await import('./commands/keys.js');
      finish(await listKeys(options, io));
    });
  keys
    .command('revoke')
    .description('end a key')
    .argument('<id|name>', 'which one')
    .action(async (idOrName: string) => {
      const { revokeKey } = await import('./commands/keys.js');
      finish(await revokeKey(idOrName, io));
    });
  keys
    .command('rotate')
    .description(
      'give a key a new secret and print it, once; without a key renew the master key that protects stored files',
    )
    .argument('[id|name]', 'which one')
    .option('--grace <duration>', 'the old secret holds so long too, such as 24h; default: refused at once')
    .action(async (idOrName: string | undefined, options: { grace?: string }) => {
      const { rotateKey, rotateMasterKey } = await import('./commands/keys.js');
      finish(
        await (idOrName === undefined ? rotateMasterKey(options, io) : rotateKey(idOrName, options, io)),
      );
    });
}
