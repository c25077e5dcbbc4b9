import type {
  ApprovalDecision,
  Attachment,
  CallResult,
  Principal,
  RunFigures,
  RunStatus,
  SequencedEvent,
} from '../plugin/index.js';
import type { KeptRequest, RunRow, SentOnce } from '../store/types.js';
import type { RunAnswers } from './answers.js';
import type { ReadReply } from './said-decision.js';

export interface StartRun {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly message: string;
  /** The client's own id of the message, 1 to 200 characters; `conflict` when the session has a message of it. */
  readonly messageId?: string;
  readonly attachments?: readonly Attachment[];
  /** Client tools of this run (the request's `tools`). */
  readonly tools?: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Of a message that may be delivered again. */
  readonly once?: SentOnce;
  /** Ids of the approvals that were before the person when they said it; all that wait without. */
  readonly seen?: readonly string[];
  /** What the client answers of what waits, before it says the message; what it leaves out is not done. */
  readonly answers?: RunAnswers;
  /** What somebody else asked, where this only goes on with that: should it wait again, it waits for theirs. */
  readonly goesOnFor?: KeptRequest;
}

/** Another answer to a message that was answered before. */
export type AnswerAgain = Omit<StartRun, 'message' | 'messageId' | 'attachments' | 'answers'> & {
  /** The person's message, or one of the answer to it. */
  readonly messageId: string;
};

/** A wish to take a change back. */
export interface UndoChange {
  readonly principal: Principal;
  readonly sessionId: string;
  /** The message of the call that made the change; the last change that stands without. */
  readonly messageId?: string;
}

/** Runs: started, watched, cancelled, drained. A run outlives the connection that started it. */
export interface RunManager {
  /**
   * Starts a run on the principal's session and returns at once; with `once` the run that the message started before,
   * if it did. While the session's last run waits for approvals, a message that is nothing but a plain yes or no decides
   * them as {@link decide} does; any other leaves them undone, and the run says so first. With `answers` the run first
   * does what they say, then answers the message; where that is a plain no, what they approve is declined.
   * @throws OracleError `not_found` (no such session of this principal), `run_active` (409; `errors` names the
   * active run id in a field `runId`), `shutting_down`, `invalid_request` for tools that the run cannot be given.
   */
  start(input: StartRun): Promise<{ readonly runId: string }>;
  /**
   * Starts a run that answers a message of the thread again. What follows that message leaves the thread and is kept;
   * what it has changed stays changed, and the run says so first. What the session waits for is taken back.
   * @throws OracleError as `start` does; `not_found` also for no such message, `conflict` for one that is not in the
   * thread, `invalid_request` for one that answers nothing
   */
  regenerate(input: AnswerAgain): Promise<{ readonly runId: string }>;
  /**
   * Starts a run that takes back the last change of the session that stands, or this one, under the approval of the
   * operation that does so. What the session waits for is taken back first.
   * @throws OracleError as `start` does; `conflict` when there is nothing to take back, in words that say why
   */
  undo(input: UndoChange): Promise<{ readonly runId: string }>;
  /**
   * Brings a message into the thread: its answer becomes the chosen one, and those that lead to it.
   * @throws OracleError `not_found` (no such session of this principal, or message), `run_active`, `conflict` while the
   * session waits for an answer
   */
  choose(principal: Principal, sessionId: string, messageId: string): Promise<void>;
  /**
   * The run's events with `seq > after`, from the log and then live, ending after the terminal event. Iteration
   * is pull-based: a slow reader holds nothing but its cursor. Ends early when `signal` aborts.
   * @throws OracleError `not_found`, or `gone` when the log of an old run was dropped.
   */
  events(
    principal: Principal,
    sessionId: string,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncIterable<readonly SequencedEvent[]>;
  /**
   * Cancels the session's active run, or takes back what its last run waits for; resolves once the terminal event is
   * out. Undefined when nothing runs or waits.
   */
  abort(principal: Principal, sessionId: string): Promise<{ readonly runId: string } | undefined>;
  /**
   * Answers all on which the session's last run was interrupted, approvals or calls of client tools, and goes on as a
   * new run with what that one was asked. The same answers once more give that run again, while it is the last.
   * @throws OracleError `conflict` when nothing waits, `invalid_request` when the answers are not those to what does
   */
  decide(
    principal: Principal,
    sessionId: string,
    decisions: readonly ApprovalDecision[],
    results?: readonly CallResult[],
  ): Promise<{ readonly runId: string }>;
  /** How a whole message answers what waits: what `start` takes it for. */
  readReply(message: string): ReturnType<ReadReply>;
  /** The run of a session that this process works on, if any. */
  active(sessionId: string): string | undefined;
  /** The run of a session that any process works on, if any. */
  working(sessionId: string): Promise<string | undefined>;
  /** How a stored run stands: one of this process whose end could not be stored is over, whatever its row says. */
  statusOf(run: Pick<RunRow, 'id' | 'sessionId' | 'status'>): RunStatus;
  /** Number of runs in flight. */
  readonly size: number;
  /** The same, and how often runs reached their limits. */
  figures(): RunFigures;
  /** Refuses new runs, waits up to `graceMs` for running ones, then ends the rest with a terminal event. */
  drain(graceMs: number): Promise<void>;
  /** Whether its runs are this process's own: others may close them once its lease has lapsed. */
  readonly leased: boolean;
  /**
   * At boot: takes the lease under which runs of this process are its own, and closes what processes left that are gone
   * (partial text kept, dangling calls closed, terminal `error` event logged). Says how many runs that were.
   */
  recover(): Promise<number>;
}
