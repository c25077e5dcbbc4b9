import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOracleApp } from '../../app.js';
import { loadConfig } from '../../config.js';
import type { Config } from '../../config-types.js';
import type { Plugin, Principal, RunEvent, SequencedEvent, ToolCallEvent } from '../../plugin/index.js';
import type { RunManager, StartRun } from '../../runs/run-manager-types.js';
import type { Store } from '../../store/types.js';
import {
  type ConstantScript,
  type LogLine,
  type ScriptedModelServer,
  type ScriptedStep,
  startScriptedModelServer,
} from '../../testing/index.js';
import { recordLog } from '../../testing/recorded-log.js';
import { seedDatabase } from '../../testing/seed-database.js';

export const OWNER: Principal = {
  id: 'did:key:owner',
  did: 'did:key:owner',
  kind: 'owner',
  name: 'owner',
  scopes: new Set(['*']),
};

export interface TestAgentOptions {
  readonly plugins?: readonly Plugin[];
  readonly script?: readonly ScriptedStep[] | ConstantScript;
  readonly models?: Partial<Config['models']>;
  readonly limits?: Partial<Config['runLimits']>;
  /** A directory to open again, as after a restart; it is then not removed at the end. */
  readonly dataDir?: string;
}

/** An oracle in this process that does not listen: its runs and its store, with a scripted model over HTTP. */
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
  await seedDatabase(dataDir);
  const { logger, lines } = recordLog();
  const { runs, store, close } = await createOracleApp({
    config: await testConfig(dataDir, server.url, options),
    plugins: options.plugins ?? [],
    logger,
    // A killed one would keep the folder for as long as this process lives.
    serves: false,
  });

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
    log: lines,
    dataDir,
    session: async (owner = OWNER) => (await store.sessions.create(owner.id)).id,
    chat: async (sessionId, message, more = {}) => {
      const { runId } = await runs.start({ principal: OWNER, sessionId, message, ...more });
      return read(sessionId, runId);
    },
    read,
    close: async () => {
      await close(0);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      await server.close();
    },
    kill: async () => {
      await store.close();
      await server.close();
    },
  };
}

async function testConfig(
  dataDir: string,
  baseUrl: string,
  { models = {}, limits = {} }: TestAgentOptions,
): Promise<Config> {
  const about = { name: 'Test oracle', description: 'Answers tests.' };
  await writeFile(join(dataDir, 'oracle.config.json'), JSON.stringify(about));
  const env = {
    DATA_DIR: dataDir,
    LLM_BASE_URL: baseUrl,
    LLM_API_KEY: 'test-key',
    LLM_MODEL: 'scripted',
    LLM_TIMEOUT_MS: '5000',
  };
  const config = loadConfig({ cwd: dataDir, env });
  return {
    ...config,
    models: { ...config.models, ...models },
    runLimits: { ...config.runLimits, ...limits },
  };
}

/** The whole text that a run streamed. */
export function textOf(events: readonly RunEvent[]): string {
  return events.map((event) => (event.type === 'message' ? event.content : '')).join('');
}

export function toolEvents(events: readonly RunEvent[]): ToolCallEvent[] {
  return events.filter((event) => event.type === 'tool_call');
}
