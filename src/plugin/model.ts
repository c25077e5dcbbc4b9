import type { Habits } from './habits.js';
import type { MessageEcho, PromptMessage, ToolCall } from './messages.js';
import type { Effect } from './operation.js';
import type { Usage } from './usage.js';

/** A tool as a model sees it. `parameters` is JSON Schema (draft 2020-12, an object schema). */
export interface ToolSchema {
  readonly name: string;
  /** A few words, for people. */
  readonly title?: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What a call does to the world; models read of it in the description, the offline planner here. Default `write`. */
  readonly effect?: Effect;
  /** See `Operation.additive`. */
  readonly additive?: true;
  /** Whether the runtime asks the person before it makes a call with these arguments. Default: it does not. */
  asksFirst?(args: Readonly<Record<string, unknown>>): boolean;
  /** What a call with these arguments does to what, in one line; undefined where the tool does not say. */
  describe?(args: Readonly<Record<string, unknown>>): string | undefined;
}

/**
 * What a model produces while it streams. Exactly one `end` closes an answer that is whole, or cut at its length, and
 * that says or calls something; every other end throws.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text of this answer so far was reasoning, as only its end told. */
  | { readonly type: 'take_back' }
  | { readonly type: 'tool_call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** What the person should know about how this was answered; the same words come with each call that it holds for. */
  | { readonly type: 'notice'; readonly code: ModelNotice; readonly text: string }
  | { readonly type: 'end'; readonly reason: 'stop' | 'tool_calls' | 'length'; readonly echo?: MessageEcho };

/**
 * `tools_unsupported`: the model cannot call tools and got none. `pictures_unsupported`: it has not seen the pictures of the
 * message. `fallback_model`: another model answers. `model_silent`:
 * nothing came of the answer for as long as most models may take, and it is waited for.
 */
export type ModelNotice = 'tools_unsupported' | 'pictures_unsupported' | 'fallback_model' | 'model_silent';

/** What one answer may take, beside what the model was made with; the lesser of the two holds. */
export interface AnswerLimits {
  /** The most tokens that the answer may have, of reasoning too; an endpoint that allows fewer is asked for fewer. */
  readonly maxTokens?: number | undefined;
}

/** One chat model behind one small interface; adapters stand in `src/models`. */
export interface ChatModel {
  /** Such as `openai:gpt-5-mini`, `anthropic:claude-…`, `offline:planner`; goes to logs and usage. */
  readonly id: string;
  /**
   * What failed before the first event was tried again already, where that helps.
   * @throws OracleError `content_filtered`, `provider_overloaded`, `provider_aborted`, `answer_empty`, `stream_damaged`,
   *   `context_overflow` (a {@link ContextOverflow}), else `model_failed`, `upstream_timeout` or `unavailable`; events
   *   that came before are part of an answer. An aborted signal throws its reason.
   */
  stream(
    messages: readonly PromptMessage[],
    tools: readonly ToolSchema[],
    signal: AbortSignal,
    /** For a model that words its answers by code; language models are told in the prompt. */
    habits?: Habits,
    limits?: AnswerLimits,
  ): AsyncIterable<ModelEvent>;
  /**
   * How many tokens a request and its answer may have together: as set, as an overflow told, or as the endpoint says
   * when it is first asked. Undefined while nobody knows. Does not throw.
   */
  contextTokens?(signal: AbortSignal): Promise<number | undefined>;
  /** Whether pictures are sent to it: until it has refused some. A model without this sees none. */
  seesPictures?(): boolean;
}

/** `main` talks to the person; `utility` does small jobs (titles, summaries) and may be cheaper. */
export type ModelRole = 'main' | 'utility';

/**
 * What a tool asks a model passes the plugins' `wrapModelCall` as the agent's own calls do: it is metered and counts for
 * the person whom the call is for.
 */
export interface Models {
  /**
   * Loads the model's library on first use.
   * @param model another one at the same endpoint; default the one that is set for the role
   * @throws OracleError `model_not_configured`
   */
  resolve(role: ModelRole, model?: string): Promise<ChatModel>;
}
