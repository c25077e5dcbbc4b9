import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, nearestName } from './kit/index.js';
import { OracleError, type Plugin } from './plugin/index.js';
import { withFolder } from './plugin-folder.js';

const ENTRY_NAMES = ['index.ts', 'index.mjs', 'index.js'];

/** One plugin a folder (or a file) directly under `directory`; names that start with `.` or `_` are left out. */
function findEntries(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => !/^[._]/.test(entry.name) && entry.name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isFile()) return /(?<!\.d|\.test)\.(ts|mjs|js)$/.test(entry.name) ? [path] : [];
      const index = ENTRY_NAMES.map((name) => join(path, name)).find(existsSync);
      return index === undefined ? [] : [index];
    });
}

/**
 * TypeScript is bundled per plugin at load. Packages stay external, so a plugin shares the runtime's own
 * `oracle-runtime/plugin` and resolves its libraries from the project that it lives in.
 */
async function compile(entry: string, projectDir: string): Promise<string> {
  const { build } = await import('esbuild');
  const outfile = join(
    projectDir,
    'node_modules/.cache/oracle-runtime',
    `${relative(projectDir, entry).replace(/[^A-Za-z0-9]+/g, '-')}.${statSync(entry).mtimeMs}.mjs`,
  );
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'inline',
    logLevel: 'silent',
  });
  return outfile;
}

/** What a package may be imported as, where somebody asked it for something else. */
function importsOf(reason: string): string {
  const [, asked = '', file = ''] =
    /^Package subpath '(.+?)' is not defined by "exports" in (.+?package\.json)/.exec(reason) ?? [];
  if (!existsSync(file)) return '';
  const { name, exports } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; exports: object };
  const paths = Object.keys(exports);
  const full = (path: string) => `'${name}${path.slice(1)}'`;
  const near = nearestName(asked, paths);
  return near === undefined
    ? `It may import ${paths.map(full).join(', ')}. `
    : `Did you mean ${full(near)}? `;
}

/**
 * The oracle's own plugins: every `<directory>/<name>/index.{ts,mjs,js}` (or `<directory>/<name>.{ts,mjs,js}`) with
 * a plugin as its default export. A directory that does not exist means none.
 *
 * @param shipped names that plugins of the runtime have
 * @throws OracleError `plugin_invalid` naming the file that does not load or exports no plugin; `plugin_name_taken`
 *   naming the files whose plugins have one name
 */
export async function loadOwnPlugins(
  directory: string,
  projectDir: string,
  shipped: ReadonlySet<string> = new Set(),
): Promise<Plugin[]> {
  if (!existsSync(directory)) return [];
  const plugins: Plugin[] = [];
  const files = new Map<string, string>();
  for (const entry of findEntries(directory)) {
    const shown = relative(projectDir, entry);
    let exported: unknown;
    try {
      const file = entry.endsWith('.ts') ? await compile(entry, projectDir) : entry;
      exported = ((await import(pathToFileURL(file).href)) as { default?: unknown }).default;
    } catch (error) {
      const reason = messageOf(error);
      throw new OracleError('plugin_invalid', {
        detail: `The plugin file ${shown} does not load: ${reason}`,
        hint: `${importsOf(reason)}Mend the file, or move it out of the plugins folder.`,
        cause: error,
      });
    }
    if (
      typeof exported !== 'object' ||
      exported === null ||
      !('name' in exported) ||
      !('manifest' in exported || 'capabilities' in exported)
    ) {
      throw new OracleError('plugin_invalid', {
        detail: `The plugin file ${shown} has no plugin as its default export.`,
        hint: 'End it with: export default definePlugin({ name, version, manifest, setup })',
      });
    }
    const plugin = exported as Plugin;
    const other = files.get(plugin.name);
    if (other !== undefined || shipped.has(plugin.name)) {
      throw new OracleError('plugin_name_taken', {
        detail: `Two plugins are named '${plugin.name}': ${other ?? 'one that ships with the runtime'} and ${shown}.`,
        hint: other === undefined ? `Rename that of ${shown}.` : 'Rename one.',
      });
    }
    files.set(plugin.name, shown);
    const isFolder = basename(entry).replace(/\.\w+$/u, '') === 'index';
    plugins.push(isFolder ? withFolder(plugin, dirname(entry)) : plugin);
  }
  return plugins;
}
