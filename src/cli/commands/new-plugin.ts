import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OracleError } from '../../plugin/index.js';
import { pluginFiles, pluginNameFault } from '../../scaffold/plugin-files.js';
import { writeFolder } from '../../scaffold/write-folder.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';

/** `oracle plugin new`: a plugin with an operation, a setting, a test and its page, in `src/plugins/<name>`. */
export async function newPlugin(name: string, host: CliHost, io: CliIo): Promise<number> {
  if (!existsSync(join(io.cwd, 'oracle.config.json')))
    throw new OracleError('not_found', {
      detail: 'There is no oracle.config.json here.',
      hint: 'Go to the folder of your oracle, or make one: oracle new <name>',
    });
  const taken = new Set((await host.loadPlugins()).map((plugin) => plugin.name));
  const fault = pluginNameFault(name, taken);
  if (fault !== undefined)
    throw new OracleError('invalid_request', {
      detail: `'${name}': ${fault}.`,
      errors: [{ field: 'name', message: fault }],
    });
  const folder = join(io.cwd, 'src/plugins', name);
  const prefix = `src/plugins/${name}/`;
  const files = pluginFiles(name);
  writeFolder(
    folder,
    files.map((file) => ({ ...file, path: file.path.slice(prefix.length) })),
  );
  io.stdout(
    [
      ...files.map(({ path }) => `  ${path}`),
      '',
      'Next:',
      `  npx vitest run ${prefix}`,
      `  npx oracle call ask_${name.replaceAll('-', '_')} about=Nairobi`,
      '',
    ].join('\n'),
  );
  return 0;
}
