import { z } from 'zod';
import { sessionCookieName } from '../auth/index.js';
import type { BootResult } from '../boot/types.js';
import { knownFieldsOnly } from '../kit/index.js';
import type { AnyRoute, Effect, OracleInfo, RouteResponseDoc } from '../plugin/index.js';
import type { MountedRoute } from './mount-route.js';
import { templateOf, variantsOf } from './path-pattern.js';

type Json = Readonly<Record<string, unknown>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Json;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Json[];
  /** What it does to what is there. */
  readonly 'x-effect': Effect;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Json>> }>
  >;
}

/** An OpenAPI 3.1 document, as far as this runtime writes one. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

const PROBLEM_SCHEMA: Json = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', description: 'urn:oracle-runtime:problem:<code>' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened.' },
    code: { type: 'string', description: 'Stable; switch on this.' },
    hint: { type: 'string', description: 'How to mend it.' },
    errors: {
      type: 'array',
      description: 'Every faulty field.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: {
      type: 'string',
      description:
        'Also in X-Request-Id. Public files leave it out: what is not there must look the same to all.',
    },
  },
};

const securitySchemes = (did: string | undefined): Json => ({
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `oracle keys create --name N --scope S`.',
  },
  ucan: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'UCAN',
    description:
      'With the header `X-Auth-Type: ucan`: an invocation (UCAN 0.9.1, base64 CAR) of at most 900 seconds, addressed to the DID of /.well-known/did.json, for one request. `oracle token` makes one. Delegations to the oracle, up to 8 with commas between, may come with it in `X-Ucan-Delegation`: the oracle may then act within them for this request and the run that it starts.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(did),
    description: 'Set by POST /auth/session; named after the DID of the oracle.',
  },
});

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

/** Where an ecosystem has its own error shape. */
const OWN_ERROR = { 'application/json': {} };

/** Describes all mounted routes. Plugins that are still pending are marked as such in their tag. */
export function buildOpenApi(
  mounted: readonly MountedRoute[],
  oracle: OracleInfo,
  boot: BootResult,
): OpenApiDocument {
  const schemas: Record<string, Json> = { Problem: PROBLEM_SCHEMA };
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const { plugin, route } of mounted) {
    for (const path of variantsOf(route.path).map(templateOf)) {
      const operations = paths[path] ?? {};
      operations[route.method] = describeOperation(plugin, route, path, schemas);
      paths[path] = operations;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: oracle.name, version: oracle.version, description: oracle.description },
    servers: [{ url: '/' }],
    tags: describeTags(mounted, boot),
    paths,
    components: { schemas, securitySchemes: securitySchemes(oracle.did) },
  };
}

function describeTags(mounted: readonly MountedRoute[], boot: BootResult): OpenApiDocument['tags'] {
  const pending = new Set(boot.report().flatMap(({ name, state }) => (state === 'pending' ? [name] : [])));
  return [...new Set(mounted.map(({ plugin }) => plugin))].map((name) => {
    const summary =
      boot.plugins.find(({ plugin }) => plugin.name === name)?.capabilities[0]?.manifest.summary ??
      'The oracle itself.';
    return { name, description: pending.has(name) ? `${summary} (pending: not ready yet)` : summary };
  });
}

function describeOperation(
  plugin: string,
  route: AnyRoute,
  path: string,
  schemas: Record<string, Json>,
): OpenApiOperation {
  const operationId = `${route.method}_${path.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'root'}`;
  const convert = (schema: z.ZodType, io: 'input' | 'output', name: string) =>
    toSchema(schema, io, `${operationId}_${name}`, schemas);
  const request = route.request ?? {};
  const parameters = [
    ...pathParameters(
      path,
      request.params === undefined || request.params === 'raw'
        ? undefined
        : convert(request.params, 'input', 'params'),
    ),
    ...(request.query ? listParameters('query', convert(request.query, 'input', 'query')) : []),
    ...(request.headers ? listParameters('header', convert(request.headers, 'input', 'headers')) : []),
  ];
  const { body } = request;
  return {
    operationId,
    tags: [plugin],
    summary: route.summary,
    ...describeWithScope(route),
    security: securityOf(route),
    'x-effect': effectOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : body === 'raw'
        ? { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
        : {
            requestBody: {
              required: !body.safeParse(undefined).success,
              content: { 'application/json': { schema: convert(knownFieldsOnly(body), 'input', 'body') } },
            },
          }),
    responses: describeResponses(route, (schema, status) => convert(schema, 'output', status)),
  };
}

/** As the route says, else as its method does. */
function effectOf({ effect, method }: AnyRoute): Effect {
  return effect ?? (method === 'get' ? 'read' : method === 'delete' ? 'destructive' : 'write');
}

function describeWithScope(route: AnyRoute): { description?: string } {
  const scope = route.scope === undefined ? [] : [`Needs the scope \`${route.scope}\`.`];
  const text = [...(route.description === undefined ? [] : [route.description]), ...scope].join(' ');
  return text === '' ? {} : { description: text };
}

function describeResponses(
  route: AnyRoute,
  convert: (schema: z.ZodType, status: string) => Json,
): OpenApiOperation['responses'] {
  const described = Object.entries(route.responses).map(([status, doc]) => {
    const content = contentOf(doc, status, convert);
    return [status, { description: doc.description, ...(content === undefined ? {} : { content }) }] as const;
  });
  const refusals = route.auth === 'public' ? [] : (['401', '403'] as const);
  const added = refusals
    .filter((status) => !(Number(status) in route.responses))
    .map(
      (status) =>
        [
          status,
          {
            description: status === '401' ? 'No valid credential.' : 'Not allowed.',
            content: route.errorAnswer === undefined ? PROBLEM : OWN_ERROR,
          },
        ] as const,
    );
  return Object.fromEntries([
    ...described,
    ...added,
    [
      'default',
      { description: 'A problem.', content: route.errorAnswer === undefined ? PROBLEM : OWN_ERROR },
    ],
  ]);
}

function contentOf(
  doc: RouteResponseDoc,
  status: string,
  convert: (schema: z.ZodType, status: string) => Json,
): Readonly<Record<string, Json>> | undefined {
  const main =
    doc.schema !== undefined
      ? { [doc.contentType ?? 'application/json']: { schema: convert(doc.schema, status) } }
      : doc.contentType !== undefined
        ? { [doc.contentType]: {} }
        : undefined;
  if (main === undefined) return Number(status) >= 400 ? PROBLEM : undefined;
  return { ...main, ...Object.fromEntries((doc.alsoAs ?? []).map((type) => [type, {}])) };
}

/** Who may call, each with the scopes that it needs (OpenAPI 3.1: names of roles for schemes other than OAuth). */
function securityOf({ auth, scope }: Pick<AnyRoute, 'auth' | 'scope'>): readonly Json[] {
  if (auth === 'public') return [];
  const scopes = scope === undefined ? [] : [scope];
  if (auth === 'api-key') return [{ apiKey: scopes }];
  if (auth === 'any') return [{ apiKey: scopes }, { ucan: scopes }, { session: [] }];
  const abilities = [...scopes, auth.ucan];
  return [{ ucan: abilities }, { apiKey: abilities }, { session: [] }];
}

function pathParameters(template: string, schema: Json | undefined): OpenApiParameter[] {
  const described = new Map((schema ? listParameters('path', schema) : []).map((each) => [each.name, each]));
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    ...(described.get(name) ?? { name, in: 'path' as const, schema: { type: 'string' } }),
    required: true,
  }));
}

function listParameters(place: OpenApiParameter['in'], schema: Json): OpenApiParameter[] {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  return Object.entries(asJson(schema['properties'])).map(([name, value]) => {
    const { description, ...rest } = asJson(value);
    return {
      name,
      in: place,
      required: required.has(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
    };
  });
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** JSON Schema of a zod schema. Recursive parts move to the document's components, where references still resolve. */
function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  name: string,
  schemas: Record<string, Json>,
): Json {
  const {
    $schema: _,
    $defs,
    ...root
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // A format says it better than the page-long pattern behind it.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      // Answers may gain fields; only a schema that says strict promises none.
      const { def } = zodSchema._zod;
      if (def.type === 'object' && !('catchall' in def)) delete jsonSchema.additionalProperties;
    },
  });
  const rename = (reference: string) =>
    reference === '#'
      ? `#/components/schemas/${name}`
      : reference.replace(/^#\/\$defs\//, `#/components/schemas/${name}_`);
  for (const [key, definition] of Object.entries($defs ?? {})) {
    schemas[`${name}_${key}`] = asJson(rewriteReferences(definition, rename));
  }
  const rewritten = asJson(rewriteReferences(root, rename));
  if (!JSON.stringify(rewritten).includes(`"#/components/schemas/${name}"`)) return rewritten;
  schemas[name] = rewritten;
  return { $ref: `#/components/schemas/${name}` };
}

function rewriteReferences(value: unknown, rename: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string' ? rename(item) : rewriteReferences(item, rename),
    ]),
  );
}
