import type { Command } from 'commander';
import type { InviteOptions } from './commands/people.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

/** `oracle invite` and `oracle people`: whom the owner lets in, and whom no longer. */
export function addPeopleCommands(
  program: Command,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): void {
  program
    .command('invite')
    .description('let a person in: print a one-time link to a principal of its own')
    .requiredOption('--name <name>', 'what you call the person')
    .requiredOption('--scope <scope...>', 'what they may do; repeat or separate by commas')
    .option('--until <time>', 'a duration such as 90d or a day such as 2027-01-31; default: until ended')
    .action(async (options: InviteOptions) => {
      const { invite } = await import('./commands/people.js');
      finish(await invite(options, host, io));
    });

  const people = program.command('people').description('people who were invited');
  people
    .command('list')
    .description('who was invited, and who is there')
    .option('--json', 'the same as data')
    .action(async (options: { json?: boolean }) => {
      const { listPeople } = await import('./commands/people.js');
      finish(await listPeople(options, io));
    });
  people
    .command('link')
    .description('print a fresh link for the same person')
    .argument('<name|did>', 'who')
    .action(async (nameOrDid: string) => {
      const { linkPerson } = await import('./commands/people.js');
      finish(await linkPerson(nameOrDid, host, io));
    });
  people
    .command('end')
    .description('end sessions and keys of a person at once; what they made stays')
    .argument('<name|did>', 'who')
    .action(async (nameOrDid: string) => {
      const { endPerson } = await import('./commands/people.js');
      finish(await endPerson(nameOrDid, host, io));
    });
}
