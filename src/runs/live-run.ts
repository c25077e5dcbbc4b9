import { setMaxListeners } from 'node:events';
import {
  type Clock,
  type Logger,
  NO_USAGE,
  OracleError,
  type PendingApproval,
  type RunEvent,
  type SequencedEvent,
  type TerminalEvent,
} from '../plugin/index.js';
import type { RunStanding, Store } from '../store/types.js';
import type { RunAnswers } from './answers.js';
import type { RunBudgets } from './budget/run-budgets.js';
import { requestOf } from './kept-request.js';
import { type Opening, openingOf } from './opening.js';
import type { Patience } from './patience.js';
import { recoverRun } from './recover.js';
import type { OwnedTool, RunContext, RunResult } from './run-context.js';
import { Abort, CRASHED, terminalOf, UNSTORED } from './run-end.js';
import { RunLog } from './run-log.js';
import type { StartRun } from './run-manager-types.js';
import type { RunWork } from './run-work.js';

const LOST = 'Another process took this run over, or has ended it.';
/** Runs of a session whose event logs are kept for replay. */
export const KEEP_LOGS = 3;

/** A run in flight. */
export interface LiveRun {
  readonly runId: string;
  readonly sessionId: string;
  /** Whose session it is. */
  readonly owner: string;
  readonly controller: AbortController;
  readonly log: RunLog;
  /** As of its context: a run that another process has taken over, or has ended, ends here too, at once and without a word. */
  requireOwn(): Promise<void>;
  /** Resolves once the terminal event is out. */
  readonly ended: Promise<void>;
}

export interface LaunchDeps {
  readonly store: Store;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly budgets: RunBudgets;
  readonly patient: Patience;
  readonly work: RunWork;
  /** Whose a run of this process is by now, by its lease and by the database. */
  standing(runId: string): Promise<RunStanding>;
  /** Runs that go on in this process. */
  live(): number;
  /** Called when the end is stored, before anybody sees it: the session may be used again. */
  onEnd(run: RunContext): void;
  /** Called when the end could not be stored. */
  onUnstored(sessionId: string, runId: string): void;
}

/** What a run goes by. */
export interface Launch {
  readonly runId: string;
  /** Whose session it is. */
  readonly owner: string;
  readonly input: StartRun;
  readonly requestTools: readonly OwnedTool[];
  readonly answers?: RunAnswers;
  /** What was asked of the person, in the words that they read. */
  readonly held?: readonly PendingApproval[];
  /** Called once a held call was done as it was allowed. */
  readonly onAllowed?: (callId: string) => Promise<void>;
  /** What the person says once the answers are followed. */
  readonly says?: Opening;
  /** The thread ends with calls that were made in the place of the model: they come first. */
  readonly opensWithCalls?: true;
  /** What the person is told before anything else. */
  readonly notices: readonly RunEvent[];
}

/** Sets the work on a run going; what it does is read from its log. */
export function launchRun(deps: LaunchDeps, launch: Launch): LiveRun {
  const { store } = deps;
  const { runId, input, notices } = launch;
  const { principal, sessionId } = input;
  const controller = new AbortController();
  // Every tool call in flight listens; there is no leak to warn of.
  setMaxListeners(0, controller.signal);
  const logger = deps.logger.child({ run: runId, session: sessionId });
  const budget = deps.budgets.open((reason) => controller.abort(reason));
  const lose = () => {
    if (log.lose()) logger.error({}, LOST);
    controller.abort(new Abort(CRASHED));
  };
  const log = new RunLog({
    live: deps.live,
    persist: async (batch) => budget.stored(await deps.patient(() => store.runs.appendEvents(runId, batch))),
    stored: (after, chars) => deps.patient(() => store.runs.events(runId, after, chars)),
    onFault: (error) => {
      const lost = isLost(error);
      logger.error({ err: error }, lost ? LOST : 'events of a run could not be stored');
      controller.abort(new Abort(lost ? CRASHED : UNSTORED));
      return lost ? 'lost' : 'unstored';
    },
  });
  log.emit({ type: 'run', runId, sessionId });
  for (const notice of notices) log.emit(notice);
  const run: RunContext = {
    runId,
    sessionId,
    owner: launch.owner,
    principal,
    message: input.message,
    attachments: input.attachments ?? [],
    metadata: input.metadata ?? {},
    signal: controller.signal,
    logger,
    budget,
    requestTools: launch.requestTools,
    ...(launch.opensWithCalls === undefined ? {} : { opensWithCalls: launch.opensWithCalls }),
    held: launch.held ?? [],
    ...(launch.onAllowed === undefined ? {} : { onAllowed: launch.onAllowed }),
    ...(launch.says === undefined ? {} : { says: openingOf(runId, launch.says).message }),
    emit: (event) => log.emit(event),
    behind: () => log.behind ?? budget.full,
    async keep(message) {
      try {
        await deps.patient(() => store.threads.append(sessionId, [message], runId));
        // The words of models count as they come.
        if (message.role !== 'assistant') budget.holds(message.content);
      } catch (error) {
        if (isLost(error)) lose();
        throw error;
      }
    },
    async requireOwn() {
      const standing = await deps.patient(() => deps.standing(runId));
      if (standing === 'own') return;
      if (standing === 'lost') lose();
      else controller.abort(new Abort(UNSTORED));
      throw new OracleError('run_interrupted', { detail: LOST });
    },
    usage: NO_USAGE,
    result: undefined,
  };
  const ended = execute(deps, launch, run, log);
  return {
    runId,
    sessionId,
    owner: launch.owner,
    controller,
    log,
    requireOwn: run.requireOwn,
    ended,
  };
}

function isLost(error: unknown): boolean {
  return OracleError.isInstance(error) && error.code === 'run_interrupted';
}

/** Never rejects: whatever happens ends in the one terminal event. */
async function execute(
  deps: LaunchDeps,
  { input, answers }: Launch,
  run: RunContext,
  log: RunLog,
): Promise<void> {
  let result: RunResult | undefined;
  try {
    await deps.work(run, answers);
    result = run.result;
  } catch (error) {
    if (OracleError.isInstance(error)) result = { type: 'error', error };
    else run.logger.error({ err: error }, 'run failed');
  }
  run.budget.close();
  const terminal = terminalOf(result, run.signal);
  await log.close(terminal, async (rest) => {
    const end = log.lost ? undefined : await finish(deps, run, input, terminal, rest);
    deps.onEnd(run);
    return end;
  });
  run.budget.release();
}

/**
 * Stores the end of a run. Gives back what clients are told: that, or that it could not be stored; undefined when another
 * process has ended it.
 */
async function finish(
  { store, logger, patient, onUnstored }: LaunchDeps,
  { runId, sessionId }: RunContext,
  input: StartRun,
  terminal: TerminalEvent,
  rest: readonly SequencedEvent[],
): Promise<TerminalEvent | undefined> {
  const kept = terminal.type === 'interrupted' ? requestOf(input) : undefined;
  try {
    if (terminal.type === 'error' || terminal.type === 'cancelled')
      await patient(() => store.threads.dropEmptyAnswer(sessionId, runId));
    if (rest.length > 0) {
      if (await patient(() => store.runs.finish(runId, terminal.type, KEEP_LOGS, rest, kept)))
        return terminal;
      // Not taken over, but deleted: nobody else ends it.
      return (await store.runs.last(sessionId)) === undefined ? terminal : undefined;
    }
    await recoverRun(store, { id: runId, sessionId }, KEEP_LOGS, UNSTORED);
    return UNSTORED;
  } catch (error) {
    logger.error({ run: runId, err: error }, 'the end of a run could not be stored');
    onUnstored(sessionId, runId);
    return UNSTORED;
  }
}
