import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capabilitiesOf, createAgent, createModels } from '../../agent/index.js';
import { createAuthenticator, createPlainDids, createUcans, loadIdentity } from '../../auth/index.js';
import type { Identity } from '../../auth/types.js';
import { bootPlugins } from '../../boot/index.js';
import type { BootResult } from '../../boot/types.js';
import type { Config } from '../../config-types.js';
import { withViews } from '../../operations/index.js';
import type { Logger, OracleInfo, Plugin, PluginContext } from '../../plugin/index.js';
import type { RunManager } from '../../runs/run-manager-types.js';
import { openStore } from '../../store/index.js';
import type { Store } from '../../store/types.js';
import {
  type ConstantScript,
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/scripted-model-server.js';
import { createHttpServer } from '../index.js';
import type { ProcessState } from '../routes/health.js';

/** The HTTP app on a real socket over the real store, authentication, boot and agent; only the model is scripted. */
export interface TestApp {
  readonly url: string;
  readonly store: Store;
  readonly runs: RunManager;
  readonly identity: Identity | undefined;
  readonly model: ScriptedModelServer;
  readonly logs: readonly LogLine[];
  state: ProcessState;
  /** An API key with these scopes. */
  key(...scopes: string[]): Promise<string>;
  /** `fetch` on a path with a key. */
  get(path: string, key?: string, init?: RequestInit): Promise<Response>;
  /** Sends JSON with a key. */
  post(path: string, key: string | undefined, body: unknown, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface TestAppOptions {
  readonly plugins?: readonly Plugin[];
  readonly script?: readonly ScriptedStep[] | ConstantScript;
  readonly config?: Partial<Config>;
  /** Default: a fresh identity. */
  readonly identity?: false;
  /** Starts `ready` promises and background tasks. Default true. */
  readonly background?: boolean;
}

const clock = { now: () => Date.now() };

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oracle-http-'));
  const model = await startScriptedModelServer(options.script ?? []);
  const config = testConfig(dataDir, model.url, options.config);
  const logs: LogLine[] = [];
  const logger = recordingLogger(logs);
  const store = await openStore({ dataDir, clock });
  const identity = options.identity === false ? undefined : await loadIdentity({ dataDir, create: true });
  const oracle: OracleInfo = {
    name: config.name,
    description: config.description,
    version: '0.1.0',
    did: identity?.did,
    entityDid: undefined,
    network: config.network,
  };
  const ending = new AbortController();
  let booted: BootResult | undefined;
  const ucans = createUcans({
    store,
    identity,
    clock,
    logger,
    publicUrl: config.publicUrl,
    skewSeconds: config.ucanSkewSeconds,
    localDidWeb: config.didWebLocal,
    users: config.ucanUsers,
    booted: () => booted,
  });
  const boot = await bootPlugins({
    plugins: options.plugins ?? [],
    config,
    migrate: store.migrate,
    withViews: (_plugin, contribution) =>
      withViews(contribution, {
        delegations: ucans.delegations,
        logger,
        record: store.audit.record,
        holdAnswers: true,
      }),
    log: () => {},
    clock,
    contextFor(plugin, env, section, use): PluginContext {
      return {
        oracle,
        env,
        config: section,
        logger,
        database: { as: <Tables>() => store.db as unknown as import('kysely').Kysely<Tables> },
        blobs: store.blobs(plugin.name),
        keys: store.keys(plugin.name),
        models: createModels(config.models, () => []),
        clock,
        signer: identity,
        delegations: ucans.delegations,
        dids: createPlainDids({ clock, did: identity?.did, publicUrl: undefined, local: config.didWebLocal }),
        signal: ending.signal,
        use: use as PluginContext['use'],
      };
    },
  });
  booted = boot;
  if (options.background !== false) boot.startBackground(ending.signal);
  const models = createModels(config.models, () => capabilitiesOf(boot));
  const runs = createAgent({ boot, store, config, oracle, models, logger, clock });
  const app: { state: ProcessState } = { state: 'ready' };
  const server = createHttpServer({
    config,
    boot,
    runs,
    store,
    authenticator: createAuthenticator({ store, identity, clock, ucans }),
    delegations: ucans.delegations,
    identity,
    oracle,
    logger,
    clock,
    state: () => app.state,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const withKey = (key: string | undefined) => (key === undefined ? {} : { Authorization: `Bearer ${key}` });
  return Object.assign(app, {
    url,
    store,
    runs,
    identity,
    model,
    logs,
    async key(...scopes: string[]) {
      const { secret } = await store.apiKeys.create({ name: `key-${randomUUID()}`, scopes });
      return secret;
    },
    get: (path: string, key?: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { ...withKey(key), ...init.headers } }),
    post: (path: string, key: string | undefined, body: unknown, init: RequestInit = {}) =>
      fetch(url + path, {
        method: 'POST',
        ...init,
        headers: { 'Content-Type': 'application/json', ...withKey(key), ...init.headers },
        body: JSON.stringify(body),
      }),
    async close() {
      await runs.drain(0);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      ending.abort();
      await boot.dispose();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
      await model.close();
    },
  });
}

function testConfig(dataDir: string, modelUrl: string, overrides: Partial<Config> = {}): Config {
  return {
    name: 'tester',
    description: 'An oracle under test.',
    network: 'devnet',
    features: {},
    plugins: {},
    mcpServers: {},
    host: '127.0.0.1',
    port: 0,
    dataDir,
    logLevel: 'silent',
    ucanSkewSeconds: 0,
    didWebLocal: false,
    ucanUsers: ['*'],
    corsOrigins: [],
    allowedHosts: [],
    rateLimitPerMinute: 100_000,
    trustProxy: false,
    shutdownGraceMs: 1000,
    heartbeatMs: 15_000,
    models: {
      provider: 'openai',
      apiKey: 'test',
      baseUrl: modelUrl,
      model: 'scripted',
      maxSteps: 10,
      timeoutMs: 10_000,
      maxHistoryChars: 100_000,
    },
    sources: { configFile: 'oracle.config.json' },
    env: {},
    ...overrides,
  };
}

function recordingLogger(lines: LogLine[], bound: Readonly<Record<string, unknown>> = {}): Logger {
  const at = (level: LogLine['level']) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push({ level, fields: { ...bound, ...fields }, message });
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => recordingLogger(lines, { ...bound, ...fields }),
  };
}
