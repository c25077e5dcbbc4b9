import { randomUUID } from 'node:crypto';
import {
  type ApprovalDecision,
  type CallResult,
  type Logger,
  OracleError,
  type Principal,
  type RunFigures,
  type RunStatus,
  type SequencedEvent,
} from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import type { RunRow } from '../store/types.js';
import { answeredBefore } from './answered-before.js';
import { beginAgain } from './beginnings/begin-again.js';
import { beginUndoing } from './beginnings/begin-undoing.js';
import { beginWithAnswers } from './beginnings/begin-with-answers.js';
import { beginWithMessage } from './beginnings/begin-with-message.js';
import type { Beginning, BeginningDeps } from './beginnings/beginning.js';
import { RunBudgets } from './budget/run-budgets.js';
import type { RunLimits } from './budget/run-limits.js';
import { Fleet } from './fleet.js';
import { followRun } from './follow-run.js';
import { placeOf, requestToolsOf, requireSession } from './held-tools.js';
import { type LaunchDeps, launchRun } from './live-run.js';
import { patienceFor } from './patience.js';
import { Abort, SHUTDOWN } from './run-end.js';
import type { AnswerAgain, RunManager, StartRun, UndoChange } from './run-manager-types.js';
import type { RunWork } from './run-work.js';
import type { ReadReply } from './said-decision.js';
import { runActive, SessionPlaces } from './session-places.js';
import { takeBackWait, waitOf } from './session-wait.js';
import { stopOnceRefused, whileAdmitted } from './standing.js';
import { UnfinishedRuns } from './unfinished-runs.js';

/** How long a drain waits for runs that it has just aborted to say so. */
const ABORT_GRACE_MS = 2_000;
/** What is said right after a stop waits so long for the end of what was stopped. */
const LEAVING_MS = 5_000;

export interface RunManagerDeps extends BeginningDeps {
  readonly logger: Logger;
  readonly limits: RunLimits;
  readonly vigil: Vigil;
  readonly work: RunWork;
}

export function createRunManager(deps: RunManagerDeps): RunManager {
  return new Runs(deps);
}

class Runs implements RunManager {
  readonly #deps: RunManagerDeps;
  readonly #launching: LaunchDeps;
  readonly #budgets: RunBudgets;
  readonly #places = new SessionPlaces();
  readonly #fleet: Fleet;
  readonly #unfinished: UnfinishedRuns;
  #draining = false;

  constructor(deps: RunManagerDeps) {
    this.#deps = deps;
    this.#budgets = new RunBudgets(deps.limits);
    this.#unfinished = new UnfinishedRuns(deps.store);
    this.#fleet = new Fleet({ ...deps, unfinished: this.#unfinished, live: () => this.#places.runs() });
    this.#launching = {
      ...deps,
      budgets: this.#budgets,
      patient: patienceFor(deps.store),
      live: () => this.#places.size,
      standing: (runId) => this.#fleet.standing(runId),
      onEnd: ({ sessionId }) => {
        this.#places.free(sessionId);
        this.#budgets.leave(sessionId);
      },
      onUnstored: (sessionId, runId) => this.#unfinished.note(sessionId, runId),
    };
  }

  get size(): number {
    return this.#places.size;
  }

  figures(): RunFigures {
    return { active: this.size, bounded: this.#budgets.bounded };
  }

  get leased(): boolean {
    return this.#fleet.leased;
  }

  readReply(message: string): ReturnType<ReadReply> {
    return this.#deps.replyTo(message);
  }

  active(sessionId: string): string | undefined {
    return this.#places.run(sessionId)?.runId;
  }

  async working(sessionId: string): Promise<string | undefined> {
    return this.active(sessionId) ?? (await this.#fleet.working(sessionId));
  }

  statusOf({ id, sessionId, status }: Pick<RunRow, 'id' | 'sessionId' | 'status'>): RunStatus {
    return this.#unfinished.endOf(sessionId, id)?.type ?? status;
  }

  async start(input: StartRun): Promise<{ readonly runId: string }> {
    const { principal, sessionId } = input;
    const owner = await placeOf(this.#deps, principal, sessionId, 'write');
    return this.#begin(principal, sessionId, owner, () => beginWithMessage(this.#deps, input, owner));
  }

  async regenerate(input: AnswerAgain): Promise<{ readonly runId: string }> {
    const { principal, sessionId } = input;
    const owner = await requireSession(this.#deps, principal, sessionId);
    return this.#begin(principal, sessionId, owner, () => beginAgain(this.#deps, input, owner));
  }

  async undo(input: UndoChange): Promise<{ readonly runId: string }> {
    const { principal, sessionId } = input;
    const owner = await requireSession(this.#deps, principal, sessionId);
    return this.#begin(principal, sessionId, owner, () => beginUndoing(this.#deps, input, owner));
  }

  async choose(principal: Principal, sessionId: string, messageId: string): Promise<void> {
    await this.#awaitPlace(principal, sessionId);
    await requireSession(this.#deps, principal, sessionId);
    this.#places.refuseTaken(sessionId);
    await this.#places.hold(sessionId, async () => {
      await this.#unfinished.finish(sessionId);
      const { runs, threads } = this.#deps.store;
      const last = await runs.last(sessionId);
      if (last?.status === 'running') throw runActive(last.id);
      if (last?.status === 'interrupted') {
        throw new OracleError('conflict', {
          detail: 'The last run of this session waits for an answer.',
          hint: 'Answer it at POST /messages/{sessionId}/approvals, or take it back with POST /messages/{sessionId}/abort.',
        });
      }
      await threads.choose(sessionId, messageId);
    });
  }

  async decide(
    principal: Principal,
    sessionId: string,
    decisions: readonly ApprovalDecision[],
    results: readonly CallResult[] = [],
  ): Promise<{ readonly runId: string }> {
    const { store } = this.#deps;
    const owner = await requireSession(this.#deps, principal, sessionId);
    const answers = { decisions, results };
    const again = await answeredBefore(store, sessionId, answers);
    if (again !== undefined) return { runId: again };
    return this.#begin(principal, sessionId, owner, async () => {
      const waiting = await waitOf(store, sessionId);
      return beginWithAnswers(this.#deps, { principal }, { sessionId, owner, sent: [] }, waiting, answers);
    });
  }

  async *events(
    principal: Principal,
    sessionId: string,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SequencedEvent[]> {
    // Nobody is lent what is theirs.
    const isOwn = this.#places.run(sessionId)?.owner === principal.id;
    const owner = isOwn ? principal.id : await placeOf(this.#deps, principal, sessionId, 'read');
    const [unfinished, fleet] = [this.#unfinished, this.#fleet];
    yield* whileAdmitted(this.#deps, { principal, sessionId, owner, after, signal }, (admitted) =>
      followRun(
        { store: this.#deps.store, live: this.#places.run(sessionId), unfinished, fleet },
        { owner, sessionId, runId, after, signal: admitted },
      ),
    );
  }

  async abort(principal: Principal, sessionId: string): Promise<{ readonly runId: string } | undefined> {
    await requireSession(this.#deps, principal, sessionId);
    // What is just starting can be cancelled once it has begun.
    await this.#places.begun(sessionId);
    const live = this.#places.run(sessionId);
    if (live === undefined) {
      const elsewhere = await this.#fleet.working(sessionId);
      if (elsewhere !== undefined) {
        await this.#fleet.cancel(elsewhere, sessionId);
        return { runId: elsewhere };
      }
      return this.#places.hold(sessionId, () => takeBackWait(this.#deps.store, sessionId));
    }
    // What is said to another process meanwhile waits for the end.
    this.#fleet.tellStopping(live.runId);
    live.controller.abort(new Abort({ type: 'cancelled' }));
    await live.ended;
    return { runId: live.runId };
  }

  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    await this.#places.allBegun();
    await this.#places.allEnded(graceMs);
    this.#places.abortAll(new Abort(SHUTDOWN));
    await this.#places.allEnded(ABORT_GRACE_MS);
    await this.#fleet.leave();
  }

  recover(): Promise<number> {
    return this.#fleet.join();
  }

  /** Sets a run of the principal going in the one place of the session, whoever's it is. */
  async #begin(
    principal: Principal,
    sessionId: string,
    owner: string,
    prepare: () => Promise<Beginning>,
  ): Promise<{ readonly runId: string }> {
    if (this.#draining) throw shuttingDown();
    await this.#awaitPlace(principal, sessionId);
    if (this.#draining) throw shuttingDown();
    this.#places.refuseTaken(sessionId);
    this.#budgets.enter(principal, sessionId);
    return this.#places.hold(sessionId, async () => {
      let launched = false;
      try {
        await this.#budgets.enterFleet(principal, this.#deps.store.instances);
        await this.#unfinished.finish(sessionId);
        const runId = randomUUID();
        const {
          created,
          requestTools,
          notices = [],
          ...beginning
        } = await this.#fleet.afterLeaving(sessionId, LEAVING_MS, async () => {
          const { create, ...rest } = await prepare();
          const requestTools = await requestToolsOf(this.#deps, rest.input, owner);
          return { ...rest, requestTools, created: await create(runId) };
        });
        if (created === runId) {
          launched = true;
          const run = launchRun(this.#launching, { ...beginning, owner, runId, requestTools, notices });
          this.#places.put(run);
          stopOnceRefused(this.#deps, run, principal);
        }
        return { runId: created };
      } finally {
        if (!launched) this.#budgets.leave(sessionId);
      }
    });
  }

  /** Of a session whose run is being stopped, by any process: until it has ended. A moment, or as long as it may take. */
  async #awaitPlace(principal: Principal, sessionId: string): Promise<void> {
    if (!this.#places.isTaken(sessionId)) return;
    // Whether a run is active is told to the owner alone.
    await requireSession(this.#deps, principal, sessionId);
    await this.#fleet.heed();
    await this.#places.left(sessionId, LEAVING_MS);
  }
}

function shuttingDown(): OracleError {
  return new OracleError('shutting_down', {
    detail: 'The oracle is shutting down and takes no new messages.',
    hint: 'Try again in a moment.',
  });
}
