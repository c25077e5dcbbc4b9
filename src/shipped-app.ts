import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OracleApp, OracleAppOptions } from './app-types.js';
import type { Config } from './config-types.js';
import type { Logger, Plugin } from './plugin/index.js';
import { withFolder } from './plugin-folder.js';

/** Folders of what ships: beside the sources, or where the build puts them. */
const SHIPPED = ['../plugins', 'plugins'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Bundled, optional, then the project's own (`src/plugins` beside `oracle.config.json`). */
export async function pluginsFor(
  config: Config,
): Promise<Pick<OracleAppOptions, 'plugins' | 'proven' | 'unlisted'>> {
  const [{ bundledPlugins, optionalPlugins, partsOfEveryOracle }, { loadOwnPlugins }] = await Promise.all([
    import('../plugins/index.js'),
    import('./own-plugins.js'),
  ]);
  const projectDir = dirname(config.sources.configFile);
  const shipped = [
    ...partsOfEveryOracle,
    ...bundledPlugins,
    ...optionalPlugins.map((plugin) => withShippedSentences(plugin, config)),
  ];
  const names = new Set(shipped.map(({ name }) => name));
  const own = await loadOwnPlugins(join(projectDir, 'src/plugins'), projectDir, names);
  return {
    plugins: [...shipped, ...own],
    proven: new Set(shipped),
    unlisted: new Set(partsOfEveryOracle),
  };
}

/** An optional plugin with its utterances, where its variables are set: one that stays off is not looked for. */
function withShippedSentences(plugin: Plugin, config: Config): Plugin {
  const isOn = (plugin.enabledBy ?? []).every((name) => (config.env[name] ?? '').trim() !== '');
  if (!isOn) return plugin;
  return SHIPPED.reduce((taught, folder) => withFolder(taught, join(folder, plugin.name)), plugin);
}

/** The app with all its plugins. Loaded here and not above, so that `--help` and `keys` need none of it. */
export async function createApp(
  config: Config,
  logger: Logger,
  how: Pick<OracleAppOptions, 'createIdentity' | 'serves'>,
): Promise<OracleApp> {
  const { createOracleApp } = await import('./app.js');
  const plugins = await pluginsFor(config);
  await requirePackages(plugins.plugins, config);
  const options: OracleAppOptions = { config, ...plugins, logger, ...how };
  return createOracleApp(options);
}

/** Loads what an oracle is made of, for a process that waits for its turn; nothing is read or begun. */
export async function loadAhead(): Promise<void> {
  await Promise.all([
    import('./app.js'),
    import('../plugins/index.js'),
    import('./own-plugins.js'),
    import('./logger.js'),
    import('./boot/missing-packages.js'),
    import('./find-package.js'),
    import('libsql'),
    // Its program starts with the first of its work.
    import('esbuild').then(({ transform }) => transform('')),
  ]);
}

/**
 * `npm start` hears on its channel which packages to install.
 * @throws OracleError `plugin_packages_missing`
 */
async function requirePackages(plugins: readonly Plugin[], config: Config): Promise<void> {
  if (plugins.every(({ packages }) => packages === undefined)) return;
  const [{ findMissingPackages, packagesMissing }, { isPackageThere }] = await Promise.all([
    import('./boot/missing-packages.js'),
    import('./find-package.js'),
  ]);
  const folders = [dirname(config.sources.configFile), dirname(fileURLToPath(import.meta.url))];
  const missing = findMissingPackages(plugins, config, (name) => isPackageThere(name, folders));
  if (missing === undefined) return;
  process.send?.({ missingPackages: missing.wanted });
  throw packagesMissing(missing);
}

export async function loggerFor(config: Config, write: (line: string) => void): Promise<Logger> {
  const { createLogger } = await import('./logger.js');
  return createLogger({
    level: config.logLevel,
    format: config.env['LOG_FORMAT'] === 'json' ? 'json' : 'text',
    write,
  });
}
