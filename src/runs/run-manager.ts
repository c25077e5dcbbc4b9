import { randomUUID } from 'node:crypto';
import {
  type AnyTool,
  type ApprovalDecision,
  type Attachment,
  type CallResult,
  type Clock,
  type Logger,
  OracleError,
  type Principal,
  type RunEvent,
  type RunFigures,
  type SequencedEvent,
  type UserMessage,
} from '../plugin/index.js';
import type { Store } from '../store/types.js';
import { checkAnswers, type RunAnswers } from './answers.js';
import { RunBudgets } from './budget/run-budgets.js';
import type { RunLimits } from './budget/run-limits.js';
import { checkEditedArgs } from './check-edited-args.js';
import { findUndo } from './find-undo.js';
import { goingOn } from './kept-request.js';
import { KeyWatch } from './key-watch.js';
import { KEEP_LOGS, type LaunchDeps, launchRun } from './live-run.js';
import { recoverRun } from './recover.js';
import type { OwnedTool, RunWait } from './run-context.js';
import { Abort, SHUTDOWN, UNSTORED } from './run-end.js';
import type { AnswerAgain, RunManager, StartRun, UndoChange } from './run-manager-types.js';
import type { RunWork } from './run-work.js';
import { SessionPlaces } from './session-places.js';
import { standingChanges } from './standing-changes.js';
import { closeAsInterrupted, unansweredCalls } from './thread-calls.js';
import { titleOf } from './title.js';
import { nothingToUndo, undoCall } from './undo-call.js';

/** How long a drain waits for runs that it has just aborted to say so. */
const ABORT_GRACE_MS = 2_000;

export interface RunManagerDeps {
  readonly store: Store;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits: RunLimits;
  graph(): Promise<RunWork>;
  /** Tools that exist only in this run; undefined when no plugin brings such. */
  readonly requestTools: ((input: StartRun) => Promise<readonly OwnedTool[]>) | undefined;
  /** The tool `name` of a held call that the thread has as `called`; undefined when only its run can find it. */
  heldTool(name: string, called: string): AnyTool | undefined;
}

/** What a run begins with. */
interface Beginning {
  readonly input: StartRun;
  readonly answers?: RunAnswers;
  readonly opensWithCalls?: true;
  /** What the person is told before anything else. */
  readonly notices?: readonly RunEvent[];
  /** Stores the run and its message; gives the id of the run that stands for it. */
  create(runId: string): Promise<string>;
}

export function createRunManager(deps: RunManagerDeps): RunManager {
  return new Runs(deps);
}

class Runs implements RunManager {
  readonly #deps: RunManagerDeps;
  readonly #launching: LaunchDeps;
  readonly #budgets: RunBudgets;
  readonly #keys: KeyWatch;
  readonly #places = new SessionPlaces();
  /** By session: the run whose end could not be stored. The database takes it for running until it is. */
  readonly #unfinished = new Map<string, string>();
  #draining = false;

  constructor(deps: RunManagerDeps) {
    this.#deps = deps;
    this.#budgets = new RunBudgets(deps.limits);
    this.#keys = new KeyWatch({
      logger: deps.logger,
      live: () => this.#places.runs(),
      holds: (name, at) => deps.store.apiKeys.holds(name, at),
    });
    this.#launching = {
      ...deps,
      budgets: this.#budgets,
      onEnd: ({ sessionId, principal }) => {
        this.#places.free(sessionId);
        this.#budgets.leave(principal.id, sessionId);
      },
      onUnstored: (sessionId, runId) => this.#unfinished.set(sessionId, runId),
    };
  }

  get size(): number {
    return this.#places.size;
  }

  figures(): RunFigures {
    return { active: this.size, bounded: this.#budgets.bounded };
  }

  active(sessionId: string): string | undefined {
    return this.#places.run(sessionId)?.runId;
  }

  async start(input: StartRun): Promise<{ readonly runId: string }> {
    const { principal, sessionId, message, attachments = [], once } = input;
    if (this.#places.isTaken(sessionId)) {
      // Whether a run is active is told to the owner alone.
      await this.#session(principal, sessionId);
      this.#places.refuseTaken(sessionId);
    }
    const create = async (runId: string) => {
      const opening = openingOf(runId, message, attachments);
      return this.#deps.store.runs.create({
        id: runId,
        sessionId,
        owner: principal.id,
        opening,
        ...(once === undefined ? {} : { once }),
      });
    };
    return this.#begin(principal, sessionId, async () => ({ input, create }));
  }

  async regenerate({ messageId, ...input }: AnswerAgain): Promise<{ readonly runId: string }> {
    const { principal, sessionId } = input;
    await this.#session(principal, sessionId);
    return this.#begin(principal, sessionId, async () => {
      const { runs, threads } = this.#deps.store;
      const { question, after } = await threads.question(sessionId, messageId);
      // What waits belongs to the answer that leaves the thread.
      await this.#takeBack(sessionId);
      const { content: message, attachments = [] } = question;
      return {
        input: { ...input, message, attachments },
        notices: standingChanges(after),
        create: (id) => runs.create({ id, sessionId, owner: principal.id, answers: question.id }),
      };
    });
  }

  async undo({ principal, sessionId, messageId }: UndoChange): Promise<{ readonly runId: string }> {
    await this.#session(principal, sessionId);
    return this.#begin(principal, sessionId, async () => {
      const { runs, threads } = this.#deps.store;
      const undo = await findUndo(threads.results(sessionId), { id: messageId, now: this.#deps.clock.now() });
      if (undo.found === undefined) throw nothingToUndo(undo);
      await this.#takeBack(sessionId);
      const message =
        messageId === undefined ? 'Undo the last change.' : `Undo this change: ${undo.found.what}`;
      return {
        input: { principal, sessionId, message },
        opensWithCalls: true,
        create: async (id) => {
          const created = await runs.create({
            id,
            sessionId,
            owner: principal.id,
            opening: openingOf(id, message),
          });
          // The model need not be asked what to do: the call is made in its place.
          await threads.append(sessionId, [undoCall(id, messageId)]);
          return created;
        },
      };
    });
  }

  async choose(principal: Principal, sessionId: string, messageId: string): Promise<void> {
    await this.#session(principal, sessionId);
    this.#places.refuseTaken(sessionId);
    await this.#places.hold(sessionId, async () => {
      await this.#finishLeft(sessionId);
      const { runs, threads } = this.#deps.store;
      if ((await runs.last(sessionId))?.status === 'interrupted') {
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
    await this.#session(principal, sessionId);
    return this.#begin(principal, sessionId, async () => {
      const { runs } = this.#deps.store;
      const { run, wait } = await this.#waiting(sessionId);
      const answers = { decisions, results };
      checkAnswers(wait, answers);
      const input = goingOn(principal, sessionId, await runs.request(run));
      if (decisions.some(({ args }) => args !== undefined))
        checkEditedArgs(decisions, await this.#heldTools(wait, input));
      return { input, answers, create: (id) => runs.create({ id, sessionId, owner: principal.id }) };
    });
  }

  async *events(
    principal: Principal,
    sessionId: string,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SequencedEvent[]> {
    const live = this.#places.run(sessionId);
    if (live?.runId === runId && live.owner === principal.id) {
      yield* live.log.read(after, signal);
      return;
    }
    await this.#finishLeft(sessionId);
    const row = await this.#deps.store.runs.get(principal.id, sessionId, runId);
    if (row === undefined) throw new OracleError('not_found', { detail: 'There is no such run of yours.' });
    const events = await this.#deps.store.runs.events(runId, after);
    if (events === undefined) {
      throw new OracleError('gone', {
        detail: 'The event log of this run is no longer kept.',
        hint: 'The messages of the session are still there.',
      });
    }
    if (events.length > 0 && !signal.aborted) yield events;
  }

  async abort(principal: Principal, sessionId: string): Promise<{ readonly runId: string } | undefined> {
    await this.#session(principal, sessionId);
    // What is just starting can be cancelled once it has begun.
    await this.#places.begun(sessionId);
    const live = this.#places.run(sessionId);
    if (live === undefined) return this.#places.hold(sessionId, () => this.#takeBack(sessionId));
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
  }

  async recover(): Promise<number> {
    const { store, logger } = this.#deps;
    const left = (await store.runs.running()).filter((row) => this.active(row.sessionId) !== row.id);
    for (const row of left) {
      await recoverRun(store, row, KEEP_LOGS);
      logger.warn({ run: row.id, session: row.sessionId }, 'run closed that a crash had left open');
    }
    return left.length;
  }

  async #session(principal: Principal, sessionId: string) {
    const session = await this.#deps.store.sessions.get(principal.id, sessionId);
    if (session === undefined)
      throw new OracleError('not_found', { detail: 'There is no such session of yours.' });
    return session;
  }

  /** Sets a run of the principal going in the session's one place. */
  async #begin(
    principal: Principal,
    sessionId: string,
    prepare: () => Promise<Beginning>,
  ): Promise<{ readonly runId: string }> {
    if (this.#draining) {
      throw new OracleError('shutting_down', {
        detail: 'The oracle is shutting down and takes no new messages.',
        hint: 'Try again in a moment.',
      });
    }
    this.#places.refuseTaken(sessionId);
    this.#budgets.enter(principal, sessionId);
    return this.#places.hold(sessionId, async () => {
      let launched = false;
      try {
        await this.#finishLeft(sessionId);
        const { create, notices = [], ...beginning } = await prepare();
        const requestTools = await this.#requestTools(beginning.input);
        const runId = randomUUID();
        const created = await create(runId);
        if (created === runId) {
          launched = true;
          const run = launchRun(this.#launching, { ...beginning, runId, requestTools, notices });
          this.#places.put(run);
          this.#keys.begin(run);
        }
        return { runId: created };
      } finally {
        if (!launched) this.#budgets.leave(principal.id, sessionId);
      }
    });
  }

  /** What finds the tool of a held call by the call's id. */
  async #heldTools({ approvals }: RunWait, input: StartRun) {
    const [thread, own] = await Promise.all([
      this.#deps.store.threads.messages(input.sessionId),
      this.#requestTools(input),
    ]);
    const called = new Map(unansweredCalls(thread).map((call) => [call.id, call.name]));
    return (callId: string): AnyTool | undefined => {
      const name = approvals.find(({ id }) => id === callId)?.tool ?? '';
      return (
        this.#deps.heldTool(name, called.get(callId) ?? name) ??
        own.find(({ tool }) => tool.name === name)?.tool
      );
    };
  }

  async #requestTools(input: StartRun): Promise<readonly OwnedTool[]> {
    if (this.#deps.requestTools === undefined) return [];
    // A plugin is not asked about a session of someone else.
    await this.#session(input.principal, input.sessionId);
    return this.#deps.requestTools(input);
  }

  /** Ends what the session's last run waits for, as a new message would; the held calls will not be made. */
  async #takeBack(sessionId: string): Promise<{ readonly runId: string } | undefined> {
    const { runs, threads } = this.#deps.store;
    const last = await runs.last(sessionId);
    if (last === undefined || !(await runs.cancelWait(last.id))) return undefined;
    const closed = closeAsInterrupted(unansweredCalls(await threads.messages(sessionId)), last.id);
    if (closed.length > 0) await threads.append(sessionId, closed);
    await runs.endWait(sessionId);
    return { runId: last.id };
  }

  /** Closes the session's run whose end could not be stored, so that the session is free again. */
  async #finishLeft(sessionId: string): Promise<void> {
    const id = this.#unfinished.get(sessionId);
    if (id === undefined) return;
    await recoverRun(this.#deps.store, { id, sessionId }, KEEP_LOGS, UNSTORED);
    this.#unfinished.delete(sessionId);
  }

  /** The session's last run, if it waits, and for what. */
  async #waiting(sessionId: string) {
    const { runs } = this.#deps.store;
    const last = await runs.last(sessionId);
    const events = last?.status === 'interrupted' ? await runs.events(last.id, 0) : undefined;
    const terminal = events?.at(-1)?.event;
    if (last !== undefined && terminal?.type === 'interrupted')
      return { run: last.id, wait: { approvals: terminal.approvals, calls: terminal.calls ?? [] } };
    throw new OracleError('conflict', {
      detail: 'Nothing in this session waits for an approval or a result.',
    });
  }
}

function openingOf(runId: string, message: string, attachments: readonly Attachment[] = []) {
  const user: UserMessage = {
    role: 'user',
    id: `${runId}:user`,
    content: message,
    ...(attachments.length === 0 ? {} : { attachments }),
  };
  return { message: user, title: titleOf(message) };
}
