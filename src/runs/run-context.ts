import type {
  AnyTool,
  Attachment,
  Logger,
  OracleError,
  PendingApproval,
  PendingCall,
  Principal,
  RunEvent,
  ThreadMessage,
  ToolSchema,
  Usage,
  UserMessage,
} from '../plugin/index.js';
import type { RunBudget } from './budget/run-budget.js';

/** A tool with its owner and the schema that models see. */
export interface OwnedTool {
  /** The plugin's name; `oracle` for the runtime's own tools. */
  readonly plugin: string;
  /** The capability that brought it; absent for tools of the runtime and of a request. */
  readonly capability?: string | undefined;
  readonly tool: AnyTool;
  readonly schema: ToolSchema;
}

/** What a run waits for: a person's decisions or a client's results, never both. */
export interface RunWait {
  readonly approvals: readonly PendingApproval[];
  readonly calls: readonly PendingCall[];
}

/** How the agent's work on a run came to rest; the run manager turns it into the terminal event. */
export type RunResult =
  | { readonly type: 'done'; readonly finishReason: 'stop' | 'limit' | 'length'; readonly usage: Usage }
  | ({ readonly type: 'waits' } & RunWait)
  | { readonly type: 'error'; readonly error: OracleError }
  | { readonly type: 'aborted' };

/** One run, as the graph's nodes and the built-in middleware see it. Travels in `config.configurable.run`. */
export interface RunContext {
  readonly runId: string;
  readonly sessionId: string;
  /** Whose session it is. */
  readonly owner: string;
  readonly principal: Principal;
  /** What the person said; of a run that goes on after a wait, what the one before it was asked. */
  readonly message: string;
  readonly attachments: readonly Attachment[];
  /** What the client sent beside the message. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The thread ends with calls that were made in the place of the model: they come first. */
  readonly opensWithCalls?: true;
  /** Of a run that goes on after a wait: what was asked of the person, in the words that they read. */
  readonly held: readonly PendingApproval[];
  /** Called once a held call was done as the person allowed it, with their words and state unchanged. */
  readonly onAllowed?: (callId: string) => Promise<void>;
  /** What the person says once the answers to what waited are followed. */
  readonly says?: UserMessage;
  /** Aborted when the run is cancelled or the process gives it up. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** What it may still take. */
  readonly budget: RunBudget;
  /** Tools of this run only. */
  readonly requestTools: readonly OwnedTool[];
  /** Goes to the run's log, then to whoever watches. Ignored once the run has ended. */
  emit(event: RunEvent): void;
  /** Undefined while the log takes more; else to be waited for before much more is emitted. */
  behind(): Promise<void> | undefined;
  /** Appends to the thread. @throws OracleError as {@link requireOwn} does, and then nothing was stored */
  keep(message: ThreadMessage): Promise<void>;
  /**
   * To ask before anything is done that cannot be taken back: a process that stood still may have lost the run.
   * @throws OracleError `run_interrupted`, and the run is aborted, unless it goes on as a run of this process
   */
  requireOwn(): Promise<void>;
  /** Tokens of its model calls so far. */
  usage: Usage;
  /** Set when the work has come to rest. */
  result: RunResult | undefined;
}
