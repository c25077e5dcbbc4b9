import type { ApprovalDecision, CallResult, SequencedEvent } from './events.js';
import type { Attachment } from './messages.js';
import type { Principal } from './principal.js';

/** One message to the oracle, as a plugin that stands between it and a chat hands it on. */
export interface ConversationMessage {
  /** What the person said: not blank, at most 100,000 characters. */
  readonly message: string;
  readonly attachments?: readonly Attachment[];
  /** Tools that the other side itself executes, in this run only. */
  readonly tools?: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Names this message where it may be delivered again, such as a chat's own event id: 1 to 500 characters, unique in
   * the session. For 24 hours the same key gives the same run, whatever the message says.
   */
  readonly dedupeKey?: string;
  /**
   * Ids of the approvals that the person had before them when they said it, where that is not all that waits: a question may
   * be on its way to them, or refused by their chat. A plain yes or no decides nothing where one that waits is not among them.
   */
  readonly seen?: readonly string[];
}

/** Answers to all that the last run of a session waits for: approvals, or calls that the other side ran. */
export interface ConversationAnswers {
  readonly decisions?: readonly ApprovalDecision[];
  readonly results?: readonly CallResult[];
}

/** What became of a message where it had been said. */
export type Amendment =
  /** It says something else now. Only for what a person said: at most 100,000 characters. */
  | { readonly state: 'corrected'; readonly text: string }
  /** Its corrections were taken back: it says what it said first. */
  | { readonly state: 'as_sent' }
  /** It is gone, for ever. With an answer goes what its calls had found. */
  | { readonly state: 'taken_back' };

/**
 * The oracle's conversations, for plugins that bring people from elsewhere: a chat, a mailbox, a schedule. To be used
 * when there is a message to serve: a call in `setup` is refused with `unavailable`. A principal reaches its own
 * sessions alone; every method but `has` throws OracleError `forbidden` when it lacks the scope `chat`, and all that take a
 * session `not_found` for one of somebody else.
 */
export interface Conversations {
  /**
   * The principal's session of an external thread; a new one when this plugin has none yet, or it was deleted.
   * @param key names the thread, such as `slack:T1/C2/171.3`: 1 to 500 characters, unique within the plugin
   */
  open(principal: Principal, key: string): Promise<{ readonly sessionId: string }>;
  /** Whether the principal has this session, whoever began it. Needs no scope. */
  has(principal: Principal, sessionId: string): Promise<boolean>;
  /**
   * Starts a run and returns at once, with the id under which models get the message.
   * @throws OracleError `run_active` while the session works on another message (`errors` names the run in a field
   * `runId`), `conflict` for a plain yes or no where something waits that is not among `seen` (`errors` names each by its id,
   * with the words it is asked by), `invalid_request`, `shutting_down`
   */
  send(
    principal: Principal,
    sessionId: string,
    message: ConversationMessage,
  ): Promise<{ readonly runId: string; readonly messageId: string }>;
  /**
   * The run's events with `seq > after` in batches, from the log and then live; the last is the terminal one. Ends
   * early when `signal` aborts.
   * @throws OracleError at the first step: `not_found`, or `gone` when the log of an old run is no longer kept
   */
  follow(
    principal: Principal,
    sessionId: string,
    runId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncIterable<readonly SequencedEvent[]>;
  /**
   * Answers what the session's last run waits for, and goes on as a new run.
   * @throws OracleError `conflict` when nothing waits, `invalid_request` unless all is answered, `run_active`
   */
  answer(
    principal: Principal,
    sessionId: string,
    answers: ConversationAnswers,
  ): Promise<{ readonly runId: string }>;
  /**
   * Keeps a message as it stands where it was said. From the next model call on, also of a run that goes on, models read
   * it so; so do lists, search, title, branches and what is summed up. What was answered to it before stays. Who said it
   * needs no right for this: it takes nothing but words of theirs away.
   * @param messageId as `send` gives it, or a `message` event: taking back any message of an answer takes back all of it
   * @returns false where there is no such message in a session that this plugin has opened, such as after it was deleted
   * @throws OracleError `invalid_request` for a correction of an answer, and for one that is too long
   */
  amend(sessionId: string, messageId: string, amendment: Amendment): Promise<boolean>;
  /**
   * How a whole message answers a question, in any language: what `send` takes it for where something waits.
   * @throws OracleError `unavailable` in `setup`
   */
  readReply(message: string): 'yes' | 'no' | 'other';
  /**
   * Cancels the session's active run, or takes back what its last run waits for; resolves once it has ended. Undefined
   * when nothing runs or waits.
   */
  cancel(principal: Principal, sessionId: string): Promise<{ readonly runId: string } | undefined>;
}
