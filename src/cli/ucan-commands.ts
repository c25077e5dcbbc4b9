import type { Command } from 'commander';
import { OWN_KINDS } from '../auth/ucan/resources.js';
import type { Plugin } from '../plugin/index.js';
import type { DelegateOptions, TokenOptions } from './commands/ucan.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

/** `oracle whoami`, `token`, `delegate`, `revoke` and `inspect`. */
export function addUcanCommands(
  program: Command,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): void {
  const load = () => import('./commands/ucan.js');

  program
    .command('whoami')
    .description('the DID of this oracle and the namespace of its files')
    .option('--json', 'the same as data')
    .action(async (options: { json?: boolean }) => finish(await (await load()).whoami(options, io)));

  program
    .command('token')
    .description('make a UCAN for one request and print it')
    .requiredOption('--can <ability>', 'such as oracle/chat for the scope chat')
    .requiredOption('--with <resource>', 'what about: ixo:oracle, or a resource of a plugin')
    .option('--ttl <time>', 'seconds, or such as 15m; at most 900 seconds', '60')
    .option('--audience <did>', 'the oracle that it is for (default: this one)')
    .option('--proof <token...>', 'delegations that it derives from')
    .action(async (options: TokenOptions) => finish(await (await load()).token(options, host, io)));

  program
    .command('delegate')
    .description('let another DID do something in the name of this one, and print the delegation')
    .requiredOption('--to <did>', 'who may')
    .requiredOption('--can <ability>', 'such as oracle/chat for the scope chat')
    .requiredOption('--with <resource>', 'what about: ixo:oracle, or a resource of a plugin')
    .option('--ttl <time>', 'seconds, such as 7d, or never', '7d')
    .option('--proof <token...>', 'delegations that it derives from')
    .action(async (options: DelegateOptions) => finish(await (await load()).delegate(options, host, io)));

  program
    .command('revoke')
    .description('end a delegation and all that derives from it')
    .argument('<cid|token>', 'which one')
    .action(async (target: string) => finish(await (await load()).revoke(target, io)));

  program
    .command('inspect')
    .description('show what a UCAN says and grants')
    .argument('<token>', 'base64, as it travels')
    .option('--json', 'the same as data')
    .action(async (text: string, options: { json?: boolean }) =>
      finish(await (await load()).inspect(text, options, host, io)),
    );
}

/** What the kinds of resources of the plugins may be granted with, and how they are written. */
export function addCaveatFlags(command: Command, plugins: readonly Plugin[]): void {
  const kinds = [...OWN_KINDS, ...plugins.flatMap(({ resources }) => resources ?? [])];
  const flags = new Map(
    kinds.flatMap(({ caveats }) => (caveats.flags ?? []).map((flag) => [flag.name, flag])),
  );
  for (const { name, value, description } of flags.values())
    command.option(`--${name} <${value}...>`, description);
  const lines = kinds
    .filter(({ abilities }) => abilities.length > 0)
    .map(({ usage, abilities }) => `  ${abilities.join(', ')}\n    on ${usage}\n`);
  if (lines.length > 0)
    command.addHelpText('after', `\nBeside the scopes of the oracle there are:\n${lines.join('')}`);
}
