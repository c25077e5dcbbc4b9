import type { z } from 'zod';
import type { Artifact } from './artifact.js';
import type { Logger } from './logger.js';
import type { Attachment } from './messages.js';
import type { Grant, Principal } from './principal.js';
import type { HttpMethod, RouteAuth } from './route.js';
import type { ApprovalRule, Asker, Embedded, Foretold } from './tool.js';
import type { Undo } from './undo.js';

/**
 * What a call does to the world: `read` changes nothing and may be repeated; `write` adds or changes; `destructive`
 * takes something away or cannot be taken back. A promise that agents, clients and the audit rely on.
 */
export type Effect = 'read' | 'write' | 'destructive';

/** Who calls an operation, and by which of its views. */
export interface Caller {
  readonly via: 'agent' | 'route' | 'mcp' | 'command';
  readonly principal: Principal;
  /** Of an operation with an `ability`: what was granted for it, narrowed to the resource; absent for the oracle's own. */
  readonly grant?: Grant;
  /** Aborted when the client goes away or the run is cancelled; pass it to every outgoing call. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Files of the message that called it, or else of the latest before it that brought any; none but with an agent. */
  readonly attachments: readonly Attachment[];
  /** Of a route. */
  readonly requestId?: string;
  /** The run whose agent called it. */
  readonly run?: { readonly sessionId: string; readonly runId: string; readonly toolCallId: string };
  /** Tells the person how far the work is; `fraction` is 0..1. Heard by agents alone. */
  progress(message: string, fraction?: number): void;
  /**
   * Hands a picture or a file to the person; agents and MCP clients alone pass it on, so what others need of it stands
   * in the answer too.
   * @throws OracleError `tool_failed` when it has no one place, no words or too many bytes
   */
  artifact(artifact: Artifact): void;
}

/** What a call without an inverse leaves: why there is none, or that it changed nothing after all. */
export type NoUndo = { readonly whyNot: string } | { readonly unchanged: true };

/** Of several things, those that a call could not do: why, and the input that tries them again. */
export interface LeftUndone {
  readonly why: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Where an operation is served over HTTP. Path parameters are fields of the input; the rest is the body or the query. */
export interface OperationRoute<Answer = never> {
  readonly method: HttpMethod;
  /** Such as `/v1/sampling/:designId`. */
  readonly path: string;
  /** Default `{ ucan: ability }` for an operation with an ability, else `any`. */
  readonly auth?: RouteAuth;
  /** What the route asks for in the place of `input`, where a request must say more than an agent's call. */
  readonly input?: z.ZodObject;
  /** Default 200. */
  readonly status?: 200 | 201;
  /** Parameters of the query that it does not know are passed over; by default they are refused by name. */
  readonly looseQuery?: true;
  /** Error statuses besides those of the runtime, for the API document. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** Requests a minute and principal; default from the configuration. */
  readonly rateLimit?: number;
  /** Path of what was created. */
  location?(answer: Answer): string;
  /** Further headers of the answer. */
  headers?(answer: Answer): Readonly<Record<string, string>>;
  /** What the route sends when that is not the whole answer. */
  readonly view?: { readonly schema: z.ZodType; body(answer: Answer): object };
}

/** How an agent calls an operation, where that differs from `input` and `run`. */
export interface OperationTool {
  /** What the agent is asked for. */
  readonly input?: z.ZodObject;
  /** The operation's input from the agent's; default the same. */
  toInput?(input: never): Readonly<Record<string, unknown>>;
  /** Whether a second call with the same input is harmless; default for what only reads. */
  readonly idempotent?: boolean;
  /** Milliseconds before the signal is aborted; default 60,000. */
  readonly timeoutMs?: number;
}

/**
 * One thing that a plugin does, said once. The runtime makes of it the agent's tool, the HTTP route with its entry in
 * the API document, the tool of MCP clients, `oracle call <name>` and the entry in the audit: all with the same input,
 * the same checks and the same answer.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Answer = never> {
  /** `snake_case`, at most 64 characters, unique over all plugins. */
  readonly name: string;
  /** A few words, for people: `Delete a registry`. */
  readonly title: string;
  /** For the model and the API document: what it does and returns, with units. */
  readonly description: string;
  readonly effect: Effect;
  /**
   * Of a `write`: it only keeps what it worked out as something new. Nothing that was there changes and nobody else is
   * told, so that an agent may do it for whoever asks for the result.
   */
  readonly additive?: true;
  /** Fields that it does not know are refused at any depth, by every view; what takes others says so (`z.looseObject`). */
  readonly input: Input;
  /** What it answers; tests and development hold every answer to the schema. */
  readonly answer: { readonly description: string; readonly schema?: z.ZodType };
  /** Scope that the caller must hold. */
  readonly scope?: string;
  /**
   * UCAN ability that the caller must hold on `resource(input)`. An agent acts within what the person delegated to
   * this oracle.
   */
  readonly ability?: string;
  resource?(input: never): string;
  /** Whether an agent asks its person first. Default: `always` for what is destructive, else `never`. */
  readonly approval?: ApprovalRule<never>;
  /** What happens to what, in one line: `Delete the registry registry-5c1d`. Asked with, and kept in the audit. */
  describe?(input: never): string;
  /**
   * The same for the person who is asked, after a look at what is there: how many files, which way. Where it throws nobody is
   * asked, and the call fails with what it threw.
   */
  foresee?(input: never, asker: Asker): Foretold | Promise<Foretold>;
  /** One sentence that heads what an agent gets; the data follow it. */
  summary?(answer: Answer): string;
  /** What an agent gets in the place of the whole answer, when that is too long or too nested to read aloud. */
  forModel?(answer: Answer): object;
  /** See `Tool.view`. */
  readonly view?: string;
  /** See `Tool.embed`. */
  embed?(answer: Answer): Embedded | undefined;
  /** False: agents have no tool of it. */
  readonly tool?: OperationTool | false;
  readonly route?: OperationRoute<Answer>;
  /**
   * `own`: the plugin keeps a record of its own (`Contribution.audit`). `wordless`: its entry leaves out the call that takes it
   * back, whose words would outlive what they were taken from. Default: what does not only read is audited.
   */
  readonly audit?: 'own' | 'wordless';
  /** The call that takes this one back, recorded with it; else why there is none, in words that follow a dash. */
  undo?(input: never, answer: Answer): Undo | NoUndo | undefined;
  /**
   * Why nothing at all was done, of an answer that tells failures item by item and does not throw; undefined when
   * something was. It is then no change; a call that should take another back has failed, and that change stays open.
   */
  nothingDone?(answer: Answer): string | undefined;
  /** What was left undone, of such an answer. A call that should take another back is then tried again for that. */
  leftUndone?(input: never, answer: Answer): LeftUndone | undefined;
  run(input: z.output<Input>, caller: Caller): Promise<object> | object;
}

/** An operation of any input and answer, as lists hold it. */
export type AnyOperation = Operation;

/** The names of a path's parameters: `'designId'` of `/v1/sampling/:designId/history`. */
type PathNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | PathNames<Further>
    : Rest
  : never;

/** Asks for a property that nobody has, so that the compiler says what is wrong with a path. */
type CheckedPath<Path extends string, Fields> = [Exclude<PathNames<Path>, Fields>] extends [never]
  ? unknown
  : { readonly 'each path parameter must be a field of the input': Exclude<PathNames<Path>, Fields> };

type Said =
  | 'run'
  | 'summary'
  | 'forModel'
  | 'embed'
  | 'describe'
  | 'foresee'
  | 'undo'
  | 'nothingDone'
  | 'leftUndone'
  | 'resource'
  | 'route'
  | 'approval'
  | 'tool';

/**
 * Declares an operation: `run` gets the type of `input`, the functions that word or present the answer get what `run`
 * returns (so write `run` above them), and a path parameter that is no field of the input is a type error. Adds nothing
 * at run time.
 */
export function defineOperation<
  Input extends z.ZodObject,
  Answer extends object,
  const Path extends string = never,
  ToolInput extends z.ZodObject = Input,
>(
  operation: Omit<Operation<Input>, Said> & {
    run(input: z.output<Input>, caller: Caller): Promise<Answer> | Answer;
    summary?(answer: NoInfer<Answer>): string;
    forModel?(answer: NoInfer<Answer>): object;
    embed?(answer: NoInfer<Answer>): Embedded | undefined;
    describe?(input: z.output<Input>): string;
    foresee?(input: z.output<Input>, asker: Asker): Foretold | Promise<Foretold>;
    undo?(input: z.output<Input>, answer: NoInfer<Answer>): Undo | NoUndo | undefined;
    nothingDone?(answer: NoInfer<Answer>): string | undefined;
    leftUndone?(input: z.output<Input>, answer: NoInfer<Answer>): LeftUndone | undefined;
    resource?(input: z.output<Input>): string;
    /** Asked of what the agent gave: its own input where the tool has one. */
    readonly approval?: ApprovalRule<z.output<ToolInput>>;
    readonly tool?:
      | (Omit<OperationTool, 'input' | 'toInput'> & {
          readonly input?: ToolInput;
          toInput?(input: z.output<ToolInput>): z.input<Input>;
        })
      | false;
    readonly route?: Omit<OperationRoute<NoInfer<Answer>>, 'path' | 'input'> & {
      readonly input?: z.ZodObject & z.ZodType<z.output<Input>>;
      readonly path: Path;
    } & CheckedPath<NoInfer<Path>, keyof z.output<Input>>;
  },
): AnyOperation {
  return operation as unknown as AnyOperation;
}

/** What MCP clients are told of an effect (MCP, ToolAnnotations). */
export function effectHints(effect: Effect): {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
} {
  return {
    readOnlyHint: effect === 'read',
    destructiveHint: effect === 'destructive',
    idempotentHint: effect === 'read',
  };
}
