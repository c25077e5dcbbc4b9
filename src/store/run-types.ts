import type { Attachment, RunStatus, SequencedEvent, ThreadMessage } from '../plugin/index.js';
import type { SignedDecision } from './decision-types.js';

export interface RunRow {
  readonly id: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly status: RunStatus;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** What a run was asked with, as the run that goes on after its wait needs it. */
export interface KeptRequest {
  readonly message: string;
  readonly attachments: readonly Attachment[];
  readonly tools: readonly unknown[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Id of the principal who asked; absent from requests of versions that did not keep it. */
  readonly asker?: string;
  /** A secret. */
  readonly delegation?: string;
}

/** Names a message that may be delivered again: until `expiresAt` the run that it first started stands for all. */
export interface SentOnce {
  readonly plugin: string;
  readonly key: string;
  readonly expiresAt: number;
}

/** A run that waits for an answer, and in which session. */
export interface WaitingRun {
  readonly id: string;
  readonly sessionId: string;
  readonly owner: string;
  readonly title: string | null;
  /** When it came to wait. */
  readonly since: number;
}

/** The waits in sessions of the owner, and in these of others; the oldest first. */
export type WaitingRuns = (
  whose: { readonly owner: string; readonly also: readonly string[] },
  limit: number,
  cursor?: string,
) => Promise<{ readonly items: readonly WaitingRun[]; readonly cursor?: string }>;

export interface Runs {
  /**
   * With `opening` also appends the message that starts the run, and titles the session if it has no title; with
   * `answers` begins another answer to that message; all or nothing. With `once`, where one of these keys was used before,
   * nothing changes.
   *
   * @returns the run's id, or that of the run which has the key
   * @throws OracleError `not_found` when the owner has no such session, `run_active` when the session has a running
   * run (one unique partial index holds this), `conflict` when the run that it follows is not the last, or waits no more
   */
  create(run: {
    id: string;
    sessionId: string;
    owner: string;
    /** Id of the principal who asks; the owner when left out. */
    asker?: string;
    /** Id of the API key by which they ask, where it has a limit of runs. */
    apiKey?: string;
    opening?: {
      readonly message: ThreadMessage;
      readonly title: string;
      /** The message's id is the client's: `conflict` when the session has it. */
      readonly named?: boolean;
    };
    /** The message that it answers again: what follows that leaves the thread. */
    answers?: string;
    once?: readonly SentOnce[];
    /** The run that waits, which it goes on with, and what was decided: written down where that counts, and only there. */
    follows?: { readonly run: string; readonly decided: readonly SignedDecision[] };
  }): Promise<string>;
  get(owner: string, sessionId: string, id: string): Promise<RunRow | undefined>;
  /** The session's newest run, or the one that is so many before it. */
  last(sessionId: string, before?: number): Promise<RunRow | undefined>;
  /**
   * Appends a batch to the run's log; `seq` must follow what is there. Compact: runs of text deltas are one array. Gives
   * the bytes that it took.
   * @throws OracleError `run_interrupted` when the run has ended or is another process's by now, `not_found` when it is
   * not there
   */
  appendEvents(runId: string, events: readonly SequencedEvent[]): Promise<number>;
  /**
   * Undefined when the log was dropped.
   * @param chars the first of them, at least one, up to so many characters of words; default all
   */
  events(runId: string, after: number, chars?: number): Promise<readonly SequencedEvent[] | undefined>;
  /**
   * Sets the terminal status, appends the log's last events, merges it into one row and drops the logs of all but the
   * newest `keep` runs of the session; all or nothing. A run that has ended, or that another process works on, stays as
   * it is: false. `request` is kept, sealed, for a run that waits.
   */
  finish(
    runId: string,
    status: Exclude<RunStatus, 'running'>,
    keep: number,
    lastEvents?: readonly SequencedEvent[],
    request?: KeptRequest,
  ): Promise<boolean>;
  readonly waiting: WaitingRuns;
  /** What a waiting run was asked with. */
  request(runId: string): Promise<KeptRequest | undefined>;
  /** Forgets what is kept for the session's wait: the checkpoint and the request. */
  endWait(sessionId: string): Promise<void>;
  /** Makes a run that waits a cancelled one; false when it does not wait. */
  cancelWait(runId: string): Promise<boolean>;
}
