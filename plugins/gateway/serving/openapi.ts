import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import type { Template } from '../routing/template.js';
import { publicPath, type Query, type Schema } from '../schema/schema.js';

type Json = Record<string, unknown>;

const texts = new WeakMap<Schema, Map<string, string>>();

/** The OpenAPI 3.1 document of everything served below a prefix, as JSON. @param broadcast whether transactions are passed on */
export function openApiText(schema: Schema, prefix: string, broadcast: boolean): string {
  let byPrefix = texts.get(schema);
  if (byPrefix === undefined) {
    byPrefix = new Map();
    texts.set(schema, byPrefix);
  }
  const key = `${prefix} ${broadcast}`;
  let text = byPrefix.get(key);
  if (text === undefined) {
    text = JSON.stringify(openApi(schema, prefix, broadcast));
    byPrefix.set(key, text);
  }
  return text;
}

function openApi(schema: Schema, prefix: string, broadcast: boolean): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const query of schema.queries.values()) {
    for (const [index, template] of query.templates.entries()) {
      paths[pathOf(template, prefix)] = { get: operation(query, template, index, components) };
    }
  }
  for (const post of schema.posts.values()) {
    if (post.broadcast && !broadcast) continue;
    for (const template of post.query.templates) {
      const path = pathOf(template, prefix);
      paths[path] = { ...paths[path], post: posted(post.query, components) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chain queries',
      version: '1.0.0',
      description:
        'Queries of the chain, over HTTP and JSON. Where the node is two minutes behind or more, answers have the headers ' +
        '`Age` (seconds since their block) and `Warning`.',
    },
    paths,
    components: {
      schemas: {
        Status: {
          type: 'object',
          properties: {
            code: { type: 'integer', description: 'gRPC status code' },
            message: { type: 'string' },
            details: { type: 'array', items: { type: 'object' } },
          },
        },
        ...Object.fromEntries(components),
      },
    },
  };
}

function pathOf(template: Template, prefix: string): string {
  return publicPath(template.text, prefix).replace(/\{([^}=]+)=[^}]*\}/g, '{$1}');
}

function posted({ name, method }: Query, components: Map<string, Json>): Json {
  const schema = refTo(method.input, components);
  return {
    operationId: name.replace('/', '.'),
    tags: [method.parent.typeName],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: responsesOf(method.output, components),
  };
}

function responsesOf(output: DescMessage, components: Map<string, Json>): Json {
  return {
    200: {
      description: 'The answer',
      content: { 'application/json': { schema: refTo(output, components) } },
    },
    default: {
      description: 'The query failed',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Status' } } },
    },
  };
}

function operation(query: Query, template: Template, index: number, components: Map<string, Json>): Json {
  const inPath = template.variables.map(({ field }) => field.join('.'));
  const fields = requestFields(query.method.input);
  const described = (name: string) => fields.find((each) => each.name === name)?.schema ?? { type: 'string' };
  return {
    operationId: query.name.replace('/', '.') + (index === 0 ? '' : `.${index + 1}`),
    tags: [query.method.parent.typeName],
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: described(name) })),
      ...fields
        .filter(({ name }) => !inPath.includes(name))
        .map(({ name, schema }) => ({ name, in: 'query', schema })),
      { name: 'x-cosmos-block-height', in: 'header', schema: { type: 'string', pattern: '^\\d+$' } },
    ],
    responses: responsesOf(query.method.output, components),
  };
}

export interface RequestField {
  readonly name: string;
  readonly type: string;
  readonly repeated: boolean;
  readonly schema: Json;
}

/** What a query can carry of a request: scalar fields, those of nested messages dotted. */
export function requestFields(
  desc: DescMessage,
  prefix = '',
  above: readonly DescMessage[] = [],
): RequestField[] {
  return desc.fields.flatMap((field): RequestField[] => {
    const name = prefix + field.name;
    if (field.fieldKind === 'message' && !field.message.typeName.startsWith('google.protobuf.')) {
      if (above.includes(field.message) || field.message === desc) return [];
      return requestFields(field.message, `${name}.`, [...above, desc]);
    }
    const none = new Map<string, Json>();
    const repeated = field.fieldKind === 'list';
    return [{ name, type: typeOf(field), repeated, schema: given(fieldSchema(field, none)) }];
  });
}

/** What is given is never null, which what is answered may be. */
function given(schema: Json): Json {
  const { type, items } = schema;
  if (Array.isArray(type)) return { ...schema, type: type.find((each) => each !== 'null') };
  return items === undefined ? schema : { ...schema, items: given(items as Json) };
}

function typeOf(field: DescField): string {
  if (field.enum) return field.enum.values.map(({ name }) => name).join('|');
  if (field.message) return field.message.name.toLowerCase();
  return field.scalar === undefined ? 'map' : ScalarType[field.scalar].toLowerCase();
}

function refTo(desc: DescMessage, components: Map<string, Json>): Json {
  if (desc.typeName === 'google.protobuf.Timestamp') return { type: ['string', 'null'], format: 'date-time' };
  if (desc.typeName === 'google.protobuf.Duration') return { type: ['string', 'null'], examples: ['3600s'] };
  if (desc.typeName === 'google.protobuf.Any') {
    return {
      type: ['object', 'null'],
      properties: { '@type': { type: 'string' } },
      additionalProperties: true,
    };
  }
  if (desc.typeName.startsWith('google.protobuf.')) return {};
  if (!components.has(desc.typeName)) {
    const component: Json = { type: 'object' };
    components.set(desc.typeName, component);
    component['properties'] = Object.fromEntries(
      desc.fields.map((field) => [field.name, fieldSchema(field, components)]),
    );
  }
  return { $ref: `#/components/schemas/${desc.typeName}` };
}

function fieldSchema(field: DescField, components: Map<string, Json>): Json {
  switch (field.fieldKind) {
    case 'list':
      return { type: 'array', items: valueSchema(field, components) };
    case 'map':
      return { type: 'object', additionalProperties: valueSchema(field, components) };
    default:
      return valueSchema(field, components);
  }
}

function valueSchema(field: DescField, components: Map<string, Json>): Json {
  if (field.enum) return { type: 'string', enum: field.enum.values.map(({ name }) => name) };
  if (field.message) return refTo(field.message, components);
  switch (field.scalar) {
    case ScalarType.STRING:
      return { type: 'string' };
    case ScalarType.BYTES:
      return { type: ['string', 'null'], contentEncoding: 'base64' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: 'number' };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return { type: 'integer', minimum: 0 };
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return { type: 'integer' };
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return { type: 'string', pattern: '^\\d+$' };
    default:
      return { type: 'string', pattern: '^-?\\d+$' };
  }
}
