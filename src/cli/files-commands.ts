import type { Command } from 'commander';
import type { FilesOptions } from './commands/files.js';
import type { CliHost } from './host.js';
import type { CliIo } from './io.js';

/** `oracle files …`: the files of an oracle, over its HTTP interface. The code of each loads when it runs. */
export function addFilesCommands(
  program: Command,
  host: CliHost,
  io: CliIo,
  finish: (code: number) => void,
): void {
  const files = program.command('files').description('files of an oracle: private until published');
  const add = (use: string, summary: string) =>
    files
      .command(use)
      .description(summary)
      .option('--url <url>', 'the oracle (default: the local one)')
      .option('--token <token>', 'API key or session token (default: ORACLE_TOKEN, else a local login)')
      .option('--hidden', 'also what is hidden');
  const load = () => import('./commands/files.js');

  add('put <local> <path>', 'upload a file')
    .option('--public', 'publish it at once')
    .option('--overwrite', 'replace a file that is there, as a new version of it')
    .action(async (local: string, path: string, options: FilesOptions) => {
      finish(await (await load()).putFile(local, path, options, host, io));
    });
  add('get <path> [local]', 'download a file, or to standard output')
    .option('--force', 'replace a local file')
    .action(async (path: string, local: string | undefined, options: FilesOptions) => {
      finish(await (await load()).getFile(path, local, options, host, io));
    });
  add('ls [path]', 'list a folder')
    .option('--json', 'the same as data')
    .action(async (path: string | undefined, options: FilesOptions) => {
      finish(await (await load()).listFolder(path ?? '/', options, host, io));
    });
  add('publish <path>', 'let anybody download a file or folder').action(
    async (path: string, options: FilesOptions) => {
      finish(await (await load()).setPublic(path, true, options, host, io));
    },
  );
  add('unpublish <path>', 'take that back').action(async (path: string, options: FilesOptions) => {
    finish(await (await load()).setPublic(path, false, options, host, io));
  });
  add('share <path>', 'print the public link of something published').action(
    async (path: string, options: FilesOptions) => {
      finish(await (await load()).shareLink(path, options, host, io));
    },
  );
  add('rm <paths...>', 'put files or folders into the trash').action(
    async (paths: string[], options: FilesOptions) => {
      finish(await (await load()).removeFiles(paths, options, host, io));
    },
  );
}
