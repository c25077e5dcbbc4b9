import type { z } from 'zod';
import type { Artifact } from './artifact.js';
import { OracleError } from './errors.js';
import type { Logger } from './logger.js';
import type { Attachment } from './messages.js';
import type { Effect, NoUndo } from './operation.js';
import type { Principal } from './principal.js';
import type { Undo } from './undo.js';

/** What a tool knows about the run that called it. */
export interface ToolRuntime {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly runId: string;
  readonly toolCallId: string;
  /** `mcp`: whoever calls does so by a credential for this very thing, and not through the agent. */
  readonly via: 'agent' | 'mcp';
  /** Aborted when the run is cancelled or the tool's time is up; pass it to every outgoing call. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Attachments of the message that started the run, or else of the latest message before it that had any. */
  readonly attachments: readonly Attachment[];
  /** What the client sent beside that message, as it came: check what you use. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Tells the person how far the work is; `fraction` is 0..1. */
  progress(message: string, fraction?: number): void;
  /**
   * Hands a picture or a file to the person; returns its id.
   * @throws OracleError `tool_failed` when it has no one place, no words or too many bytes
   */
  artifact(artifact: Artifact): string;
  /** Records the call that takes this one back, or why there is none; see `Operation.undo`. */
  undoable(undo: Undo | NoUndo): void;
}

/** Content as it is, and what else an output says. */
export interface Embedded {
  readonly content:
    | { readonly text: string }
    | { readonly uri: string; readonly mimeType: string; readonly base64: string };
  readonly about: object;
}

/** For whom a call would be made, while the person is still to be asked. */
export interface Asker {
  readonly principal: Principal;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** What happens to what, and in which state that is: a yes to another one is none. */
export interface Foreseen {
  readonly words: string;
  /** Such as a file's id and version; only whether it is the same counts. */
  readonly state?: string;
}

/** What a look before a call says: in words alone, or with a state of which the words say nothing. */
export type Foretold = string | Foreseen;

/** Whether a person is asked before a call: by its arguments, or after a look at what is there. */
export type ApprovalRule<Args> =
  | 'never'
  | 'always'
  | ((args: Args) => boolean)
  /** A look that fails asks. */
  | { look(args: Args, asker: Asker): Promise<boolean> };

/**
 * A function the model may call. `run` returns plain JSON-able data; the runtime renders and caps it for the
 * model and hands the data itself to clients. A throw becomes a tool error that the model reads.
 */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output = unknown> {
  /** `snake_case`, at most 64 characters, unique over all plugins. */
  readonly name: string;
  /** A few words, for people and MCP clients. */
  readonly title?: string;
  /** Who runs it; default `server`. See `defineClientTool`. */
  readonly runs?: 'server' | 'client';
  /** What a call does to the world; default `write`. */
  readonly effect?: Effect;
  /** See `Operation.additive`. */
  readonly additive?: true;
  /** For the model: what it does, what it returns, units. */
  readonly description: string;
  /** Fields that it does not know are refused at any depth; what takes others says so (`z.looseObject`). */
  readonly input: Input;
  readonly output?: z.ZodType<Output>;
  /** Default `never`. */
  readonly approval?: ApprovalRule<z.output<Input>>;
  /** What happens to what, in one line; a person who is asked for approval reads it. */
  describe?(args: z.output<Input>): string;
  /**
   * The same for the person who is asked, after a look at what is there: how many files, which way. Where it throws nobody is
   * asked, and the call fails with what it threw.
   */
  foresee?(args: z.output<Input>, asker: Asker): Foretold | Promise<Foretold>;
  /** Scope that the principal must hold; none by default. */
  readonly scope?: string;
  /** UCAN ability that a call needs on what it is about; the tool itself asks for it. */
  readonly ability?: string;
  /** Whether calling twice with the same arguments is harmless; only then is a transient failure retried. Default false. */
  readonly idempotent?: boolean;
  /** Milliseconds before the signal is aborted; default 60,000. */
  readonly timeoutMs?: number;
  run(args: z.output<Input>, rt: ToolRuntime): Promise<Output> | Output;
  /** What the model reads of the result, when that is less than clients get. Default: text as it is, else compact JSON. */
  render?(output: Output): string;
  /** URI of a page that shows the output, for clients that can (MCP Apps): one of the plugin's `textSources`. */
  readonly view?: string;
  /** What MCP clients get in the place of the output's JSON; undefined for an output that is best as it is. */
  embed?(output: Output): Embedded | undefined;
}

/** A tool of any input, as collections hold it. Method bivariance lets a specific tool fit. */
export type AnyTool = Tool;

/** Infers `args` from `input`; adds nothing at run time. */
export function defineTool<Input extends z.ZodObject, Output>(tool: Tool<Input, Output>): AnyTool {
  return tool as unknown as AnyTool;
}

/**
 * A tool that the client runs, such as one that reads its clock or its screen. A run that calls it ends `interrupted`
 * with `calls`; the client sends what came of them to `POST /messages/:id/approvals`, and the run goes on. `output`,
 * when there is one, is held against what the client sends.
 */
export type ClientTool<Input extends z.ZodObject = z.ZodObject, Output = unknown> = Omit<
  Tool<Input, Output>,
  'run' | 'runs' | 'idempotent' | 'timeoutMs'
>;

/** Declares a client tool: infers its types, and refuses to be run by the server. */
export function defineClientTool<Input extends z.ZodObject, Output>(
  tool: ClientTool<Input, Output>,
): AnyTool {
  return defineTool<Input, Output>({
    ...tool,
    runs: 'client',
    run: () => {
      throw new OracleError('tool_failed', { detail: `'${tool.name}' runs at the client alone.` });
    },
  });
}
