import type {
  AnyTool,
  ApprovalDecision,
  Attachment,
  Logger,
  OracleError,
  PendingApproval,
  Principal,
  RunEvent,
  ToolSchema,
  Usage,
} from '../plugin/index.js';

/** A tool with its owner and the schema that models see. */
export interface OwnedTool {
  /** The plugin's name; `oracle` for the runtime's own tools. */
  readonly plugin: string;
  readonly tool: AnyTool;
  readonly schema: ToolSchema;
}

/** How the agent's work on a run came to rest; the run manager turns it into the terminal event. */
export type RunResult =
  | { readonly type: 'done'; readonly finishReason: 'stop' | 'limit' | 'length'; readonly usage: Usage }
  | { readonly type: 'approvals'; readonly approvals: readonly PendingApproval[] }
  | { readonly type: 'error'; readonly error: OracleError }
  | { readonly type: 'aborted' };

/** One run, as the graph's nodes and the built-in middleware see it. Travels in `config.configurable.run`. */
export interface RunContext {
  readonly runId: string;
  readonly sessionId: string;
  readonly principal: Principal;
  readonly attachments: readonly Attachment[];
  /** Aborted when the run is cancelled or the process gives it up. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Tools of this run only. */
  readonly requestTools: readonly OwnedTool[];
  /** Goes to the run's log, then to whoever watches. Ignored once the run has ended. */
  emit(event: RunEvent): void;
  /** What a person said about held tool calls, by tool call id. Set by the approval node. */
  decisions: ReadonlyMap<string, ApprovalDecision>;
  /** Set by the agent node before it returns. */
  result: RunResult | undefined;
}
