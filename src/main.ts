import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OracleApp, OracleAppOptions } from './app.js';
import { batchLines } from './batch-lines.js';
import type { CliHost } from './cli/host.js';
import { buildCli } from './cli/index.js';
import { loadConfig } from './config.js';
import type { Config } from './config-types.js';
import type { Inspection, Logger, Plugin, StoredFault } from './plugin/index.js';
import { VERSION } from './version.js';

const STDOUT = batchLines((lines) => void process.stdout.write(lines));
const STDERR = (line: string) => void process.stderr.write(line);

/** Bundled, optional, then the project's own (`src/plugins` beside `oracle.config.json`). */
async function pluginsFor(
  config: Config,
): Promise<Pick<OracleAppOptions, 'plugins' | 'proven' | 'unlisted'>> {
  const [{ partsOfEveryOracle, shippedPlugins }, { loadOwnPlugins }] = await Promise.all([
    import('../plugins/index.js'),
    import('./own-plugins.js'),
  ]);
  const projectDir = dirname(config.sources.configFile);
  const own = await loadOwnPlugins(join(projectDir, 'src/plugins'), projectDir);
  return {
    plugins: [...shippedPlugins, ...own],
    proven: new Set(shippedPlugins),
    unlisted: new Set(partsOfEveryOracle),
  };
}

/** The app with all its plugins. Loaded here and not above, so that `--help` and `keys` need none of it. */
async function createApp(
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

async function loggerFor(config: Config, write: (line: string) => void): Promise<Logger> {
  const { createLogger } = await import('./logger.js');
  return createLogger({
    level: config.logLevel,
    format: config.env['LOG_FORMAT'] === 'json' ? 'json' : 'text',
    write,
  });
}

/** First signal, or the end of the process that started this one: drain and exit 0. Second signal: exit now. */
function drainOnSignals(app: OracleApp, logger: Logger): void {
  let draining = false;
  const drain = (reason: Readonly<Record<string, unknown>>) => {
    draining = true;
    logger.info(reason, 'draining');
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => (draining ? process.exit(130) : drain({ signal })));
  }
  process.on('disconnect', () => draining || drain({ parent: 'gone' }));
  // A closed terminal ends what was started in it. A service has none: what is left of the signal is its old meaning.
  process.on('SIGHUP', () => {
    if (draining) return;
    if (process.stdin.isTTY || process.stdout.isTTY) drain({ signal: 'SIGHUP' });
    else logger.info({ signal: 'SIGHUP' }, 'going on; settings are read at the start');
  });
}

/** Whoever read the output (a terminal, a collector of logs) may go: the oracle goes on. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
}

async function start({ createIdentity = false }: { createIdentity?: boolean }): Promise<void> {
  outliveReaders();
  const config = loadConfig();
  const logger = await loggerFor(config, STDOUT);
  process.on('unhandledRejection', (reason) => logger.error({ err: reason }, 'unhandled rejection'));
  const app = await createApp(config, logger, { createIdentity });
  drainOnSignals(app, logger);
  const { port, url } = await app.listen().catch(async (error: unknown) => {
    // What the start holds, its data directory and the channel to `npm start`, would keep the process alive.
    process.channel?.unref();
    await app.close().catch((fault: unknown) => logger.error({ err: fault }, 'shutdown failed'));
    throw error;
  });
  logger.info({}, `Oracle '${config.name}' (runtime v${VERSION}) listening on :${port}`);
  STDOUT(await openingWords(app, url));
  STDOUT(`  Try    curl ${url}/health/plugins\n  Chat   npx oracle --chat\n\n`);
}

/** How to sign in. The link signs its bearer in, so it goes to a terminal alone: all else is kept by somebody as a log. */
async function openingWords(app: OracleApp, url: string): Promise<string> {
  if (app.identity === undefined)
    return 'No signing identity: authenticated requests answer 401. Set SIGNING_MNEMONIC, or start once with `oracle start --create-identity` (`npm start` in a clone) to create one.\n';
  if (!process.stdout.isTTY)
    return `\n  Open   ${url}/\n         (npx oracle login prints a link that signs you in)\n`;
  return `\n  Open   ${await app.loginLink()}\n         (signs you in; works once, within 10 minutes)\n`;
}

/** A quiet oracle on a free port for one CLI conversation. */
async function startEphemeral(
  log: (line: string) => void,
): Promise<{ url: string; app: OracleApp; close(): Promise<void> }> {
  const config = { ...loadConfig(), port: 0, host: '127.0.0.1', logLevel: 'warn' as const };
  const app = await createApp(config, await loggerFor(config, log), { createIdentity: true });
  const { url } = await app.listen();
  return { url, app, close: () => app.close() };
}

/** Boots without listening, to see what would load: in a scratch folder, as a question writes nothing. */
async function bootReport() {
  const { databaseUrl: _, ...settings } = loadConfig();
  const dataDir = mkdtempSync(join(tmpdir(), 'oracle-report-'));
  try {
    const config = { ...settings, dataDir, logLevel: 'silent' as const };
    const app = await createApp(config, await loggerFor(config, STDERR), { serves: false });
    const report = app.report();
    await app.close(0);
    return report;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A quiet oracle that does not listen, for one call of an operation. */
async function openOperations() {
  const config = { ...loadConfig(), logLevel: 'warn' as const };
  const app = await createApp(config, await loggerFor(config, STDERR), { serves: false });
  const operations = app.operations().map(({ operation: { name, title, effect, input } }) => ({
    name,
    title,
    effect,
    fields: Object.keys(input.shape),
  }));
  return { operations, call: app.call, close: () => app.close(0) };
}

/** A quiet oracle that does not listen, to look through what is stored. */
async function inspect(
  how: Inspection,
  found: (plugin: string, fault: StoredFault) => void,
): Promise<readonly string[]> {
  const config = { ...loadConfig(), logLevel: 'warn' as const };
  const app = await createApp(config, await loggerFor(config, STDERR), { serves: false });
  try {
    return await app.inspect(how, found);
  } finally {
    await app.close(0);
  }
}

const host: CliHost = {
  start,
  inspect,
  openOperations,
  startEphemeral,
  bootReport,
  loadPlugins: async () => (await pluginsFor(loadConfig())).plugins,
};

/** The `oracle` command. Sets the process's exit code; never throws. */
export async function main(argv: readonly string[]): Promise<void> {
  await buildCli(host)(argv);
}
