import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chats } from './client.js';
import { cpuMs, quantile, residentBytes } from './process-stats.js';
import type { Contestant, RunningServer } from './servers.js';

/** How much is done; a quick run only shows that everything works. */
export interface Effort {
  readonly boots: number;
  readonly warmUp: number;
  /** Chats at 1, 16 and 64 at a time. */
  readonly chats: Readonly<Record<Concurrency, number>>;
  readonly threeCalls: number;
  readonly streams: number;
  readonly streamTokens: number;
  readonly turns: number;
}

export const CONCURRENCIES = [1, 16, 64] as const;
export type Concurrency = (typeof CONCURRENCIES)[number];

export interface Load {
  readonly cpuMsPerRequest: number;
  readonly requestsPerSecond: number;
  readonly firstTokenMs: number;
}

/** What was measured of one contestant: all of it, unless its server died on the way. */
export interface Result {
  readonly load: Partial<Record<Concurrency, Load>>;
  threeCalls?: Load;
  bytesPerToken?: number;
  boot?: {
    readonly bootMs: number;
    readonly bootBytes: number;
    /** Milliseconds from the start of the process to the first token of a chat sent as soon as it listened. */
    readonly readyMs: number;
  };
  streams?: {
    readonly megabytesPerStream: number;
    readonly streamCpuPercent: number;
    readonly streamGapMs: number;
  };
}

/** `fault`: why the rest of the result is missing. */
export interface Measured {
  readonly result: Result;
  readonly fault?: string;
}

const RATE = 10;

/** Runs `count` chats and gives the server's CPU time, the throughput and the median time to the first token. */
async function load(
  server: RunningServer,
  message: string,
  count: number,
  concurrency: number,
): Promise<Load> {
  const calls = await server.calls(message, count);
  const cpuBefore = cpuMs(server.pid);
  const startedAt = performance.now();
  const timings = await chats(calls, concurrency, 'zq19');
  const seconds = (performance.now() - startedAt) / 1000;
  // Work that a server puts off until after its answer counts too.
  await sleep(200);
  return {
    cpuMsPerRequest: (cpuMs(server.pid) - cpuBefore) / count,
    requestsPerSecond: count / seconds,
    firstTokenMs: quantile(
      timings.map((timing) => timing.firstTokenMs),
      0.5,
    ),
  };
}

/**
 * What a token costs on the wire: the slope between a short and a long answer, without what frames every answer.
 * The tokens come one by one, since those that arrive together may leave together.
 */
async function bytesPerToken(server: RunningServer): Promise<number> {
  const bytes = async (tokens: number) => {
    const [timing] = await chats(await server.calls(`[${tokens}@50]`, 1), 1, `zq${tokens - 1}`);
    return timing?.bytes ?? Number.NaN;
  };
  const [short, long] = [await bytes(20), await bytes(70)];
  return (long - short) / 50;
}

/** Many slow streams at once on a fresh process: memory, CPU and smoothness. */
async function openStreams(contestant: Contestant, modelUrl: string, effort: Effort) {
  const server = await contestant.start({ modelUrl });
  try {
    await chats(await server.calls('[20]', effort.warmUp), 8, 'zq19');
    await sleep(1000);
    const calls = await server.calls(`[${effort.streamTokens}@${RATE}]`, effort.streams);
    const before = residentBytes(server.pid);
    const cpuBefore = cpuMs(server.pid);
    const startedAt = performance.now();
    let most = before;
    const watch = setInterval(() => {
      try {
        most = Math.max(most, residentBytes(server.pid));
      } catch {
        // The process is gone; its streams say so.
        clearInterval(watch);
      }
    }, 250);
    const timings = await chats(calls, effort.streams, `zq${effort.streamTokens - 1}`).finally(() =>
      clearInterval(watch),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      megabytesPerStream: (most - before) / effort.streams / 1e6,
      streamCpuPercent: (cpuMs(server.pid) - cpuBefore) / seconds / 10,
      streamGapMs: quantile(
        timings.flatMap(({ gapsMs }) => gapsMs),
        0.95,
      ),
    };
  } finally {
    await server.discard();
  }
}

/** Best of several starts of the product as it is installed, each answering one chat at once. */
async function boot(contestant: Contestant, modelUrl: string, times: number) {
  const boots: { bootMs: number; readyMs: number; bootBytes: number }[] = [];
  for (let i = 0; i < times; i += 1) {
    const server = await contestant.start({ modelUrl, plain: true });
    try {
      const bootBytes = residentBytes(server.pid);
      const askedAt = performance.now();
      const calls = await server.calls('[20]', 1);
      const waited = performance.now() - askedAt;
      const [timing] = await chats(calls, 1, 'zq19');
      const readyMs = server.bootMs + waited + (timing?.firstTokenMs ?? Number.NaN);
      boots.push({ bootMs: server.bootMs, readyMs, bootBytes });
    } finally {
      await server.discard();
    }
  }
  return {
    bootMs: Math.min(...boots.map(({ bootMs }) => bootMs)),
    readyMs: Math.min(...boots.map(({ readyMs }) => readyMs)),
    bootBytes: Math.min(...boots.map(({ bootBytes }) => bootBytes)),
  };
}

/** Everything but the database, for one contestant, as far as its server lives. */
export async function measure(contestant: Contestant, modelUrl: string, effort: Effort): Promise<Measured> {
  const result: Result = { load: {} };
  try {
    result.boot = await boot(contestant, modelUrl, effort.boots);
    await loads(contestant, modelUrl, effort, result);
    result.streams = await openStreams(contestant, modelUrl, effort);
    return { result };
  } catch (error) {
    return { result, fault: error instanceof Error ? error.message : String(error) };
  }
}

async function loads(contestant: Contestant, modelUrl: string, effort: Effort, result: Result) {
  const server = await contestant.start({ modelUrl });
  try {
    await chats(await server.calls('[20]', effort.warmUp), 8, 'zq19');
    await chats(await server.calls('[three]', Math.ceil(effort.warmUp / 4)), 8, 'zq19');
    for (const concurrency of CONCURRENCIES)
      result.load[concurrency] = await load(server, '[20]', effort.chats[concurrency], concurrency);
    result.threeCalls = await load(server, '[three]', effort.threeCalls, 4);
    result.bytesPerToken = await bytesPerToken(server);
  } finally {
    await server.discard();
  }
}

/**
 * Bytes of user and assistant text in `turns` turns of one thread, and by how much more data there is on disk than of one that
 * did nothing, once each process has ended and closed its files.
 */
export async function databaseGrowth(
  contestant: Contestant,
  modelUrl: string,
  turns: number,
): Promise<{ readonly textBytes: number; readonly diskBytes: number }> {
  const message = `[200] ${'How many households are in the sample? '.repeat(25)}`;
  const idle = await contestant.start({ modelUrl, durable: true });
  let before: number;
  try {
    await idle.stop();
    before = bytesUnder(idle.dataDir);
  } finally {
    await idle.discard();
  }
  const server = await contestant.start({ modelUrl, durable: true });
  try {
    await chats(await server.calls(message, turns, true), 1, 'zq199');
    const answer = Array.from({ length: 200 }, (_, index) => ` zq${index}`).join('');
    const textBytes = turns * (message.length + answer.length);
    await server.stop();
    return { textBytes, diskBytes: bytesUnder(server.dataDir) - before };
  } finally {
    await server.discard();
  }
}

/** What an oracle keeps free for a full disk is no data. */
const NO_DATA = new Set(['output.log', 'disk-reserve']);

function bytesUnder(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NO_DATA.has(entry.name))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
