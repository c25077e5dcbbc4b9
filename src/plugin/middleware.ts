import type { AssistantMessage, PromptMessage, ToolCall } from './messages.js';
import type { ChatModel, ToolSchema, Usage } from './model.js';
import type { Undo } from './operation.js';
import type { Principal } from './principal.js';
import type { AnyTool } from './tool.js';

/** One model call on its way through the middleware. Middleware passes a changed copy to `next`. */
export interface ModelCall {
  readonly runId: string;
  readonly sessionId: string;
  readonly principal: Principal;
  /** What the client sent beside the message of the run, as it came. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly model: ChatModel;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ToolSchema[];
  readonly signal: AbortSignal;
  /** 1 for the first model call of the run. */
  readonly step: number;
}

export interface ModelTurn {
  readonly message: AssistantMessage;
  readonly usage: Usage;
  readonly reason: 'stop' | 'tool_calls' | 'length';
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
  readonly tool: AnyTool;
  readonly signal: AbortSignal;
}

export type ToolOutcome =
  | { readonly status: 'ok'; readonly output: unknown; readonly content: string; readonly undo?: Undo }
  | { readonly status: 'error'; readonly content: string; readonly output?: unknown };

/** Wraps calls like an onion, first registered outermost; `next` may be called once. */
export interface Middleware {
  readonly name: string;
  wrapModelCall?(call: ModelCall, next: (call: ModelCall) => Promise<ModelTurn>): Promise<ModelTurn>;
  wrapToolCall?(
    call: ToolInvocation,
    next: (call: ToolInvocation) => Promise<ToolOutcome>,
  ): Promise<ToolOutcome>;
}
