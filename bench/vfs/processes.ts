import { type ChildProcess, execFile, execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { bundleServer } from '../bundle-server.js';
import type { Done, Task } from './oracle-server.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PEERS = fileURLToPath(new URL('../peers/files', import.meta.url));

/** Installs what is compared with, once. */
export function installPeers(): void {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A server in a process of its own. */
export interface Server {
  readonly name: string;
  readonly pid: number;
  readonly origin: string;
  stop(): Promise<void>;
}

export interface Oracle extends Server {
  /** An API key with all scopes. */
  readonly key: string;
  perform(task: Task): Promise<Done>;
}

const hello = z.object({ url: z.string(), key: z.string() });
const done = z.object({
  id: z.string().optional(),
  ms: z.number(),
  turns: z.object({ worst: z.number(), worstCpu: z.number() }).optional(),
});

/** This project, logging every request to a file. */
export async function startOracle(dir: string): Promise<Oracle> {
  const script = await bundleServer('bench/vfs/oracle-server.ts');
  const log = openSync(join(dir, 'oracle.log'), 'w');
  const child = fork(script, [dir], {
    cwd: ROOT,
    execArgv: [],
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  });
  closeSync(log);
  const { url, key } = hello.parse(await answerOf(child));
  return {
    name: 'oracle-runtime',
    pid: child.pid ?? -1,
    origin: url,
    key,
    async perform(task) {
      const answer = answerOf(child);
      child.send(task);
      const { id, ms, turns } = done.parse(await answer);
      return { ms, ...(id === undefined ? {} : { id }), ...(turns === undefined ? {} : { turns }) };
    },
    stop: () => stop(child),
  };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`The oracle under test exited with ${code}.`);
      }),
    ]);
    return answer;
  } finally {
    answered.abort();
  }
}

/** nginx with one worker, its access log on. Undefined when it is not installed. */
export async function startNginx(dir: string, root: string): Promise<Server | undefined> {
  if (!isInstalled('nginx', '-v')) return undefined;
  const port = await freePort();
  const config = join(dir, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${dir}/${kind};`)
    .join(' ');
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${dir}/nginx.pid; error_log ${dir}/nginx-error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log ${dir}/nginx-access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`,
  );
  return serve('nginx', 'nginx', ['-p', dir, '-c', config], port);
}

/** sirv, as its documentation shows it. */
export async function startSirv(root: string): Promise<Server> {
  const port = await freePort();
  return serve('sirv', process.execPath, [join(PEERS, 'sirv-server.mjs'), root, String(port)], port);
}

async function serve(name: string, command: string, args: readonly string[], port: number): Promise<Server> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries > 1000 || child.exitCode !== null) throw new Error(`${name} did not start.`);
    await sleep(10);
  }
  return { name, pid: child.pid ?? -1, origin: `http://127.0.0.1:${port}`, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), 3000);
  await exited;
  clearTimeout(cut);
}

/** Whether a command runs at all. */
export function isInstalled(command: string, flag: string): boolean {
  return spawnSync(command, [flag], { stdio: 'ignore' }).error === undefined;
}

/** One download by curl: seconds to the first byte and in all, bytes. */
export async function download(url: string): Promise<{ firstByte: number; seconds: number; bytes: number }> {
  const format = '%{http_code} %{time_starttransfer} %{time_total} %{size_download}';
  const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', format, url]);
  const [status, firstByte = Number.NaN, seconds = Number.NaN, bytes = Number.NaN] = stdout
    .split(' ')
    .map(Number);
  if (status !== 200) throw new Error(`${url} answered ${status}.`);
  return { firstByte, seconds, bytes };
}

/** One upload of a file by curl, as a new file at `path`: bytes a second. */
export async function upload({ origin, key }: Oracle, path: string, from: string): Promise<number> {
  const { stdout } = await run('curl', [
    ...['-s', '-o', '/dev/null', '-w', '%{http_code} %{speed_upload}', '-X', 'POST', '-T', from],
    ...[
      '-H',
      `Authorization: Bearer ${key}`,
      '-H',
      'Content-Type: application/octet-stream',
      '-H',
      'Expect:',
    ],
    `${origin}/api/fs/files?path=${path}`,
  ]);
  const [status, speed = Number.NaN] = stdout.split(' ').map(Number);
  if (status !== 201) throw new Error(`The upload of ${path} was answered ${status}.`);
  return speed;
}

/** Requests a second over 16 kept connections, by wrk. */
export async function requestRate(
  url: string,
  seconds: number,
  headers: readonly string[] = [],
): Promise<number> {
  const { stdout } = await run('wrk', [
    ...['-t1', '-c16', `-d${seconds}s`],
    ...headers.flatMap((header) => ['-H', header]),
    url,
  ]);
  if (/Non-2xx or 3xx responses/.test(stdout)) throw new Error(`${url} answered with errors:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Seconds until a command has written all its output, which nobody keeps. */
export async function timeOutput(command: string, args: readonly string[], cwd: string): Promise<number> {
  const start = performance.now();
  const sink = openSync('/dev/null', 'w');
  const child = spawn(command, args, { cwd, stdio: ['ignore', sink, 'inherit'] });
  closeSync(sink);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return (performance.now() - start) / 1000;
}

/** The command that archives a directory with archiver. */
export const archiverArgs = (directory: string, name: string) => [
  join(PEERS, 'zip-archiver.mjs'),
  directory,
  name,
];

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
