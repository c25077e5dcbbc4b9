import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { isTerminal, OracleError, type Principal, type SequencedEvent } from '../plugin/index.js';
import { openStore } from '../store/index.js';
import { testClock } from '../store/repository-suites/fixtures.js';
import type { Store } from '../store/types.js';
import {
  type SimulatedProcess,
  settled,
  settledInPart,
  startProcess,
  type World,
} from './testing/simulated-process.js';

/** Plays of each call of the test; `FC_SEED=<seed>` plays a failure again. */
const RUNS = Number(process.env['SIMULATIONS'] ?? 40);
const OWNER: Principal = {
  id: 'did:key:zOwner',
  did: 'did:key:zOwner',
  kind: 'owner',
  name: 'owner',
  scopes: new Set(['*']),
};
/** Refusals that somebody may meet who says something, decides, cancels or is cut off at any moment. */
const REFUSALS: ReadonlySet<string> = new Set([
  'run_active',
  'conflict',
  'not_found',
  'gone',
  'shutting_down',
]);

const clock = testClock();
let dataDir = '';
let truth: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oracle-simulation-'));
  truth = await openStore({ dataDir, clock, alone: false });
});
afterAll(async () => {
  await truth.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => vi.useRealTimers());

const WHAT = [
  ...['say', 'say', 'say', 'ask', 'ask', 'decide', 'decide', 'follow', 'rejoin', 'abort', 'delete'],
  ...['kill', 'freeze', 'freeze', 'freeze', 'wake', 'time', 'time'],
] as const;
const stepArbitrary = fc.record({
  what: fc.constantFrom(...WHAT),
  process: fc.nat(1),
  session: fc.nat(1),
  /** How often others come to their turn before it. */
  turns: fc.nat(30),
});
type Step = {
  readonly what: (typeof WHAT)[number];
  readonly process: number;
  readonly session: number;
  readonly turns: number;
};

/** Somebody says something to a process that stands still some turns later. */
const standstillArbitrary = fc
  .record({ process: fc.nat(1), session: fc.nat(1), turns: fc.integer({ min: 5, max: 40 }) })
  .map(({ turns, ...at }): Step[] => [
    { what: 'say', turns: 0, ...at },
    { what: 'freeze', turns, ...at },
  ]);

/** What somebody was told of a run, from its first event on. */
interface Heard {
  readonly by: SimulatedProcess;
  readonly runId: string;
  readonly events: SequencedEvent[];
  ended: boolean;
}

interface Play extends World {
  readonly processes: readonly SimulatedProcess[];
  readonly sessions: readonly string[];
  readonly heard: Heard[];
  readonly faults: unknown[];
  /** Wishes that nobody has answered yet, and who does not. */
  readonly open: Set<SimulatedProcess>;
}

/** Does what somebody wishes of one process. A refusal is as good an answer as any. */
async function ask(play: Play, { what }: Step, process: SimulatedProcess, sessionId: string): Promise<void> {
  const { runs, store } = process;
  switch (what) {
    case 'abort':
      return void (await runs.abort(OWNER, sessionId));
    case 'decide':
      return void (await runs.decide(OWNER, sessionId, [{ id: 'c', approved: true }]));
    case 'delete':
      // As the route does.
      await runs.abort(OWNER, sessionId);
      return void (await store.sessions.delete(OWNER.id, sessionId));
    case 'rejoin': {
      const last = await store.runs.last(sessionId);
      if (last !== undefined) await listen(play, process, sessionId, last.id);
      return;
    }
    default: {
      const message = what === 'ask' ? 'ask' : 'say';
      const { runId } = await runs.start({ principal: OWNER, sessionId, message });
      if (what === 'follow') await listen(play, process, sessionId, runId);
    }
  }
}

async function listen(play: Play, by: SimulatedProcess, sessionId: string, runId: string): Promise<void> {
  const heard: Heard = { by, runId, events: [], ended: false };
  play.heard.push(heard);
  for await (const batch of by.runs.events(OWNER, sessionId, runId, 0, new AbortController().signal)) {
    if (by.isDead) return;
    heard.events.push(...batch);
  }
  heard.ended = true;
}

function take(play: Play, step: Step): void {
  const process = play.processes[step.process];
  const sessionId = play.sessions[step.session];
  if (process === undefined || sessionId === undefined || process.isDead) return;
  if (step.what === 'time') play.due += 35_000;
  else if (step.what === 'kill') process.kill();
  else if (step.what === 'freeze') process.freeze();
  else if (step.what === 'wake') process.wake();
  else {
    const asked = ask(play, step, process, sessionId).catch((error) => {
      if (!OracleError.isInstance(error) || !REFUSALS.has(error.code)) play.faults.push(error);
    });
    play.open.add(process);
    void asked.then(() => play.open.delete(process));
  }
}

it('two processes that are killed or stand still at any moment: each run ends once, in order, and its session goes on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.oneof(fc.constant<Step[]>([]), standstillArbitrary),
      fc.array(stepArbitrary, { minLength: 2, maxLength: 12 }),
      fc.tuple(fc.nat(60), fc.nat(60)),
      async (scheduler, standstill, steps, wakes) => {
        const world: World = {
          dataDir,
          clock,
          scheduler,
          inFlight: 0,
          due: 0,
          made: [],
          strays: [],
          worked: new Map(),
        };
        const processes = [await startProcess('A', world), await startProcess('B', world)];
        // Who was there for less than a lease takes over nothing: the others may not have renewed theirs yet.
        await settled(world, truth.instances.leaseMs + 11_000);
        const sessions = await Promise.all(
          [1, 2].map(async () => (await truth.sessions.create(OWNER.id)).id),
        );
        const play: Play = Object.assign(world, {
          processes,
          sessions,
          heard: [],
          faults: [],
          open: new Set<SimulatedProcess>(),
        });
        for (const step of [...standstill, ...steps])
          void later(scheduler, step.turns, `${step.what} at ${step.process}`).then(() => take(play, step));
        await settledInPart(play);
        // Who is killed, or stands still, loses its runs once its lease has lapsed; the others see that at their next looks.
        play.due += truth.instances.leaseMs + 21_000;
        for (const [at, process] of processes.entries())
          void later(scheduler, wakes[at] ?? 0, `${process.name} wakes`).then(() => process.wake());
        await settled(play);
        for (const process of processes) process.wake();
        await settled(play, truth.instances.leaseMs + 11_000);
        const heir = await startProcess('C', play);
        await settled(play, 15_000);
        await expectSound(play, heir);
        for (const process of [...processes, heir]) {
          if (!process.isDead) {
            const drained = process.runs.drain(0);
            await settled(play);
            await drained;
          }
          await process.close();
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);

/** Once so many others could have come to their turn. */
async function later(scheduler: fc.Scheduler, turns: number, label: string): Promise<void> {
  for (let left = turns; left > 0; left -= 1) await scheduler.schedule(Promise.resolve(), 'waits');
  await scheduler.schedule(Promise.resolve(), label);
}

async function expectSound(play: Play, heir: SimulatedProcess): Promise<void> {
  expect(play.faults).toEqual([]);
  expect(play.strays).toEqual([]);
  for (const process of play.processes) {
    if (process.isDead) continue;
    expect([process.name, process.runs.size]).toEqual([process.name, 0]);
    expect(play.open.has(process), `${process.name} owes an answer`).toBe(false);
  }
  for (const sessionId of play.sessions) {
    const kept = (await truth.sessions.get(OWNER.id, sessionId)) !== undefined;
    if (kept) await expectSession(play, sessionId, heir);
  }
  for (const { by, events, ended } of play.heard)
    if (ended && !by.isDead && events.length > 0)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
}

async function expectSession(play: Play, sessionId: string, heir: SimulatedProcess): Promise<void> {
  const rows = await truth.db
    .selectFrom('core_runs')
    .select(['id', 'status'])
    .where('session_id', '=', sessionId)
    .execute();
  let waits = 0;
  for (const { id, status } of rows) {
    expect(status).not.toBe('running');
    const events = (await truth.runs.events(id, 0)) ?? [];
    if (events.length === 0) continue; // Of a run whose log was dropped for newer ones.
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(events.filter(({ event }) => isTerminal(event))).toHaveLength(1);
    const end = events.at(-1)?.event;
    expect(end !== undefined && isTerminal(end)).toBe(true);
    if (end?.type === 'interrupted') waits += 1;
    // Whoever keeps its lease keeps its runs.
    const by = play.worked.get(id);
    if (by !== undefined && !by.isDead && !by.hasLapsed)
      expect(end).not.toMatchObject({ code: 'run_interrupted' });
    for (const heard of play.heard.filter(({ runId }) => runId === id)) {
      expect(events.slice(0, heard.events.length)).toEqual(heard.events);
      if (!heard.by.isDead)
        expect([heard.by.name, heard.events.length]).toEqual([heard.by.name, events.length]);
    }
  }
  await expectThreadInOrder(sessionId);
  // A yes counts once: for no more calls than were asked about, and no other is written down.
  const logged = rows.length === (await loggedRuns(sessionId));
  const { items } = await truth.decisions.list({ principal: OWNER.id, sessionId }, 100);
  if (logged) expect(items.length).toBeLessThanOrEqual(waits);
  if (logged) expect(play.made.filter((made) => made === sessionId).length).toBeLessThanOrEqual(waits);
  for (const process of [...play.processes.filter(({ isDead }) => !isDead), heir]) {
    const next = process.runs.start({ principal: OWNER, sessionId, message: 'and now' });
    next.catch(() => undefined);
    await settled(play);
    const { runId } = await next;
    expect((await truth.runs.get(OWNER.id, sessionId, runId))?.status).toBe('done');
  }
}

/** Nothing of a run stands behind what was said by a later one. */
async function expectThreadInOrder(sessionId: string): Promise<void> {
  const runs = await truth.db
    .selectFrom('core_runs')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('ordinal')
    .execute();
  const said = (await truth.threads.messages(sessionId))
    .filter(({ role }) => role === 'assistant')
    .map(({ id }) => runs.findIndex((run) => run.id === id.split(':')[0]));
  expect(said).toEqual(said.toSorted((a, b) => a - b));
}

async function loggedRuns(sessionId: string): Promise<number> {
  const logs = await truth.db
    .selectFrom('core_run_events')
    .select('ordinal')
    .distinct()
    .where('session_id', '=', sessionId)
    .execute();
  return logs.length;
}
