import { randomUUID } from 'node:crypto';
import {
  type ApprovalDecision,
  type CallResult,
  type Clock,
  type Logger,
  OracleError,
  type Principal,
  type RunFigures,
  type SequencedEvent,
} from '../plugin/index.js';
import type { Vigil } from '../plugin/vigil.js';
import type { SentOnce } from '../store/types.js';
import { answeredBefore, answersOnce } from './answered-before.js';
import { checkAnswers, completed, isSome, type RunAnswers } from './answers.js';
import type { Beginning } from './beginning.js';
import { RunBudgets } from './budget/run-budgets.js';
import type { RunLimits } from './budget/run-limits.js';
import { checkEditedArgs } from './check-edited-args.js';
import type { Decisions } from './decisions/decisions.js';
import { rememberedOf } from './decisions/remembered.js';
import { findUndo } from './find-undo.js';
import { Fleet } from './fleet.js';
import { followRun } from './follow-run.js';
import { heldToolsOf, placeOf, type RunToolsDeps, requestToolsOf, requireSession } from './held-tools.js';
import { goingOn } from './kept-request.js';
import { type LaunchDeps, launchRun } from './live-run.js';
import { openingOf } from './opening.js';
import { patienceFor } from './patience.js';
import { Abort, SHUTDOWN } from './run-end.js';
import type { AnswerAgain, RunManager, StartRun, UndoChange } from './run-manager-types.js';
import type { RunWork } from './run-work.js';
import { leftUndone, type ReadReply, saidDecisions, unlessSaidNo } from './said-decision.js';
import { runActive, SessionPlaces } from './session-places.js';
import { openWait, takeBackWait, type Waiting, waitOf } from './session-wait.js';
import { stopOnceRefused, whileAdmitted } from './standing.js';
import { standingChanges } from './standing-changes.js';
import { nothingToUndo, undoCall } from './undo-call.js';
import { UnfinishedRuns } from './unfinished-runs.js';

/** How long a drain waits for runs that it has just aborted to say so. */
const ABORT_GRACE_MS = 2_000;

export interface RunManagerDeps extends RunToolsDeps {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly limits: RunLimits;
  readonly vigil: Vigil;
  readonly replyTo: ReadReply;
  readonly decisions: Decisions;
  graph(): Promise<RunWork>;
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
      onEnd: ({ sessionId, principal }) => {
        this.#places.free(sessionId);
        this.#budgets.leave(principal.id, sessionId);
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

  active(sessionId: string): string | undefined {
    return this.#places.run(sessionId)?.runId;
  }

  async working(sessionId: string): Promise<string | undefined> {
    return this.active(sessionId) ?? (await this.#fleet.working(sessionId));
  }

  async start(input: StartRun): Promise<{ readonly runId: string }> {
    const { principal, sessionId } = input;
    if (this.#places.isTaken(sessionId)) {
      // Whether a run is active is told to the owner alone.
      await requireSession(this.#deps, principal, sessionId);
      this.#places.refuseTaken(sessionId);
    }
    const owner = await placeOf(this.#deps, principal, sessionId, 'write');
    const { store, replyTo } = this.#deps;
    const sent = keysOf(input);
    return this.#begin(principal, sessionId, owner, async () => {
      const waiting = await openWait(store, sessionId);
      if (waiting !== undefined && isSome(input.answers)) {
        await requireSession(this.#deps, principal, sessionId);
        const answers = completed(waiting.wait, unlessSaidNo(input, input.answers, replyTo));
        return this.#answering(input, { sessionId, owner, sent }, waiting, answers);
      }
      const approvals = waiting?.wait.approvals ?? [];
      const decisions = saidDecisions(input, approvals, replyTo);
      if (waiting !== undefined && decisions !== undefined) {
        // Nobody decides, not even into the audit, where they may not write.
        await requireSession(this.#deps, principal, sessionId);
        const answers = { decisions, results: [] };
        return this.#answering({ principal }, { sessionId, owner, sent }, waiting, answers);
      }
      return {
        input,
        notices: leftUndone(approvals),
        create: (id) =>
          store.runs.create({
            id,
            sessionId,
            owner,
            asker: principal.id,
            opening: openingOf(id, input),
            once: sent,
          }),
      };
    });
  }

  async regenerate({ messageId, ...input }: AnswerAgain): Promise<{ readonly runId: string }> {
    const { principal, sessionId } = input;
    const owner = await requireSession(this.#deps, principal, sessionId);
    return this.#begin(principal, sessionId, owner, async () => {
      const { runs, threads } = this.#deps.store;
      const { question, after } = await threads.question(sessionId, messageId);
      // What waits belongs to the answer that leaves the thread.
      await takeBackWait(this.#deps.store, sessionId);
      const { content: message, attachments = [] } = question;
      return {
        input: { ...input, message, attachments },
        notices: standingChanges(after),
        create: (id) =>
          runs.create({
            id,
            sessionId,
            owner,
            asker: principal.id,
            answers: question.id,
            once: keysOf(input),
          }),
      };
    });
  }

  async undo({ principal, sessionId, messageId }: UndoChange): Promise<{ readonly runId: string }> {
    const owner = await requireSession(this.#deps, principal, sessionId);
    return this.#begin(principal, sessionId, owner, async () => {
      const { runs, threads } = this.#deps.store;
      const query = { id: messageId, now: this.#deps.clock.now(), by: principal.id, owner };
      const undo = await findUndo(threads.results(sessionId), query);
      if (undo.found === undefined) throw nothingToUndo(undo);
      await takeBackWait(this.#deps.store, sessionId);
      const message =
        messageId === undefined ? 'Undo the last change.' : `Undo this change: ${undo.found.what}`;
      return {
        input: { principal, sessionId, message },
        opensWithCalls: true,
        create: async (id) => {
          const created = await runs.create({
            id,
            sessionId,
            owner,
            asker: principal.id,
            opening: openingOf(id, { principal, message }),
          });
          // The model need not be asked what to do: the call is made in its place.
          await threads.append(sessionId, [undoCall(id, messageId)]);
          return created;
        },
      };
    });
  }

  async choose(principal: Principal, sessionId: string, messageId: string): Promise<void> {
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
      return this.#answering({ principal }, { sessionId, owner, sent: [] }, waiting, answers);
    });
  }

  async *events(
    principal: Principal,
    sessionId: string,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<readonly SequencedEvent[]> {
    const owner = await placeOf(this.#deps, principal, sessionId, 'read');
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
        await this.#fleet.cancel(elsewhere);
        return { runId: elsewhere };
      }
      return this.#places.hold(sessionId, () => takeBackWait(this.#deps.store, sessionId));
    }
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

  /** Goes on where a run waits, with what it was asked or is asked now, and writes down who decided. */
  async #answering(
    asked: Pick<StartRun, 'principal'> | StartRun,
    place: { readonly sessionId: string; readonly owner: string; readonly sent: readonly SentOnce[] },
    { run, wait }: Waiting,
    answers: RunAnswers,
  ): Promise<Beginning> {
    const { store, clock } = this.#deps;
    const { sessionId, owner } = place;
    const once = [...place.sent, answersOnce(run, answers, clock.now())];
    const { decisions } = answers;
    const { principal } = asked;
    checkAnswers(wait, answers);
    const before = goingOn(principal, sessionId, await store.runs.request(run));
    const input = 'message' in asked ? { ...before, ...asked, principal: before.principal } : before;
    const looksAtTools = decisions.some(({ args, remember }) => args !== undefined || remember !== undefined);
    const toolOf = looksAtTools ? await heldToolsOf(this.#deps, wait, input) : () => undefined;
    checkEditedArgs(decisions, toolOf);
    const remembered = rememberedOf(decisions, wait, toolOf, clock.now());
    for (const decision of decisions) {
      const held = wait.approvals.find(({ id }) => id === decision.id);
      const call = held && { principal, sessionId, owner, held };
      if (call) await this.#deps.decisions.record(call, decision, remembered.get(decision.id));
    }
    return {
      input,
      answers,
      held: wait.approvals,
      ...('message' in asked ? { says: asked } : {}),
      create: (id) => store.runs.create({ id, sessionId, owner, asker: principal.id, once }),
    };
  }

  /** Sets a run of the principal going in the one place of the session, whoever's it is. */
  async #begin(
    principal: Principal,
    sessionId: string,
    owner: string,
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
        await this.#budgets.enterFleet(principal, this.#deps.store.instances);
        await this.#unfinished.finish(sessionId);
        const { create, notices = [], ...beginning } = await prepare();
        const requestTools = await requestToolsOf(this.#deps, beginning.input);
        const runId = randomUUID();
        const created = await create(runId);
        if (created === runId) {
          launched = true;
          const run = launchRun(this.#launching, { ...beginning, owner, runId, requestTools, notices });
          this.#places.put(run);
          stopOnceRefused(this.#deps, run, principal);
        }
        return { runId: created };
      } finally {
        if (!launched) this.#budgets.leave(principal.id, sessionId);
      }
    });
  }
}

function keysOf({ once }: Pick<StartRun, 'once'>): readonly SentOnce[] {
  return once === undefined ? [] : [once];
}
