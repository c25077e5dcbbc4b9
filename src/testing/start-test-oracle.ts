import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createOracleApp } from '../app.js';
import type { OracleApp } from '../app-types.js';
import { loadConfig } from '../config.js';
import type { Clock, Plugin } from '../plugin/index.js';
import { type LogLine, recordLog } from './recorded-log.js';
import {
  type ConstantScript,
  type ScriptedModelServer,
  startScriptedModelServer,
} from './scripted-model-server.js';
import type { ScriptedStep } from './scripted-step.js';
import { seedDatabase } from './seed-database.js';
import type { TestChat } from './test-chat.js';
import { type TestClient, testClient } from './test-client.js';
import { testClock } from './test-clock.js';
import { type TestGrant, ucanMint } from './test-grant.js';

export interface TestOracleOptions {
  /** What it is made of; nothing is bundled. */
  readonly plugins?: readonly Plugin[];
  /** What stands in its `oracle.config.json`, such as `{ plugins: { weather: { units: 'kelvin' } } }`. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Its environment; nothing of this process's own gets in. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further files of its folder: path -> content. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /**
   * What the model says, turn by turn; with it the oracle talks to a real OpenAI-compatible endpoint on loopback.
   * Without it the offline planner answers.
   */
  readonly script?: readonly ScriptedStep[] | ConstantScript;
  /** Default: real time. `advance` moves either. */
  readonly clock?: Clock;
  /** False: it has no signing identity, so nobody can sign in. */
  readonly identity?: boolean;
}

export interface TestKey {
  /** The DID under which the key acts. */
  readonly did?: string;
  /** Default: a fresh name. */
  readonly name?: string;
}

/** A whole oracle in this process, on a port and in a folder of its own. */
export interface TestOracle {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly app: OracleApp;
  /** Where its configuration, database and blobs are. */
  readonly dir: string;
  /** The scripted model; more steps can be pushed. Throws when the oracle was started without a script. */
  readonly model: ScriptedModelServer;
  /** Without a credential. */
  readonly anyone: TestClient;
  /** Signed in as the owner, as the page is. */
  readonly owner: TestClient;
  /** Somebody with an API key of these scopes: a new person at each call. */
  as(scopes: readonly string[], key?: TestKey): TestClient;
  /** Somebody with a UCAN for exactly this, minted anew for each request. */
  ucan(grant: TestGrant): TestClient;
  /** The token of one request. */
  token(grant: TestGrant): Promise<string>;
  /** A token that lets `grant.to` do it in the name of `grant.by`. */
  delegation(grant: TestGrant): Promise<string>;
  /** A conversation of the owner's. */
  chat(): Promise<TestChat>;
  /** Every line since the boot, of every level. */
  readonly logs: readonly LogLine[];
  /** The clock that the oracle asks. */
  readonly clock: Clock;
  /** Lets so many milliseconds pass for it; timers are real and do not notice. */
  advance(ms: number): void;
  /**
   * Ends it and removes its folder. Idempotent.
   * @throws Error when the model was asked something that the script does not hold, or a step was not used
   */
  close(): Promise<void>;
}

/**
 * Boots the real oracle with these plugins: real HTTP on a free port, real database, blobs and keys in a temporary
 * folder; only the model is played.
 *
 * @throws OracleError as the boot of any oracle does, such as for a plugin's setting that cannot be
 */
export async function startTestOracle(options: TestOracleOptions = {}): Promise<TestOracle> {
  const dir = await mkdtemp(join(tmpdir(), 'oracle-'));
  const model = options.script && (await startScriptedModelServer(options.script));
  const clock = testClock(options.clock);
  const { logger, lines } = recordLog();
  const removeAll = async () => {
    await rm(dir, { recursive: true, force: true });
    await model?.close();
  };
  let app: OracleApp;
  let url: string;
  try {
    await writeFiles(dir, options);
    const config = loadConfig({ cwd: dir, env: { ...environment(model), ...options.env } });
    if (config.databaseUrl === undefined) await seedDatabase(config.dataDir);
    app = await createOracleApp({
      config,
      plugins: options.plugins ?? [],
      logger,
      createIdentity: options.identity ?? true,
      clock,
    });
    ({ url } = await app.listen());
  } catch (error) {
    // The boot's own words, not those of a script that nobody could play.
    await removeAll().catch(() => undefined);
    throw error;
  }
  const mint = app.identity && ucanMint(app.identity, clock);
  const minted = () => mint ?? fail('This oracle has no identity, so nobody has a UCAN for it.');
  const owner = testClient(
    url,
    once(() => signIn(url, app)),
  );
  let closing: Promise<void> | undefined;

  return {
    url,
    app,
    dir,
    get model() {
      return (
        model ?? fail('This oracle asks the offline planner: give it a script, `[]` to push steps later.')
      );
    },
    anyone: testClient(url, async () => ({})),
    owner,
    as(scopes, { did, name = `${scopes.join('-')}-${randomUUID()}` } = {}) {
      const key = { name, scopes, ...(did === undefined ? {} : { did }) };
      return testClient(
        url,
        once(async () => bearer((await app.store.apiKeys.create(key)).secret)),
      );
    },
    ucan: (grant) =>
      testClient(url, async () => ({ ...bearer(await minted().token(grant)), 'X-Auth-Type': 'ucan' })),
    token: (grant) => minted().token(grant),
    delegation: (grant) => minted().delegation(grant),
    chat: () => owner.chat(),
    logs: lines,
    clock,
    advance: clock.advance,
    close() {
      closing ??= app.close(0).then(removeAll);
      return closing;
    },
  };
}

/** Where it keeps its things, and nothing that a test would run into by accident. */
function environment(model: ScriptedModelServer | undefined): Record<string, string> {
  return {
    DATA_DIR: 'data',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...(model && { LLM_BASE_URL: model.url, LLM_MODEL: 'scripted', LLM_API_KEY: 'scripted' }),
  };
}

async function writeFiles(dir: string, { config = {}, files = {} }: TestOracleOptions): Promise<void> {
  const file = { name: 'tester', description: 'An oracle under test.', ...config };
  for (const [path, content] of Object.entries({ 'oracle.config.json': JSON.stringify(file), ...files })) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), content);
  }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Redeems a one-time link for a session, as the page does. */
async function signIn(url: string, app: OracleApp) {
  const link = (await app.loginLink()) ?? fail('This oracle has no identity, so it has no owner.');
  const response = await fetch(`${url}/auth/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: link.split('#login=')[1] }),
  });
  if (!response.ok)
    throw new Error(`POST /auth/session answered ${response.status}: ${await response.text()}`);
  return bearer(((await response.json()) as { token: string }).token);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function fail(message: string): never {
  throw new Error(message);
}
