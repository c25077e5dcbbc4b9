import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capabilitiesOf, createModels } from '../../src/agent/index.js';
import { bootPlugins } from '../../src/boot/index.js';
import { loadConfig } from '../../src/config.js';
import { createLogger } from '../../src/logger.js';
import { withViews } from '../../src/operations/index.js';
import type { KnownCapability } from '../../src/planner/choosing/rank-capabilities.js';
import type { AnyOperation, Plugin, PluginContext } from '../../src/plugin/index.js';
import { openStore } from '../../src/store/index.js';
import { seedDatabase } from '../../src/testing/seed-database.js';
import { ALONE } from '../../src/testing/views-of.js';

interface Booted {
  readonly capabilities: readonly KnownCapability[];
  readonly operations: readonly AnyOperation[];
}

const booted = new WeakMap<readonly Plugin[], Promise<Booted>>();

/** What the agent would offer of these plugins. Those of the same list are booted once a process, as they were first. */
export async function bootedCapabilities(
  plugins: readonly Plugin[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly KnownCapability[]> {
  return (await bootOnce(plugins, env)).capabilities;
}

/** All that these plugins do. */
export async function bootedOperations(plugins: readonly Plugin[]): Promise<readonly AnyOperation[]> {
  return (await bootOnce(plugins)).operations;
}

function bootOnce(plugins: readonly Plugin[], env: Readonly<Record<string, string>> = {}): Promise<Booted> {
  const known = booted.get(plugins) ?? boot(plugins, env);
  booted.set(plugins, known);
  return known;
}

/** Boots plugins on a throw-away store. */
async function boot(plugins: readonly Plugin[], env: Readonly<Record<string, string>>): Promise<Booted> {
  const operations: AnyOperation[] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'capabilities-'));
  const clock = { now: () => Date.now() };
  await seedDatabase(dataDir);
  const store = await openStore({ dataDir, clock });
  try {
    const config = loadConfig({ cwd: dataDir, env: { ...env, DATA_DIR: dataDir } });
    const logger = createLogger({ level: 'error', format: 'text', write: () => undefined });
    const result = await bootPlugins({
      plugins,
      config,
      clock,
      log: () => undefined,
      migrate: (scope, steps) => store.migrate(scope, steps),
      withViews: (_plugin, contribution) => {
        operations.push(...(contribution.operations ?? []));
        return withViews(contribution, ALONE);
      },
      contextFor: (plugin, env, section, use) =>
        ({
          oracle: {
            name: 'test',
            description: '',
            version: '0.0.0',
            did: undefined,
            entityDid: undefined,
            network: 'devnet',
          },
          env,
          config: section,
          logger,
          database: { as: () => store.db },
          blobs: store.blobs(plugin.name),
          keys: store.keys(plugin.name),
          models: createModels(config.models, () => []),
          clock,
          signer: undefined,
          delegations: undefined,
          dids: undefined,
          signal: new AbortController().signal,
          use,
        }) as unknown as PluginContext,
    });
    const capabilities = capabilitiesOf(result);
    await result.dispose();
    return { capabilities, operations };
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
