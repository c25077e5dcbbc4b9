import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OracleApp } from './app-types.js';
import type { CliHost } from './cli/host.js';
import { buildCli } from './cli/index.js';
import { loadConfig } from './config.js';
import type { Inspection, StoredFault } from './plugin/index.js';
import { createApp, loggerFor, pluginsFor } from './shipped-app.js';
import { startOracle } from './start-oracle.js';

/** Within this a plugin knows more of what is wrong. */
const LOOKED_INTO_MS = 2_000;
const STDERR = (line: string) => void process.stderr.write(line);

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
async function bootedOnce<T>(look: (app: OracleApp) => T | Promise<T>): Promise<T> {
  const { databaseUrl: _, ...settings } = loadConfig();
  const dataDir = mkdtempSync(join(tmpdir(), 'oracle-report-'));
  try {
    const config = { ...settings, dataDir, logLevel: 'silent' as const };
    const app = await createApp(config, await loggerFor(config, STDERR), { serves: false });
    try {
      return await look(app);
    } finally {
      await app.close(0);
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Why something is not reached is found out beside other work: where anything is wrong it is asked a second time. */
async function healthOf(app: OracleApp) {
  const health = await app.health();
  if (health.every(({ status }) => status === 'ok')) return health;
  await sleep(LOOKED_INTO_MS);
  return app.health();
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
  start: startOracle,
  inspect,
  openOperations,
  startEphemeral,
  bootReport: () => bootedOnce((app) => app.report()),
  bootHealth: () => bootedOnce(healthOf),
  loadPlugins: async () => (await pluginsFor(loadConfig())).plugins,
};

/** The `oracle` command. Sets the process's exit code; never throws. */
export async function main(argv: readonly string[]): Promise<void> {
  await buildCli(host)(argv);
}
