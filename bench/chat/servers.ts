import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ChatCall } from './client.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS = join(ROOT, 'bench/peers');
const BIN = join(ROOT, 'bin/oracle.mjs');

/** A server under test, running in a process of its own. */
export interface RunningServer {
  readonly pid: number;
  /** Milliseconds from its start to the first accepted connection. */
  readonly bootMs: number;
  /** Where it keeps its database, if it has one. */
  readonly dataDir: string;
  /** `count` chats, each on a thread of its own unless `oneThread`. */
  calls(message: string, count: number, oneThread?: boolean): Promise<ChatCall[]>;
  /** Asks it to end and waits; what it wrote stays. */
  stop(): Promise<void>;
  /** Stops it and removes what it wrote. */
  discard(): Promise<void>;
}

export interface StartOptions {
  readonly modelUrl: string;
  /** Keep conversations on disk, where that is a choice. */
  readonly durable?: boolean;
  /** Leave out the tools of the benchmark: the product as it is installed. */
  readonly plain?: boolean;
}

/** One of the things that are compared. */
export interface Contestant {
  readonly name: string;
  /** Whether it can keep conversations on disk here. */
  readonly durable: boolean;
  /** Whether it is one of those that are installed for the comparison. */
  readonly isPeer: boolean;
  start(options: StartOptions): Promise<RunningServer>;
}

const newThread = () => `thread-${randomUUID()}`;

/** This project, with SQLite on disk, an API key, its default plugins and the tools of the benchmark. */
const oracle: Contestant = {
  name: 'oracle-runtime',
  durable: true,
  isPeer: false,
  async start({ modelUrl, plain = false }) {
    const dir = mkdtempSync(join(tmpdir(), 'bench-oracle-'));
    const port = await freePort();
    const env = {
      PORT: String(port),
      LLM_BASE_URL: modelUrl,
      LLM_API_KEY: 'none',
      LLM_MODEL: 'fake',
      RATE_LIMIT_PER_MINUTE: '1000000',
      RUNS_PER_PRINCIPAL: '100000',
    };
    writeFileSync(
      join(dir, 'oracle.config.json'),
      JSON.stringify({ name: 'bench', description: 'A benchmark.' }),
    );
    if (!plain) installTools(dir);
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [BIN, ...args], {
        cwd: dir,
        env: { ...process.env, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    const key = run('keys', 'create', '--name', 'bench', '--scope', 'chat').trim();
    const child = await launch([BIN, 'start', '--create-identity'], dir, env, port);
    const base = `http://127.0.0.1:${port}`;
    const headers = { Authorization: `Bearer ${key}` };
    const newSession = async () => {
      const response = await fetch(`${base}/sessions`, { method: 'POST', headers });
      return z.object({ sessionId: z.string() }).parse(await response.json()).sessionId;
    };
    return {
      ...child,
      dataDir: join(dir, 'data'),
      async calls(message, count, oneThread = false) {
        const shared = oneThread ? await newSession() : undefined;
        const calls: ChatCall[] = [];
        for (let i = 0; i < count; i += 1) {
          const url = `${base}/messages/${shared ?? (await newSession())}`;
          calls.push({ url, headers, body: { message, stream: true } });
        }
        return calls;
      },
      async discard() {
        await child.stop();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  },
};

function peer(
  name: string,
  script: string,
  path: string,
  body: (thread: string, message: string) => unknown,
  durable = false,
): Contestant {
  return {
    name,
    durable,
    isPeer: true,
    async start({ modelUrl, durable: onDisk = false }) {
      const dir = mkdtempSync(join(tmpdir(), 'bench-peer-'));
      const port = await freePort();
      const env = {
        PORT: String(port),
        MODEL_URL: modelUrl,
        NODE_ENV: 'production',
        VOLTAGENT_TELEMETRY_DISABLED: 'true',
        MASTRA_TELEMETRY_DISABLED: '1',
        ...(onDisk && { CHECKPOINT_DB: join(dir, 'checkpoints.sqlite') }),
      };
      const child = await launch([join(PEERS, script)], dir, env, port);
      const url = `http://127.0.0.1:${port}${path}`;
      return {
        ...child,
        dataDir: dir,
        async calls(message, count, oneThread = false) {
          const shared = oneThread ? newThread() : undefined;
          return Array.from({ length: count }, () => ({ url, body: body(shared ?? newThread(), message) }));
        },
        async discard() {
          await child.stop();
          rmSync(dir, { recursive: true, force: true });
        },
      };
    },
  };
}

const own = (thread: string, message: string) => ({ thread, message });

/** This project first, then what it is compared with. */
export const CONTESTANTS: readonly Contestant[] = [
  oracle,
  peer('LangChain createAgent', 'langchain.mjs', '/chat', own, true),
  peer('OpenAI Agents SDK', 'openai-agents.mjs', '/chat', own),
  peer('Mastra', 'mastra.mjs', '/api/agents/oracle/stream', (_, message) => ({
    messages: [{ role: 'user', content: message }],
  })),
  peer('VoltAgent', 'voltagent.mjs', '/agents/oracle/chat', (thread, message) => ({
    input: [{ id: newThread(), role: 'user', parts: [{ type: 'text', text: message }] }],
    options: { userId: 'bench', conversationId: thread },
  })),
];

/** Versions of what is compared, as its `package.json` pins them. */
export function peerVersions(): Readonly<Record<string, string>> {
  const text = readFileSync(join(PEERS, 'package.json'), 'utf8');
  return z.object({ dependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(text)).dependencies;
}

/** Installs the peers once; they are no dependency of this project. Some ask for a newer Node and run on 20 all the same. */
export function installPeers(): void {
  execFileSync(
    'npm',
    ['install', '--engine-strict=false', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'],
    {
      cwd: PEERS,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

/** Starts `node args`, waits for its port and gives back what any server has. */
async function launch(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  port: number,
) {
  const log = join(cwd, 'output.log');
  const output = openSync(log, 'w');
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  const bootMs = await untilListening(child, port, startedAt).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${args[0]} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`, { cause: error });
  });
  return { pid: child.pid ?? -1, bootMs, stop: () => stop(child) };
}

async function untilListening(child: ChildProcess, port: number, startedAt: number): Promise<number> {
  while (performance.now() - startedAt < 60_000) {
    if (child.exitCode !== null) throw new Error(`it exited with ${child.exitCode}`);
    if (await accepts(port)) return performance.now() - startedAt;
    await sleep(5);
  }
  throw new Error('it did not listen within a minute');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await exited;
  clearTimeout(cut);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The same tools that the peers declare, as plugins of the project: four always bound, one behind a capability. */
function installTools(dir: string): void {
  mkdirSync(join(dir, 'node_modules'), { recursive: true });
  symlinkSync(ROOT, join(dir, 'node_modules/oracle-runtime'));
  symlinkSync(join(ROOT, 'node_modules/zod'), join(dir, 'node_modules/zod'));
  mkdirSync(join(dir, 'src/plugins'), { recursive: true });
  const plugin = (name: string, loading: string, filter: string) => `
import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { TOOLS } from ${JSON.stringify(join(PEERS, 'tools.mjs'))};
const tools = TOOLS.filter(({ name }) => ${filter}).map((tool) => defineTool(tool));
export default definePlugin({
  name: '${name}', version: '1.0.0',
  manifest: { title: '${name}', summary: 'Tools of the benchmark.', whenToUse: ['In a benchmark'], loading: '${loading}' },
  setup: () => ({ tools }),
});`;
  writeFileSync(
    join(dir, 'src/plugins/bench-basics.mjs'),
    plugin('bench-basics', 'always', "!['load_capability', 'get_bench_weather'].includes(name)"),
  );
  writeFileSync(
    join(dir, 'src/plugins/bench-weather.mjs'),
    plugin('bench-weather', 'on-demand', "name === 'get_bench_weather'"),
  );
}
