import { setTimeout as sleep } from 'node:timers/promises';
import { scratchDatabase } from '../../src/testing/scratch-database.js';
import type { OracleProcess } from '../../test/support/oracle-process.js';
import { startRoundRobin } from '../../test/support/round-robin.js';
import { Client, readEvents, type SseEvent, textOf } from '../../test/support/sse.js';
import { quantile } from '../chat/process-stats.js';
import { type Figure, seconds, setStage } from './stage.js';

const PROCESSES = 3;
const TALKERS = 12;
const TOKENS = 40;
const EVERY_MS = 50;
/** Between two kills. */
const QUIET_MS = { least: 2_000, most: 8_000 };
const TERMINAL: ReadonlySet<string> = new Set(['done', 'error', 'cancelled', 'interrupted']);
const WHOLE = Array.from({ length: TOKENS }, (_, index) => `word${index} `).join('');

interface Tally {
  done: number;
  ended: number;
  /** Requests that no process answered and that were sent again. */
  again: number;
  readonly faults: string[];
  /** From the moment a stream broke off to the event that ended its run, of runs whose process was killed. */
  readonly endedAfterMs: number[];
}

/** Any of three processes on one PostgreSQL is killed at random, while a dozen people talk through a load balancer. */
export async function killStorm(minutes: number): Promise<Figure[]> {
  const database = scratchDatabase('storm');
  await database.create();
  const stage = await setStage({ DATABASE_URL: database.url() });
  const balancer = await startRoundRobin();
  const tally: Tally = { done: 0, ended: 0, again: 0, faults: [], endedAfterMs: [] };
  try {
    const oracles = [await stage.project.start()];
    const key = await stage.project.createKey('chat');
    while (oracles.length < PROCESSES) oracles.push(await stage.project.start());
    const use = () => balancer.use(oracles.map(({ url }) => url));
    use();
    const until = performance.now() + minutes * 60_000;
    const talkers = Array.from({ length: TALKERS }, () => talk(new Client(balancer.url, key), until, tally));
    let kills = 0;
    while (performance.now() < until) {
      await sleep(QUIET_MS.least + Math.random() * (QUIET_MS.most - QUIET_MS.least));
      const at = Math.floor(Math.random() * PROCESSES);
      await (oracles[at] as OracleProcess).stop('SIGKILL');
      kills += 1;
      oracles[at] = await stage.project.start();
      use();
    }
    await Promise.all(talkers);
    for (const fault of tally.faults.slice(0, 10)) console.error(fault);
    return figuresOf(tally, minutes, kills);
  } finally {
    balancer.close();
    await stage.close();
    await database.drop();
  }
}

function figuresOf(
  { done, ended, again, faults, endedAfterMs }: Tally,
  minutes: number,
  kills: number,
): Figure[] {
  const runs = done + ended;
  return [
    { what: `kills of one of ${PROCESSES} processes in ${minutes} min`, value: String(kills) },
    { what: 'answers, whole / ended by a kill', value: `${done} / ${ended}` },
    { what: 'requests that met a dead process and were sent again', value: String(again) },
    {
      what: `answers with a lost, doubled or late event, or without one end (of ${runs})`,
      value: String(faults.length),
      holds: faults.length === 0,
    },
    {
      what: 'from a broken stream to the end of its answer, median / most',
      value:
        endedAfterMs.length === 0
          ? 'none'
          : `${seconds(quantile(endedAfterMs, 0.5))} / ${seconds(Math.max(...endedAfterMs))}`,
      holds: endedAfterMs.every((ms) => ms < 45_000),
    },
  ];
}

async function talk(client: Client, until: number, tally: Tally): Promise<void> {
  let sessionId = await persistently(tally, () => client.createSession());
  while (performance.now() < until) {
    const response = await persistently(tally, async () => {
      const begun = await client.send(sessionId, `count=${TOKENS} every=${EVERY_MS}`);
      if (begun.status === 200) return begun;
      const { code, errors } = (await begun.json()) as { code: string; errors?: { message: string }[] };
      const [active] = errors ?? [];
      // A message whose answer began although nobody heard of it.
      if (code === 'run_active' && active !== undefined) return client.rejoin(sessionId, active.message);
      throw new Error(code);
    });
    const { events, brokenAt } = await follow(client, sessionId, response, tally);
    const fault = faultOf(events);
    if (fault !== undefined) tally.faults.push(`${sessionId}: ${fault}`);
    if (events.at(-1)?.event === 'done') tally.done += 1;
    else {
      tally.ended += 1;
      if (brokenAt !== undefined) tally.endedAfterMs.push(performance.now() - brokenAt);
    }
    if (Math.random() < 0.2) sessionId = await persistently(tally, () => client.createSession());
  }
}

/** Reads a run to its end, over as many connections as it takes. */
async function follow(client: Client, sessionId: string, first: Response, tally: Tally) {
  const events: SseEvent[] = [];
  let brokenAt: number | undefined;
  let response = first;
  for (;;) {
    await readEvents(response, (event) => {
      events.push(event);
      return false;
    }).catch(() => undefined);
    const last = events.at(-1);
    if (last !== undefined && TERMINAL.has(last.event)) return { events, brokenAt };
    brokenAt ??= performance.now();
    const runId = last?.id.split(':')[0];
    response = await persistently(tally, async () => {
      const id = runId ?? (await lastRun(client, sessionId));
      const rejoined = await client.rejoin(sessionId, id, last?.id);
      if (rejoined.status === 200) return rejoined;
      throw new Error(`${rejoined.status}`);
    });
  }
}

async function lastRun(client: Client, sessionId: string): Promise<string> {
  const session = (await (await client.request('GET', `/sessions/${sessionId}`)).json()) as {
    lastRun: { runId: string } | null;
  };
  if (session.lastRun === null) throw new Error('no run');
  return session.lastRun.runId;
}

/** Why a run is not what was promised: every event once and in order, one end, and what was said a part of the whole. */
function faultOf(events: readonly SseEvent[]): string | undefined {
  const ends = events.filter(({ event }) => TERMINAL.has(event));
  if (ends.length !== 1) return `${ends.length} ends`;
  const seqs = events.map(({ id }) => Number(id.split(':')[1]));
  if (seqs.some((seq, index) => seq !== index + 1)) return `events ${seqs.join(',')}`;
  const text = textOf(events);
  if (!WHOLE.startsWith(text)) return `said ${JSON.stringify(text.slice(0, 80))}`;
  return ends[0]?.event === 'done' && text !== WHOLE ? 'done, and not whole' : undefined;
}

/** Does it until it works: a process may be killed at any moment. */
async function persistently<T>(tally: Tally, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      tally.again += 1;
      await sleep(200);
    }
  }
}
