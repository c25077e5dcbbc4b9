import type { IncomingHttpHeaders } from 'node:http';

/** One tool call of a scripted turn. `args` as text is sent verbatim, so a test can send broken JSON. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>> | string;
  /** Default `call_<n>`, unique over the server; `null` leaves the id out, as some servers do. */
  readonly id?: string | null;
}

/** One model turn. What is given is played in this order: delay, status, reasoning, text, tool calls, fault, usage, end. */
export interface ScriptedStep {
  /** Checks the request; a throw is reported by `assertComplete` and answered 400. */
  readonly expect?: (request: RecordedModelRequest) => void;
  /** Text deltas, one chunk each; a string is one delta. */
  readonly text?: string | readonly string[];
  readonly reasoning?: string | readonly string[];
  /** Name of the reasoning field on the wire; default `reasoning_content`. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning';
  readonly toolCalls?: readonly ScriptedToolCall[];
  /**
   * How calls appear on the wire. `deltas` (default): name first, then the arguments in pieces, parallel calls
   * interleaved by index. `whole`: each call in one chunk. `index-zero`: whole calls that all say index 0.
   * `no-index`: whole calls without an index.
   */
  readonly toolCallStyle?: 'deltas' | 'whole' | 'index-zero' | 'no-index';
  /** Default 10 and 5; `null` sends none. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | null;
  /** Default `tool_calls` when there are calls, else `stop`. */
  readonly finishReason?: string;
  /** Milliseconds before the first byte. */
  readonly delayMs?: number;
  /** Milliseconds between deltas. */
  readonly chunkDelayMs?: number;
  /** Goes silent and keeps the connection open: before any byte, or after the deltas. */
  readonly hang?: 'before-first-byte' | 'after-deltas';
  /** Closes the socket after the deltas, without an end. */
  readonly breakOff?: boolean;
  /** An HTTP error instead of a turn. */
  readonly error?: {
    readonly status: number;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** An `{"error": …}` event after the deltas. */
  readonly errorInStream?: unknown;
  /** Answers with one JSON document although a stream was asked for. */
  readonly json?: boolean;
  /** Verbatim body chunks instead of all that. */
  readonly raw?: { readonly contentType?: string; readonly chunks: readonly (string | Uint8Array)[] };
}

export interface RecordedModelRequest {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  /** The body as it came over the wire. */
  readonly text: string;
  readonly body: {
    readonly model?: string;
    readonly stream?: boolean;
    readonly messages: readonly Readonly<Record<string, unknown>>[];
    readonly tools?: readonly {
      readonly type: string;
      readonly function: {
        readonly name: string;
        readonly description: string;
        readonly parameters: Readonly<Record<string, unknown>>;
      };
    }[];
    readonly [field: string]: unknown;
  };
  /** Resolves when the exchange is over: `true` if the client closed it before the answer was complete. */
  readonly closed: Promise<boolean>;
}
