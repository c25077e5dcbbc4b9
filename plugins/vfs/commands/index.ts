import {
  ADDRESS_OPTIONS,
  type CommandIo,
  type CommandOption,
  type PluginCommand,
} from 'oracle-runtime/plugin';
import type { FilesOptions } from './remote.js';

const OPTIONS: readonly CommandOption[] = [
  ...ADDRESS_OPTIONS,
  { flags: '--hidden', description: 'also what is hidden' },
];
const LOCAL = { name: 'local' };
const PATH = { name: 'path' };

type Actions = typeof import('./actions.js');
type Run = (
  actions: Actions,
  args: readonly string[],
  options: FilesOptions,
  io: CommandIo,
) => Promise<number>;

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
    ({ putFile }, [local = '', path = ''], options, io) => putFile(local, path, options, io),
  ),
  command(
    'get',
    'download a file, or to standard output',
    [PATH, { ...LOCAL, optional: true }],
    [{ flags: '--force', description: 'replace a local file' }],
    ({ getFile }, [path = '', local], options, io) => getFile(path, local, options, io),
  ),
  command(
    'ls',
    'list a folder',
    [{ ...PATH, optional: true }],
    [{ flags: '--json', description: 'the same as data' }],
    ({ listFolder }, [path = '/'], options, io) => listFolder(path, options, io),
  ),
  command(
    'publish',
    'let anybody download a file or folder',
    [PATH],
    [],
    ({ setPublic }, [path = ''], options, io) => setPublic(path, true, options, io),
  ),
  command('unpublish', 'take that back', [PATH], [], ({ setPublic }, [path = ''], options, io) =>
    setPublic(path, false, options, io),
  ),
  command(
    'share',
    'print the public link of something published',
    [PATH],
    [],
    ({ shareLink }, [path = ''], options, io) => shareLink(path, options, io),
  ),
  command(
    'rm',
    'put files or folders into the trash',
    [{ name: 'paths', many: true }],
    [],
    ({ removeFiles }, paths, options, io) => removeFiles(paths, options, io),
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
    run: async (given, chosen, io) => run(await import('./actions.js'), given, chosen as FilesOptions, io),
  };
}
