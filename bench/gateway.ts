/**
 * What does a chain query over HTTP cost? This oracle's gateway beside the REST side of a node (that of the Cosmos SDK
 * 0.50, built with Go), over the same upstream, in one run, each in a process of its own. Prints one Markdown table.
 *
 *   npx tsx bench/gateway.ts              two minutes
 *   npx tsx bench/gateway.ts --quick      shows that it works, says little
 *
 * Needs Linux (/proc), wrk, Go 1.23 or newer and, once, its module proxy.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildSdkRest } from '../plugins/gateway/testing/sdk-rest.js';
import { bundleServer } from './bundle-server.js';
import { cpuMs, quantile, residentBytes } from './chat/process-stats.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const QUESTIONS = [
  ['a tiny body (49 bytes)', '/cosmos/bank/v1beta1/supply/by_denom?denom=uixo'],
  ['a validator (1 KB)', '/cosmos/staking/v1beta1/validators/ixovaloper1x'],
  ['100 validators (90 KB)', '/cosmos/staking/v1beta1/validators'],
] as const;
/** Aims by question: this oracle's CPU time over the node's. */
const AIMS = [2, undefined, 1 / 3] as const;
/** The same of the 99th percentile with many connections. */
const AIM_OF_MANY = 2;
const MANY = 1_000;

interface Gateway {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
}

/** One answer of wrk. */
interface Sample {
  readonly cpuMs: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Starts a server that says `{ url }` over IPC once it listens. */
async function start(script: string, log: number, args: readonly string[], env: Record<string, string>) {
  const child = fork(script, args, {
    cwd: ROOT,
    execArgv: script.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with ${code}`);
    }),
  ]);
  return { child, url: z.object({ url: z.string() }).parse(message).url };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const MS: Readonly<Record<string, number>> = { us: 1e-3, ms: 1, s: 1_000 };

/** Asks for `seconds` over kept connections. */
async function load(
  { pid, url }: Gateway,
  path: string,
  connections: number,
  seconds: number,
): Promise<Sample> {
  const before = cpuMs(pid);
  const { stdout } = await run('wrk', [
    '--latency',
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s'],
    url + path,
  ]);
  const spent = cpuMs(pid) - before;
  if (/Non-2xx or 3xx responses|Socket errors/.test(stdout)) throw new Error(`${url}${path}:\n${stdout}`);
  const latency = (share: string) => {
    const [, value, unit = ''] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * (MS[unit] ?? Number.NaN);
  };
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  return {
    cpuMs: spent / requests,
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: latency('50'),
    p99: latency('99'),
  };
}

/** Requests after which caches and compilers are warm. */
const WARM = 5_000;

async function warm(gateway: Gateway, path: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (let served = 0; served < WARM && Date.now() < deadline; ) {
    const { perSecond } = await load(gateway, path, 16, 2);
    served += perSecond * 2;
  }
}

/** Rounds in turn, so that a noisy moment meets both. */
async function compare(
  gateways: readonly Gateway[],
  path: string,
  connections: number,
  rounds: number,
  seconds: number,
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(gateways.map(({ name }) => [name, []]));
  for (const gateway of gateways) await warm(gateway, path);
  for (let round = 0; round < rounds; round++) {
    for (const gateway of gateways) {
      samples.get(gateway.name)?.push(await load(gateway, path, connections, seconds));
    }
  }
  return samples;
}

function row(question: string, unit: string, values: readonly number[], aim?: number): string {
  const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const [ours = Number.NaN, theirs = Number.NaN] = values;
  const verdict =
    aim === undefined ? '' : ` (aim ${figure(aim)}: ${ours / theirs <= aim ? 'met' : 'missed'})`;
  return `| ${question} | ${unit} | ${values.map(figure).join(' | ')} | ${(ours / theirs).toFixed(2)}${verdict} |`;
}

async function measure(gateways: readonly Gateway[], quick: boolean): Promise<string[]> {
  const [rounds, seconds] = quick ? [1, 1] : [5, 4];
  const lines: string[] = [];
  for (const [index, [question, path]] of QUESTIONS.entries()) {
    process.stderr.write(`measuring ${question} ...\n`);
    const samples = await compare(gateways, path, 16, rounds, seconds);
    const middle = (key: keyof Sample) =>
      gateways.map(({ name }) =>
        quantile(
          (samples.get(name) ?? []).map((sample) => sample[key]),
          0.5,
        ),
      );
    lines.push(
      row(question, 'CPU ms', middle('cpuMs'), AIMS[index]),
      row('', 'requests/s', middle('perSecond')),
      row('', 'p50 ms', middle('p50')),
      row('', 'p99 ms', middle('p99')),
    );
  }
  process.stderr.write(`measuring ${MANY} connections ...\n`);
  const samples = await compare(gateways, QUESTIONS[0][1], MANY, rounds, seconds);
  for (const key of ['cpuMs', 'p50', 'p99'] as const) {
    const all = gateways.map(({ name }) => (samples.get(name) ?? []).map((sample) => sample[key]));
    const name = { cpuMs: 'CPU ms', p50: 'p50 ms', p99: 'p99 ms' }[key];
    lines.push(
      row(
        key === 'cpuMs' ? `a tiny body, ${MANY} connections` : '',
        name,
        all.map((each) => quantile(each, 0.5)),
        key === 'p99' ? AIM_OF_MANY : undefined,
      ),
    );
    if (key === 'p99')
      lines.push(
        row(
          'its worst round',
          name,
          all.map((each) => Math.max(...each)),
        ),
      );
  }
  lines.push(
    row(
      'memory at the end',
      'MB',
      gateways.map(({ pid }) => residentBytes(pid) / 1e6),
    ),
  );
  return lines;
}

/** Resolves once a gateway knows what the node serves. */
async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer`);
}

async function main(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  const dir = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  const log = openSync(join(dir, 'oracle.log'), 'w');
  const closing: (() => Promise<void>)[] = [];
  try {
    const node = await start(join(ROOT, 'bench/gateway/node-server.ts'), log, [], {});
    closing.push(() => stop(node.child));
    const oracle = await start(await bundleServer('bench/gateway/oracle-server.ts'), log, [dir], {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      RATE_LIMIT_PER_MINUTE: '1000000',
      CHAIN_GRPC_URL: node.url,
      GATEWAY_PREFIX: 'cosmos',
    });
    closing.push(() => stop(oracle.child));
    const peer = await (await buildSdkRest()).start(node.url);
    closing.push(peer.close);
    const gateways = [
      { name: 'oracle-runtime', pid: oracle.child.pid ?? -1, url: oracle.url },
      { name: 'SDK 0.50', pid: peer.pid, url: peer.url },
    ];
    for (const { url } of gateways) await answering(url + QUESTIONS[0][1]);
    const lines = await measure(gateways, quick);
    process.stdout.write(
      [
        '',
        ...(quick ? ['A quick run: it shows that everything works; its figures are noise.', ''] : []),
        `| | | ${gateways.map(({ name }) => name).join(' | ')} | ratio |`,
        '|---|---|---:|---:|---:|',
        ...lines,
        '',
        `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), client, upstream and gateways`,
        'on one machine; medians of rounds in turn, 16 connections unless said. The oracle logs and counts every request.',
        'Compare within a row: the ratios of one run are what a shared machine can say.',
        '',
      ].join('\n'),
    );
  } finally {
    for (const close of closing.reverse()) await close();
    closeSync(log);
    rmSync(dir, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
