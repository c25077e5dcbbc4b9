import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, quantile, residentBytes } from '../chat/process-stats.js';
import { type Figure, megabytes, setStage } from './stage.js';

interface Target {
  readonly url: string;
  readonly key: string;
  readonly agent: Agent;
}

/** Answers that come at ten tokens a second, all at once: how far apart what a client hears is. */
export async function busyStreams(count: number, forSeconds: number): Promise<Figure[]> {
  const stage = await setStage();
  try {
    const oracle = await stage.project.start();
    const target = { url: oracle.url, key: await stage.project.createKey('chat'), agent: new Agent() };
    const before = residentBytes(oracle.pid);
    const sessions = await inTurn(count, 16, () => newSession(target));
    const gaps: number[] = [];
    let ended = 0;
    const tokens = forSeconds * 10;
    const streams = await inTurn(count, 32, async (at) => {
      const response = await say(target, sessions[at] ?? '', `count=${tokens} every=100`);
      let last = performance.now();
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text = text.slice(-40) + chunk;
        if (!chunk.includes('event: message')) return;
        const now = performance.now();
        gaps.push(now - last);
        last = now;
      });
      response.on('end', () => {
        if (text.includes('event: done')) ended += 1;
      });
      // In an object: a worker would wait for the promise itself, and open the next stream only after it.
      return { closed: new Promise<void>((resolve) => response.on('close', resolve)) };
    });
    await sleep(forSeconds * 250);
    const [cpuBefore, startedAt] = [cpuMs(oracle.pid), performance.now()];
    await sleep(forSeconds * 500);
    const core = (cpuMs(oracle.pid) - cpuBefore) / (performance.now() - startedAt);
    const during = residentBytes(oracle.pid);
    await Promise.all(streams.map(({ closed }) => closed));
    const p95 = quantile(gaps, 0.95);
    return [
      {
        what: `${count} open streams at 10 tokens/s, gap between messages, median`,
        value: `${quantile(gaps, 0.5).toFixed(0)} ms`,
      },
      { what: '95 of 100', value: `${p95.toFixed(0)} ms`, holds: p95 < 250 },
      { what: '99 of 100', value: `${quantile(gaps, 0.99).toFixed(0)} ms` },
      { what: 'CPU of the oracle meanwhile', value: `${core.toFixed(2)} of a core` },
      { what: 'answers that came to their end', value: `${ended} of ${count}`, holds: ended === count },
      {
        what: 'memory of the process before / with them',
        value: `${megabytes(before)} / ${megabytes(during)}`,
      },
    ];
  } finally {
    await stage.close();
  }
}

/** Streams on which nothing comes: what each costs. */
export async function idleStreams(count: number): Promise<Figure[]> {
  const stage = await setStage();
  try {
    const oracle = await stage.project.start();
    const key = await stage.project.createKey('chat', 'fs/list');
    const target = { url: oracle.url, key, agent: new Agent() };
    await (await listen(target)).destroy();
    await sleep(2_000);
    const before = residentBytes(oracle.pid);
    const open = await inTurn(count, 64, () => listen(target));
    for (const response of open) response.resume();
    await sleep(5_000);
    const after = residentBytes(oracle.pid);
    const started = performance.now();
    await newSession(target);
    const ms = performance.now() - started;
    for (const response of open) response.destroy();
    return [
      {
        what: `memory with ${count} idle streams, before / with them`,
        value: `${megabytes(before)} / ${megabytes(after)}`,
      },
      { what: 'a stream', value: `${((after - before) / count / 1024).toFixed(1)} KB` },
      { what: 'a request beside them', value: `${ms.toFixed(0)} ms` },
    ];
  } finally {
    await stage.close();
  }
}

/** Readers of one kilobyte a second: what waits for them is not kept in memory. */
export async function slowReaders(count: number, forSeconds: number): Promise<Figure[]> {
  const stage = await setStage();
  try {
    const oracle = await stage.project.start();
    const target = { url: oracle.url, key: await stage.project.createKey('chat'), agent: new Agent() };
    const sessions = await inTurn(count, 16, () => newSession(target));
    const before = residentBytes(oracle.pid);
    const streams = await inTurn(count, 32, (at) => say(target, sessions[at] ?? '', 'count=3000 every=2'));
    let most = before;
    const until = performance.now() + forSeconds * 1000;
    while (performance.now() < until) {
      for (const response of streams) response.read(1024) ?? response.read();
      most = Math.max(most, residentBytes(oracle.pid));
      await sleep(1_000);
    }
    const started = performance.now();
    await newSession(target);
    const ms = performance.now() - started;
    for (const response of streams) response.destroy();
    return [
      {
        what: `memory with ${count} readers of 1 KB/s, before / at most`,
        value: `${megabytes(before)} / ${megabytes(most)}`,
      },
      { what: 'a request beside them', value: `${ms.toFixed(0)} ms` },
    ];
  } finally {
    await stage.close();
  }
}

async function newSession({ url, key, agent }: Target): Promise<string> {
  const response = await ask(url, '/sessions', { method: 'POST', key, agent }, '{}');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return (JSON.parse(text) as { sessionId: string }).sessionId;
}

function say({ url, key, agent }: Target, sessionId: string, message: string): Promise<IncomingMessage> {
  const body = JSON.stringify({ message, stream: true });
  return ask(url, `/messages/${sessionId}`, { method: 'POST', key, agent }, body);
}

function listen({ url, key, agent }: Target): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    get(new URL('/api/fs/changes', url), { headers, agent }, resolve).on('error', reject);
  });
}

function ask(
  url: string,
  path: string,
  { method, key, agent }: { readonly method: string; readonly key: string; readonly agent: Agent },
  body: string,
): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { method, headers, agent }, resolve).on('error', reject).end(body);
  });
}

/** Does it `count` times, so many at once. */
async function inTurn<T>(count: number, atOnce: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  const worker = async () => {
    for (let at = next; at < count; at = next) {
      next += 1;
      results[at] = await work(at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
