import {
  ADDRESS_OPTIONS,
  type CommandIo,
  type CommandOption,
  type PluginCommand,
} from 'oracle-runtime/plugin';
import { inFlags } from './in-flags.js';
import type { FilesOptions } from './remote.js';

const OPTIONS: readonly CommandOption[] = [
  ...ADDRESS_OPTIONS,
  { flags: '--hidden', description: 'also what is hidden' },
  { flags: '--namespace <namespace>', description: 'those of another namespace, which you adopted' },
  {
    flags: '--shared <id>',
    description: 'those of a folder that was shared with you (GET /shares names it)',
  },
];
const LOCAL = { name: 'local' };
const PATH = { name: 'path' };
const FROM = { name: 'from' };
const TO = { name: 'to' };

type Run = (args: readonly string[], options: FilesOptions, io: CommandIo) => Promise<number>;
const OVERWRITE = { flags: '--overwrite', description: 'replace a file that is there' };

/** `oracle files …`: the files of an oracle, over its HTTP interface. The code of each loads when it runs. */
export const filesCommands: readonly PluginCommand[] = [
  command(
    'put',
    'upload a file',
    [LOCAL, PATH],
    [
      { flags: '--public', description: 'publish it at once' },
      { flags: '--overwrite', description: 'replace a file that is there, as a new version of it' },
    ],
    async ([local = '', path = ''], options, io) =>
      (await import('./upload.js')).putFile(local, path, options, io),
  ),
  command(
    'get',
    'download a file, or to standard output',
    [PATH, { ...LOCAL, optional: true }],
    [{ flags: '--force', description: 'replace a local file' }],
    async ([path = '', local], options, io) =>
      (await import('./download.js')).getFile(path, local, options, io),
  ),
  command(
    'ls',
    'list a folder',
    [{ ...PATH, optional: true }],
    [{ flags: '--json', description: 'the same as data' }],
    async ([path = '/'], options, io) => (await import('./actions.js')).listFolder(path, options, io),
  ),
  command('publish', 'let anybody download a file or folder', [PATH], [], async ([path = ''], options, io) =>
    (await import('./actions.js')).setPublic(path, true, options, io),
  ),
  command('unpublish', 'take that back', [PATH], [], async ([path = ''], options, io) =>
    (await import('./actions.js')).setPublic(path, false, options, io),
  ),
  command(
    'share',
    'print the public link of something published',
    [PATH],
    [],
    async ([path = ''], options, io) => (await import('./actions.js')).shareLink(path, options, io),
  ),
  command(
    'rm',
    'put files or folders into the trash',
    [{ name: 'paths', many: true }],
    [],
    async (paths, options, io) => (await import('./actions.js')).removeFiles(paths, options, io),
  ),
  command(
    'restore',
    'bring back what was deleted last at a path',
    [PATH],
    [],
    async ([path = ''], options, io) => (await import('./arrange.js')).restoreItem(path, options, io),
  ),
  command(
    'purge',
    'delete for good what of a path is in the trash; all that is with /',
    [PATH],
    [],
    async ([path = ''], options, io) => (await import('./arrange.js')).purgeItem(path, options, io),
  ),
  command(
    'mv',
    'move or rename a file or folder',
    [FROM, TO],
    [OVERWRITE],
    async ([from = '', to = ''], options, io) =>
      (await import('./arrange.js')).moveItem(from, to, options, io),
  ),
  command('cp', 'copy a file or folder', [FROM, TO], [OVERWRITE], async ([from = '', to = ''], options, io) =>
    (await import('./arrange.js')).copyItem(from, to, options, io),
  ),
  command('mkdir', 'make an empty folder', [PATH], [], async ([path = ''], options, io) =>
    (await import('./arrange.js')).makeFolder(path, options, io),
  ),
  command(
    'export',
    'save all files with their versions as one ZIP',
    [{ name: 'namespace', description: 'whose files; your own without it', optional: true }],
    [{ flags: '--to <file>', description: 'a new file; one named after the namespace without it' }],
    async ([namespace], options, io) => (await import('./export.js')).exportFiles(namespace, options, io),
  ),
  command(
    'adopt',
    'take over the files of an owner that is gone',
    [{ name: 'namespace', description: 'whose files; without it all are listed', optional: true }],
    [
      { flags: '--home', description: 'your own files are there from now on, for the chat and MCP too' },
      { flags: '--release', description: 'give them back' },
    ],
    async ([namespace], options, io) => (await import('./adopt.js')).adoptFiles(namespace, options, io),
  ),
];

function command(
  name: string,
  summary: string,
  args: PluginCommand['arguments'],
  options: readonly CommandOption[],
  run: Run,
): PluginCommand {
  return {
    name,
    summary,
    arguments: args,
    options: [...OPTIONS, ...options],
    run: (given, chosen, io) =>
      run(given, chosen as FilesOptions, io).catch((error: unknown) => {
        throw inFlags(error, chosen as FilesOptions);
      }),
  };
}
