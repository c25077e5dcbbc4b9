import {
  type AnyRoute,
  type AnyTool,
  type Attachment,
  defineRoute,
  defineTool,
  type Principal,
  type RouteResponseDoc,
  reply,
} from 'oracle-runtime/plugin';
import { z } from 'zod';

/** Who calls an operation, from a route or a tool. */
export interface Caller {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** Files of the message that called a tool; none on a route. */
  readonly attachments: readonly Attachment[];
}

/**
 * One thing the service does, told once: an HTTP route and an agent's tool are two views of it, with the same input,
 * the same checks and the same answer.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject> {
  /** Name of the tool; a stored record has none of its own, see `recordTools`. */
  readonly tool?: string;
  /** What kind of stored record it reads or lists. */
  readonly reads?: RecordKind;
  readonly method: 'get' | 'post' | 'delete';
  /** Route; `:name` parts are fields of the input. */
  readonly path: string;
  readonly title: string;
  /** For the model: what it does and returns, with units. */
  readonly description: string;
  readonly input: Input;
  /** What the tool asks for when that differs from the route's body. */
  readonly toolInput?: z.ZodObject;
  /** The operation's input from the tool's; default the same. */
  fromTool?(input: never): Readonly<Record<string, unknown>>;
  /** Default 200. */
  readonly status?: 200 | 201;
  readonly answer: RouteResponseDoc;
  /** Error statuses besides 400, 401 and 403, for OpenAPI. */
  readonly errors?: Readonly<Record<number, string>>;
  /** Default `sampling`. */
  readonly scope?: string;
  /** Asks the person before the tool runs. */
  readonly approval?: 'always';
  readonly idempotent?: boolean;
  readonly bodyLimit?: number;
  /** Path of what was created. */
  location?(answer: never): string;
  /** One sentence that heads a tool's answer; the numbers follow it. */
  summary?(answer: never): string;
  /** The tool's answer in the place of the whole one, when that is too long or too nested to read aloud. */
  forAgent?(answer: never): object;
  run(input: z.output<Input>, caller: Caller): Promise<object> | object;
}

/** What the service stores. */
export type RecordKind = 'design' | 'registry' | 'selection' | 'period' | 'submission';

/** An operation of any input, as lists hold it. */
export type AnyOperation = Operation;

/** Infers the input of `run` and the answer that `summary` words; adds nothing at run time. */
export function defineOperation<Input extends z.ZodObject, Answer extends object>(
  operation: Omit<Operation<Input>, 'run' | 'summary' | 'location' | 'forAgent' | 'fromTool'> & {
    run(input: z.output<Input>, caller: Caller): Promise<Answer> | Answer;
    summary?(answer: Answer): string;
    location?(answer: Answer): string;
    forAgent?(answer: Answer): object;
    fromTool?(input: never): z.input<Input>;
  },
): AnyOperation {
  return operation as unknown as AnyOperation;
}

/** The tools of those operations that have one. */
export function toolsOf(operations: readonly AnyOperation[]): AnyTool[] {
  return operations.flatMap((operation) =>
    operation.tool === undefined ? [] : [toolOf(operation, operation.tool)],
  );
}

function toolOf(operation: AnyOperation, name: string): AnyTool {
  return defineTool({
    name,
    description: operation.description,
    input: operation.toolInput ?? operation.input,
    scope: operation.scope ?? 'sampling',
    ...(operation.approval && { approval: operation.approval }),
    ...(operation.idempotent && { idempotent: true }),
    run: (input, { principal, signal, attachments }) =>
      answerForAgent(operation, operation.fromTool?.(input as never) ?? input, {
        principal,
        signal,
        attachments,
      }),
  });
}

/** Runs an operation and words its answer as a tool does. */
export async function answerForAgent(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<object> {
  const answer = await operation.run(input, caller);
  if (operation.forAgent) return operation.forAgent(answer as never);
  const summary = operation.summary?.(answer as never);
  return summary === undefined ? answer : { summary, ...answer };
}

/** The route of an operation. */
export function routeOf(operation: AnyOperation): AnyRoute {
  const { method, path, input, status = 200 } = operation;
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  const rest = names.length === 0 ? input : withoutFields(input, names);
  const empty = Object.keys(rest.shape).length === 0;
  return defineRoute({
    method,
    path,
    auth: 'any',
    scope: operation.scope ?? 'sampling',
    summary: operation.title,
    description: operation.description,
    ...(operation.bodyLimit !== undefined && { bodyLimit: operation.bodyLimit }),
    request: {
      ...(names.length > 0 && { params: paramsOf(input, names) }),
      ...(!empty && (method === 'post' ? { body: rest.strict() } : { query: rest.strict() })),
    },
    responses: {
      [status]: operation.answer,
      400: { description: 'Invalid sampling parameters' },
      ...Object.fromEntries(
        Object.entries(operation.errors ?? {}).map(([code, description]) => [code, { description }]),
      ),
    },
    handler: async ({ params, query, body, principal, signal }) => {
      const given = { ...(query as object), ...(body as object | undefined), ...(params as object) };
      const answer = await operation.run(given, { principal, signal, attachments: [] });
      const location = operation.location?.(answer as never);
      return reply({
        status,
        body: answer,
        ...(location !== undefined && { headers: { Location: location } }),
      });
    },
  });
}

function withoutFields(input: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(input.shape).filter(([field]) => !names.includes(field))),
  );
}

/** Any text is taken for an id: one that was never given out is 404, whatever it looks like. */
function paramsOf(input: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      names.map((name) => [name, z.string().describe(input.shape[name]?.description ?? name)]),
    ),
  );
}
