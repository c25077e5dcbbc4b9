import { z } from 'zod';
import { knownFieldsOnly } from '../kit/index.js';
import {
  type AnyOperation,
  type AnyRoute,
  defineRoute,
  type OperationRoute,
  reply,
} from '../plugin/index.js';
import { invoke, type OperationDeps } from './invoke.js';
import { textReader } from './text-fields.js';

/** The HTTP view of an operation; undefined where it has none. */
export function routeOf(operation: AnyOperation, deps: OperationDeps): AnyRoute | undefined {
  const { route, scope, ability } = operation;
  if (route === undefined) return undefined;
  const { method, path, input = operation.input, status = 200, bodyLimit, rateLimit } = route;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const inPath = pick(input, (field) => names.includes(field));
  const rest = pick(input, (field) => !names.includes(field));
  const hasFields = Object.keys(rest.shape).length > 0;
  const loose = route.looseQuery === true;
  const hasBody = method === 'post' || method === 'put' || method === 'patch';
  return defineRoute({
    method,
    path,
    auth: route.auth ?? (ability === undefined ? 'any' : { ucan: ability }),
    ...(scope === undefined ? {} : { scope }),
    effect: operation.effect,
    summary: operation.title,
    description: operation.description,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(operation.effect === 'write' ? {} : { whenDiskFull: true }),
    request: {
      ...(names.length > 0 && { params: inPath }),
      ...(hasFields && hasBody && { body: rest }),
      ...(hasFields && !hasBody && { query: loose ? z.looseObject(rest.shape) : rest }),
      ...(hasFields && hasBody && loose && { query: z.looseObject({}) }),
      whole: wholeInput(input, hasBody ? names : Object.keys(input.shape), loose && !hasBody),
    },
    responses: responsesOf(operation, route, status),
    handler: async ({ whole, principal, signal, logger, requestId }) => {
      const { answer } = await invoke(
        operation,
        whole as Readonly<Record<string, unknown>>,
        {
          via: 'route',
          principal,
          signal,
          logger,
          requestId,
          attachments: [],
          progress: () => undefined,
          artifact: () => undefined,
        },
        deps,
      );
      const location = route.location?.(answer as never);
      return reply({
        status,
        body: route.view === undefined ? answer : route.view.body(answer as never),
        headers: {
          ...route.headers?.(answer as never),
          ...(location === undefined ? {} : { Location: location }),
        },
      });
    },
  });
}

/** The whole input, parsed once with all its rules; what comes as text is read as its field wants it. */
function wholeInput(input: z.ZodObject, asText: readonly string[], loose: boolean): z.ZodType {
  const read = textReader(input.shape);
  const names = new Set(asText);
  return z.preprocess((given) => read(given, names), loose ? input : knownFieldsOnly(input));
}

/** Some fields, for the API document. */
function pick(input: z.ZodObject, wanted: (field: string) => boolean): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(input.shape).filter(([field]) => wanted(field))));
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
