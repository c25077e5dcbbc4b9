import { z } from 'zod';
import {
  type AnyOperation,
  type AnyRoute,
  defineRoute,
  type OperationRoute,
  reply,
} from '../plugin/index.js';
import { invoke, type OperationDeps } from './invoke.js';
import { queryFields } from './query-fields.js';

/** The HTTP view of an operation; undefined where it has none. */
export function routeOf(operation: AnyOperation, deps: OperationDeps): AnyRoute | undefined {
  const { route, scope, ability } = operation;
  if (route === undefined) return undefined;
  const { method, path, input = operation.input, status = 200, bodyLimit, rateLimit } = route;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const rest = Object.fromEntries(Object.entries(input.shape).filter(([field]) => !names.includes(field)));
  const hasBody = method === 'post' || method === 'put' || method === 'patch';
  // Rules over several fields live in the whole schema; its parts would lose them.
  const body = () => (names.length === 0 ? input.strict() : z.strictObject(rest));
  return defineRoute({
    method,
    path,
    auth: route.auth ?? (ability === undefined ? 'any' : { ucan: ability }),
    ...(scope === undefined ? {} : { scope }),
    summary: operation.title,
    description: operation.description,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    request: {
      ...(names.length > 0 && { params: paramsOf(input, names) }),
      ...(Object.keys(rest).length > 0 &&
        (hasBody
          ? { body: body() }
          : { query: (route.looseQuery === true ? z.object : z.strictObject)(queryFields(rest)) })),
    },
    responses: responsesOf(operation, route, status),
    handler: async ({ params, query, body, principal, signal, logger, requestId }) => {
      const given = { ...(query as object), ...(body as object | undefined), ...(params as object) };
      const { answer } = await invoke(
        operation,
        given,
        { via: 'route', principal, signal, logger, requestId, attachments: [], progress: () => undefined },
        deps,
      );
      const location = route.location?.(answer as never);
      return reply({
        status,
        body: route.view === undefined ? answer : route.view.body(answer as never),
        ...(location === undefined ? {} : { headers: { Location: location } }),
      });
    },
  });
}

/** A text is taken as it is: an id that was never given out is 404, whatever it looks like. */
function paramsOf(input: z.ZodObject, names: readonly string[]): z.ZodObject {
  const typed = queryFields(Object.fromEntries(names.map((name) => [name, input.shape[name] ?? z.string()])));
  return z.object(
    Object.fromEntries(
      Object.entries(typed).map(([name, schema]) => [
        name,
        schema instanceof z.ZodString ? z.string().describe(schema.description ?? name) : schema,
      ]),
    ),
  );
}

function responsesOf(
  { answer }: AnyOperation,
  { errors = {}, view }: OperationRoute,
  status: number,
): AnyRoute['responses'] {
  return {
    [status]: view === undefined ? answer : { ...answer, schema: view.schema },
    400: { description: 'Something in the request is not valid; `errors` names the fields' },
    ...Object.fromEntries(Object.entries(errors).map(([code, description]) => [code, { description }])),
  };
}
