import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTerminal, NO_USAGE, OracleError, type Principal, type SequencedEvent } from '../plugin/index.js';
import { openStore } from '../store/index.js';
import { testClock } from '../store/repository-suites/fixtures.js';
import type { Store } from '../store/types.js';
import { recordLog } from '../testing/recorded-log.js';
import { createDecisions } from './decisions/decisions.js';
import type { RunContext } from './run-context.js';
import { createRunManager } from './run-manager.js';
import type { RunManager } from './run-manager-types.js';

/** Plays of each call of the test; `FC_SEED=<seed>` plays a failure again. */
const RUNS = 60;
const OWNER: Principal = {
  id: 'did:key:zOwner',
  did: 'did:key:zOwner',
  kind: 'owner',
  name: 'owner',
  scopes: new Set(['*']),
};
/** Refusals that somebody may meet who says something, cancels or is killed at any moment. */
const REFUSALS: ReadonlySet<string> = new Set(['run_active', 'conflict', 'not_found', 'shutting_down']);

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

type Scheduler = fc.Scheduler;
const never = () => new Promise<never>(() => undefined);

/** One process: its calls to the database come to their turn when the scheduler says so, and never once it was killed. */
interface Process {
  readonly runs: RunManager;
  kill(): void;
  readonly isDead: boolean;
  close(): Promise<void>;
}

const SCHEDULED = ['sessions', 'threads', 'runs', 'instances'] as const;

async function startProcess(name: string, scheduler: Scheduler): Promise<Process> {
  const store = await openStore({ dataDir, clock, alone: false });
  let isDead = false;
  const inTurn = <T extends object>(part: T, label: string): T =>
    new Proxy(part, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), `${name}: ${label}.${String(property)}`);
          if (isDead) return never();
          const answer: unknown = await value.apply(target, args);
          return isDead ? never() : answer;
        };
      },
    });
  const scheduled = Object.fromEntries(SCHEDULED.map((part) => [part, inTurn(store[part], part)]));
  const runs = createRunManager({
    store: { ...store, ...scheduled },
    shares: { inPlaceOf: async (principal) => principal },
    vigil: { watch: () => () => undefined },
    logger: recordLog().logger,
    clock,
    decisions: createDecisions({ store, clock, signer: undefined }),
    limits: { seconds: 3600, outputChars: 1e9, argumentBytes: 1e9, storedBytes: 1e9, perPrincipal: 100 },
    graph: async () => (run) => work(run, scheduler, name),
    requestTools: undefined,
    heldTool: () => undefined,
    replyTo: () => 'other',
  });
  const recovering = runs.recover();
  await scheduler.waitFor(recovering);
  return {
    runs,
    get isDead() {
      return isDead;
    },
    kill: () => {
      isDead = true;
    },
    close: () => store.close(),
  };
}

/** Says some words and calls a tool between them, each when its turn comes. */
async function work(run: RunContext, scheduler: Scheduler, name: string): Promise<void> {
  const call = { type: 'tool_call', id: 'c', name: 'look', args: {} } as const;
  const steps = [
    () => run.emit({ type: 'message', messageId: 'm', content: 'one ' }),
    () => run.emit({ ...call, status: 'running' }),
    () => run.emit({ ...call, status: 'done', output: 1, ms: 1 }),
    () => run.emit({ type: 'message', messageId: 'm', content: 'two' }),
  ];
  for (const step of steps) {
    await scheduler.schedule(Promise.resolve(), `${name}: works on ${run.runId}`);
    if (run.signal.aborted) {
      run.result = { type: 'aborted' };
      return;
    }
    step();
  }
  run.result = { type: 'done', finishReason: 'stop', usage: NO_USAGE };
}

const stepArbitrary = fc.record({
  what: fc.constantFrom('say', 'say', 'say', 'follow', 'abort', 'kill'),
  process: fc.nat(1),
  session: fc.nat(1),
});
type Step = { readonly what: string; readonly process: number; readonly session: number };

interface Seen {
  readonly runId: string;
  readonly events: readonly SequencedEvent[];
}

/** Runs one step; what somebody was refused is as good as what was done. */
async function take(step: Step, process: Process, sessionId: string, seen: Seen[]): Promise<void> {
  const { runs } = process;
  try {
    if (step.what === 'abort') await runs.abort(OWNER, sessionId);
    if (step.what !== 'say' && step.what !== 'follow') return;
    const { runId } = await runs.start({ principal: OWNER, sessionId, message: 'look' });
    const events: SequencedEvent[] = [];
    seen.push({ runId, events });
    if (step.what === 'follow')
      for await (const batch of runs.events(OWNER, sessionId, runId, 0, new AbortController().signal)) {
        if (process.isDead) return;
        events.push(...batch);
      }
  } catch (error) {
    if (!OracleError.isInstance(error) || !REFUSALS.has(error.code)) throw error;
  }
}

it('two processes, killed at any moment: each run ends once, in order, and its session goes on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(stepArbitrary, { minLength: 2, maxLength: 8 }),
      async (scheduler, steps) => {
        const processes = [await startProcess('A', scheduler), await startProcess('B', scheduler)];
        const sessions = [
          (await truth.sessions.create(OWNER.id)).id,
          (await truth.sessions.create(OWNER.id)).id,
        ];
        const seen: Seen[] = [];
        const faults: unknown[] = [];
        for (const step of steps) {
          const process = processes[step.process];
          const sessionId = sessions[step.session];
          if (process === undefined || sessionId === undefined || process.isDead) continue;
          void scheduler.schedule(Promise.resolve(), `${step.what} at ${step.process}`).then(() => {
            if (step.what === 'kill') process.kill();
            else if (!process.isDead)
              take(step, process, sessionId, seen).catch((error) => faults.push(error));
          });
        }
        await settled(scheduler);
        // Who is killed loses its runs once its lease has lapsed.
        clock.advance(truth.instances.leaseMs + 1);
        const heir = await startProcess('C', scheduler);
        await settled(scheduler);
        expect(faults).toEqual([]);
        for (const sessionId of sessions) await expectSound(sessionId, seen, scheduler, heir);
        for (const process of [...processes, heir]) {
          if (!process.isDead) await scheduler.waitFor(process.runs.drain(0));
          await process.close();
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 240_000);

/** Lets everything come to its turn until nothing is left that could. */
async function settled(scheduler: Scheduler): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if (scheduler.count() > 0) quiet = 0;
    await scheduler.waitIdle();
    // What is stored comes after a gap of some milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

async function expectSound(sessionId: string, seen: readonly Seen[], scheduler: Scheduler, heir: Process) {
  const last = await truth.runs.last(sessionId);
  if (last !== undefined) expect(last.status).not.toBe('running');
  const started = await truth.db
    .selectFrom('core_runs')
    .select('id')
    .where('session_id', '=', sessionId)
    .execute();
  for (const { id } of started) {
    const events = (await truth.runs.events(id, 0)) ?? [];
    if (events.length === 0) continue; // Of a run whose log was dropped for newer ones.
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(events.filter(({ event }) => isTerminal(event))).toHaveLength(1);
    const last = events.at(-1);
    expect(last !== undefined && isTerminal(last.event)).toBe(true);
    const heard = seen.find(({ runId }) => runId === id)?.events ?? [];
    expect(events.slice(0, heard.length)).toEqual(heard);
  }
  const next = heir.runs.start({ principal: OWNER, sessionId, message: 'and now' });
  const { runId } = await scheduler.waitFor(next);
  await settled(scheduler);
  expect((await truth.runs.get(OWNER.id, sessionId, runId))?.status).toBe('done');
}
