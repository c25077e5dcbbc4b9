import type fc from 'fast-check';
import { vi } from 'vitest';
import { NO_USAGE, type PendingApproval } from '../../plugin/index.js';
import { openStore } from '../../store/index.js';
import type { TestClock } from '../../store/repository-suites/fixtures.js';
import type { Store } from '../../store/types.js';
import { recordLog } from '../../testing/recorded-log.js';
import type { RunAnswers } from '../answers.js';
import { createDecisions } from '../decisions/decisions.js';
import type { RunContext } from '../run-context.js';
import { createRunManager } from '../run-manager.js';
import type { RunManager } from '../run-manager-types.js';

/** What all processes of a play share. */
export interface World {
  readonly dataDir: string;
  readonly clock: TestClock;
  readonly scheduler: fc.Scheduler;
  /** Calls that the database works on. */
  inFlight: number;
  /** Milliseconds that go by while calls come to their turn. */
  due: number;
  /** Sessions in which an approved call was made, once for each time. */
  readonly made: string[];
  /** Calls that a process made after it had lost their run. */
  readonly strays: string[];
  /** Which process works, or worked, on a run. */
  readonly worked: Map<string, SimulatedProcess>;
}

/**
 * One process on the database of all. Its calls to that come to their turn when the scheduler says so: not while it
 * stands still, and never once it was killed.
 */
export interface SimulatedProcess {
  readonly name: string;
  readonly runs: RunManager;
  readonly store: Store;
  readonly isDead: boolean;
  /** Whether its lease has ever lapsed: because it stood still, or because the database was slow. */
  readonly hasLapsed: boolean;
  kill(): void;
  /** As when its machine sleeps; `wake` ends it. */
  freeze(): void;
  wake(): void;
  close(): Promise<void>;
}

const SCHEDULED = ['sessions', 'threads', 'runs', 'instances', 'decisions'] as const;
const never = () => new Promise<never>(() => undefined);

export async function startProcess(name: string, world: World): Promise<SimulatedProcess> {
  const { scheduler, clock } = world;
  const store = await openStore({ dataDir: world.dataDir, clock, alone: false });
  let isDead = false;
  let renewed = clock.now();
  let hasLapsed = false;
  let awake = Promise.resolve();
  let wake: (() => void) | undefined;

  const inTurn = <T extends object>(part: T, label: string): T =>
    new Proxy(part, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), `${name}: ${label}.${String(property)}`);
          await awake;
          if (isDead) return never();
          world.inFlight += 1;
          if (property === 'renew') {
            hasLapsed ||= clock.now() - renewed >= store.instances.leaseMs;
            renewed = clock.now();
          }
          try {
            return await value.apply(target, args);
          } finally {
            world.inFlight -= 1;
            await awake;
            if (isDead) await never();
          }
        };
      },
    });
  const scheduled = Object.fromEntries(SCHEDULED.map((part) => [part, inTurn(store[part], part)]));
  const seen: Store = { ...store, ...scheduled };
  const runs = createRunManager({
    store: seen,
    shares: { inPlaceOf: async (principal) => principal },
    vigil: { watch: () => () => undefined },
    logger: recordLog().logger,
    clock,
    decisions: createDecisions({
      store: seen,
      clock,
      signer: undefined,
      delegations: { find: async () => undefined },
    }),
    limits: { seconds: 36_000, outputChars: 1e9, argumentBytes: 1e9, storedBytes: 1e9, perPrincipal: 100 },
    work: (run, answers) => {
      world.worked.set(run.runId, process);
      return work(run, answers, process, world);
    },
    requestTools: undefined,
    heldTool: () => undefined,
    replyTo: () => 'other',
  });
  void runs.recover();
  const process: SimulatedProcess = {
    name,
    runs,
    store: seen,
    get isDead() {
      return isDead;
    },
    get hasLapsed() {
      return hasLapsed || clock.now() - renewed >= store.instances.leaseMs;
    },
    kill() {
      isDead = true;
      wake?.();
    },
    freeze() {
      if (wake !== undefined) return;
      awake = new Promise((resolve) => {
        wake = resolve;
      });
    },
    wake() {
      wake?.();
      wake = undefined;
    },
    close: () => store.close(),
  };
  return process;
}

const CALL = { type: 'tool_call', id: 'c', name: 'look', args: {} } as const;
const HELD: PendingApproval = { id: 'c', tool: 'look', args: {}, summary: 'Look' };

/**
 * Says some words and calls a tool between them, each when its turn comes, as the agent does: what was said whole is kept in
 * the thread. Asked to `ask`, it waits for a yes to the call.
 */
async function work(
  run: RunContext,
  answers: RunAnswers | undefined,
  process: SimulatedProcess,
  world: World,
): Promise<void> {
  const asks = run.message === 'ask' && answers === undefined;
  const [first, last] = [`${run.runId}:1`, `${run.runId}:2`];
  const say = (id: string, content: string) => async () => {
    run.emit({ type: 'message', messageId: id, content });
    await run.keep({ role: 'assistant', id, content });
  };
  const steps: (() => unknown)[] = [
    say(first, 'one '),
    () => run.emit({ ...CALL, status: 'running' }),
    async () => {
      await run.requireOwn();
      const row = await ownRow(process.store, run.runId);
      if (row !== undefined && row !== process.store.instances.own) world.strays.push(run.runId);
      if (answers?.decisions.some(({ approved }) => approved) === true) world.made.push(run.sessionId);
    },
    ...(asks ? [] : [() => run.emit({ ...CALL, status: 'done', output: 1, ms: 1 })]),
    say(last, 'two'),
  ];
  for (const step of steps) {
    await world.scheduler.schedule(Promise.resolve(), `${process.name}: works on ${run.runId}`);
    if (run.signal.aborted) {
      run.result = { type: 'aborted' };
      return;
    }
    await step();
  }
  run.result = asks
    ? { type: 'waits', approvals: [HELD], calls: [] }
    : { type: 'done', finishReason: 'stop', usage: NO_USAGE };
}

/** The process that a run goes on in, by the database at this very moment; `ended` where it does not. */
async function ownRow({ db }: Store, runId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('core_runs')
    .select(['instance', 'status'])
    .where('id', '=', runId)
    .executeTakeFirst();
  return row === undefined || row.status === 'running' ? row?.instance : 'ended';
}

/** Lets everything come to its turn, and then time go by, until nothing is left that could happen without more of it. */
export async function settled(world: World, ms = 100): Promise<void> {
  for (let left = ms, quiet = 0; left > 0 || quiet < 3; ) {
    if (await oneTurn(world)) {
      quiet = 0;
      continue;
    }
    for (let turns = 0; turns < 4; turns += 1) await turn();
    if (world.inFlight + world.scheduler.count() > 0) continue;
    const step = Math.min(1_000, Math.max(20, left));
    left -= step;
    quiet += 1;
    await pass(world, step);
  }
}

/** Lets some of what waits come to its turn. */
export async function settledInPart(world: World): Promise<void> {
  for (let turns = 0; turns < 40; turns += 1) {
    await oneTurn(world);
    await pass(world, 5);
  }
}

/** One call comes to its turn, or one that has come goes on. False when none waits. */
async function oneTurn(world: World): Promise<boolean> {
  if (world.inFlight > 0) {
    await turn();
    return true;
  }
  if (world.due > 0) {
    const step = Math.min(2_000, world.due);
    world.due -= step;
    await pass(world, step);
  }
  if (world.scheduler.count() === 0) return world.due > 0;
  await world.scheduler.waitNext(1);
  return true;
}

/** Time goes by for all. */
async function pass({ clock }: World, ms: number): Promise<void> {
  clock.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
