import type { Command } from 'commander';
import type { CliIo } from './io.js';
import type { PassphraseOptions } from './passphrase.js';

const FILE = '--passphrase-file <file>';
const load = () => import('./commands/backup.js');

/** `oracle backup`, `backup verify` and `restore`. */
export function addBackupCommands(program: Command, io: CliIo, finish: (code: number) => void): void {
  const backup = program
    .command('backup')
    .description('copy the whole oracle into a directory, while it runs')
    .argument('<dir>', 'empty, or that of the last backup: then only what is new is copied')
    .option(FILE, 'its first line encrypts the keys (default: ask)')
    .action(async (dir: string, options: PassphraseOptions) =>
      finish(await (await load()).backup(dir, options, io)),
    );
  backup
    .command('verify')
    .description('hold a backup to its manifest, byte by byte')
    .argument('<dir>', 'the directory of the backup')
    .option(FILE, 'also open the keys with its first line')
    .action(async (dir: string, _: object, command: Command) =>
      // An option that both know is given to the outer one.
      finish(await (await load()).backupVerify(dir, command.optsWithGlobals(), io)),
    );
  program
    .command('restore')
    .description('put a backup into an empty DATA_DIR')
    .argument('<dir>', 'the directory of the backup')
    .option(FILE, 'its first line opens the keys (default: ask)')
    .action(async (dir: string, options: PassphraseOptions) =>
      finish(await (await load()).restoreBackup(dir, options, io)),
    );
}
