import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootPlugins } from '../../boot/index.js';
import type { Config } from '../../config-types.js';
import type {
  Clock,
  Logger,
  Models,
  OracleInfo,
  Plugin,
  PluginContext,
  Principal,
  RunEvent,
  SequencedEvent,
  ToolCallEvent,
} from '../../plugin/index.js';
import type { RunManager, StartRun } from '../../runs/run-manager-types.js';
import { openStore } from '../../store/index.js';
import type { Store } from '../../store/types.js';
import {
  type ConstantScript,
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/index.js';
import { capabilitiesOf, createAgent, createModels } from '../index.js';

export const OWNER: Principal = {
  id: 'did:key:owner',
  did: 'did:key:owner',
  kind: 'owner',
  name: 'owner',
  scopes: new Set(['*']),
};

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface TestAgentOptions {
  readonly plugins?: readonly Plugin[];
  readonly script?: readonly ScriptedStep[] | ConstantScript;
  readonly models?: Partial<Config['models']>;
  readonly limits?: Partial<Config['runLimits']>;
  /** A directory to open again, as after a restart; it is then not removed at the end. */
  readonly dataDir?: string;
}

/** A whole agent in this process: real boot, real store in a temporary directory, a scripted model over HTTP. */
export interface TestAgent {
  readonly runs: RunManager;
  readonly store: Store;
  readonly server: ScriptedModelServer;
  readonly log: readonly LogLine[];
  readonly dataDir: string;
  session(owner?: Principal): Promise<string>;
  /** Starts a run and reads it to its end. */
  chat(sessionId: string, message: string, more?: Partial<StartRun>): Promise<RunEvent[]>;
  /** Reads a run to its end. */
  read(sessionId: string, runId: string): Promise<RunEvent[]>;
  /** Asserts that the script was played to its end. */
  close(): Promise<void>;
  /** Leaves everything as a killed process would: nothing is closed but the connection to the database. */
  kill(): Promise<void>;
}

export async function startTestAgent(options: TestAgentOptions = {}): Promise<TestAgent> {
  const server = await startScriptedModelServer(options.script ?? []);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'oracle-agent-')));
  const clock: Clock = { now: () => Date.now() };
  const store = await openStore({ dataDir, clock });
  const config = testConfig(dataDir, server.url, options);
  const oracle: OracleInfo = {
    name: 'Test oracle',
    description: 'Answers tests.',
    version: '0.0.0',
    did: undefined,
    entityDid: undefined,
    network: 'devnet',
  };
  const log: LogLine[] = [];
  const logger = recordingLogger(log);
  const boot = await bootPlugins({
    plugins: options.plugins ?? [],
    config,
    clock,
    log: () => undefined,
    migrate: (scope, steps) => store.migrate(scope, steps),
    contextFor: (_, env, section, use) =>
      ({ oracle, env, config: section, logger, clock, use }) as unknown as PluginContext,
  });
  const models: Models = createModels(config.models, () => capabilitiesOf(boot));
  const runs = createAgent({ boot, store, config, oracle, models, logger, clock, inverse: () => undefined });

  const read = async (sessionId: string, runId: string): Promise<RunEvent[]> => {
    const all: SequencedEvent[] = [];
    for await (const batch of runs.events(OWNER, sessionId, runId, 0, new AbortController().signal))
      all.push(...batch);
    return all.map(({ event }) => event);
  };
  return {
    runs,
    store,
    server,
    log,
    dataDir,
    session: async (owner = OWNER) => (await store.sessions.create(owner.id)).id,
    chat: async (sessionId, message, more = {}) => {
      const { runId } = await runs.start({ principal: OWNER, sessionId, message, ...more });
      return read(sessionId, runId);
    },
    read,
    close: async () => {
      await runs.drain(0);
      await store.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      await server.close();
    },
    kill: async () => {
      await store.close();
      await server.close();
    },
  };
}

function testConfig(
  dataDir: string,
  baseUrl: string,
  { models = {}, limits = {} }: TestAgentOptions,
): Config {
  return {
    name: 'Test oracle',
    description: 'Answers tests.',
    network: 'devnet',
    features: {},
    plugins: {},
    mcpServers: {},
    externalScopes: ['chat'],
    host: '127.0.0.1',
    port: 0,
    dataDir,
    logLevel: 'silent',
    ucanSkewSeconds: 0,
    didWebLocal: false,
    ucanUsers: [],
    corsOrigins: [],
    allowedHosts: [],
    rateLimitPerMinute: 600,
    trustProxy: false,
    shutdownGraceMs: 1000,
    heartbeatMs: 15_000,
    runLimits: {
      seconds: 60,
      outputChars: 4_000_000,
      argumentBytes: 1_048_576,
      storedBytes: 67_108_864,
      perPrincipal: 100,
      ...limits,
    },
    sources: { configFile: '' },
    env: {},
    models: {
      provider: 'openai',
      apiKey: 'test-key',
      baseUrl,
      model: 'scripted',
      maxSteps: 30,
      timeoutMs: 5_000,
      maxHistoryChars: 400_000,
      ...models,
    },
  };
}

function recordingLogger(lines: LogLine[], bound: Readonly<Record<string, unknown>> = {}): Logger {
  const at = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push({ level, message, fields: { ...bound, ...fields } });
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => recordingLogger(lines, { ...bound, ...fields }),
  };
}

/** The whole text that a run streamed. */
export function textOf(events: readonly RunEvent[]): string {
  return events.map((event) => (event.type === 'message' ? event.content : '')).join('');
}

export function toolEvents(events: readonly RunEvent[]): ToolCallEvent[] {
  return events.filter((event) => event.type === 'tool_call');
}
