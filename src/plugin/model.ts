import type { PromptMessage, ToolCall } from './messages.js';
import type { Usage } from './usage.js';

/** A tool as a model sees it. `parameters` is JSON Schema (draft 2020-12, an object schema). */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model produces while it streams. Exactly one `end` closes a successful stream; failures throw. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'end'; readonly reason: 'stop' | 'tool_calls' | 'length' };

/** One chat model behind one small interface; adapters stand in `src/models`. */
export interface ChatModel {
  /** Such as `openai:gpt-5-mini`, `anthropic:claude-…`, `offline:planner`; goes to logs and usage. */
  readonly id: string;
  /**
   * @throws OracleError `model_failed`, `upstream_timeout` or `unavailable`; an aborted signal throws its reason.
   */
  stream(
    messages: readonly PromptMessage[],
    tools: readonly ToolSchema[],
    signal: AbortSignal,
  ): AsyncIterable<ModelEvent>;
}

/** `main` talks to the person; `utility` does small jobs (titles, summaries) and may be cheaper. */
export type ModelRole = 'main' | 'utility';

export interface Models {
  /** Loads the model's library on first use. */
  resolve(role: ModelRole): Promise<ChatModel>;
}
