import type { ErrorCode } from './errors.js';
import type { RunStatus } from './events.js';
import type { Habits } from './habits.js';
import type { AssistantMessage, PromptMessage, ToolCall } from './messages.js';
import type { ChatModel, ModelRole, ToolSchema } from './model.js';
import type { Principal } from './principal.js';
import type { AnyTool } from './tool.js';
import type { Undo } from './undo.js';
import type { Usage } from './usage.js';

/** One model call on its way through the middleware. Middleware passes a changed copy to `next`. */
export interface ModelCall {
  readonly runId: string;
  readonly sessionId: string;
  readonly principal: Principal;
  /** What the client sent beside the message of the run, as it came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly model: ChatModel;
  /** What the model is asked as. */
  readonly role: ModelRole;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ToolSchema[];
  /** How the person writes and reads, where a plugin knows it. */
  readonly habits?: Habits;
  readonly signal: AbortSignal;
  /** 1 for the first model call of the run. */
  readonly step: number;
}

export interface ModelTurn {
  readonly message: AssistantMessage;
  readonly usage: Usage;
  readonly reason: 'stop' | 'tool_calls' | 'length';
}

/** One run on its way through the middleware. */
export interface RunCall {
  readonly runId: string;
  readonly sessionId: string;
  readonly principal: Principal;
  readonly message: string;
  /** What the client sent beside the message, as it came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Whether it goes on after a wait, with the message of the run before it. */
  readonly resumed: boolean;
}

/** How a run ended. */
export interface RunOutcome {
  readonly status: Exclude<RunStatus, 'running'>;
  /** All of its model calls together. */
  readonly usage: Usage;
  /** When `status` is `error`. */
  readonly code?: ErrorCode;
}

/** One tool call on its way through the middleware. */
export interface ToolInvocation {
  readonly runId: string;
  readonly sessionId: string;
  readonly principal: Principal;
  /** What the client sent beside the message of the run, as it came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly call: ToolCall;
  /** The plugin that owns the tool. */
  readonly plugin: string;
  /** Which of its capabilities; absent for tools of the runtime and of a request. */
  readonly capability?: string | undefined;
  readonly tool: AnyTool;
  readonly signal: AbortSignal;
  /** See `ToolRuntime.via`; `agent` when left out. */
  readonly via?: 'mcp';
}

export type ToolOutcome =
  | { readonly status: 'ok'; readonly output: unknown; readonly content: string; readonly undo?: Undo }
  | { readonly status: 'error'; readonly content: string; readonly output?: unknown };

/** Wraps calls like an onion, first registered outermost; `next` may be called once. */
export interface Middleware {
  readonly name: string;
  /**
   * It asks another model than the call names, or something else of it: it stands outside of all others, so that these meter
   * and log what is asked indeed.
   */
  readonly outermost?: true;
  /** Around a whole run: before its first model call and after its end. An OracleError ends the run with that error. */
  wrapRun?(run: RunCall, next: (run: RunCall) => Promise<RunOutcome>): Promise<RunOutcome>;
  wrapModelCall?(call: ModelCall, next: (call: ModelCall) => Promise<ModelTurn>): Promise<ModelTurn>;
  wrapToolCall?(
    call: ToolInvocation,
    next: (call: ToolInvocation) => Promise<ToolOutcome>,
  ): Promise<ToolOutcome>;
}
