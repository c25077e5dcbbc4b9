import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { isRecord } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { fieldOf } from '../binding/bind-request.js';
import { publicPath, type Query, type Schema } from '../schema/schema.js';
import type { ChainQueries, ChainQuery } from '../service.js';
import { requestFields } from '../serving/openapi.js';
import { HEIGHT_HEADER } from '../serving/request-headers.js';
import { OWN_CALLS } from '../upstream/node-client.js';
import { Code, QueryFault, RETRY_SOON } from '../upstream/status.js';
import { type ChainGateway, NO_CHAIN } from './chain-gateway.js';

const LONGEST_NAME = 200;

/** The chain's queries for tools and for other plugins. @param open makes the gateway on first use */
export function chainQueries(
  open: () => Promise<ChainGateway>,
  prefix: string,
): Omit<ChainQueries, 'address' | 'auth' | 'behind'> {
  const opened = async (signal: AbortSignal) => {
    const gateway = await open();
    await gateway.settle(signal);
    return gateway;
  };
  return {
    async query(name, params, signal) {
      const gateway = await opened(signal);
      const query = queryNamed(gateway, name);
      try {
        const pairs = pairsOf(query.method.input, params);
        const output = await gateway.query(query, { path: [], params: pairs, client: OWN_CALLS, signal });
        const height = output.metadata[HEIGHT_HEADER];
        return {
          body: JSON.parse(String(output.json)),
          height: height === undefined ? undefined : String(height),
        };
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof QueryFault ? oracleErrorOf(error, query.name) : error;
      }
    },
    async list(search = '') {
      const gateway = await opened(new AbortController().signal);
      const fault = unknownFault(gateway, 'Which queries the chain has is not known now');
      if (fault !== undefined) throw fault;
      const { schema } = gateway;
      const words = search
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '');
      const all = describedOf(schema, prefix);
      return all.filter((query) => {
        const text = [query.method, ...query.paths, ...query.params.map(({ name }) => name), ...query.answer]
          .join(' ')
          .toLowerCase();
        return words.every((word) => text.includes(word));
      });
    },
    async ready(signal) {
      await (await open()).ready(signal);
    },
  };
}

const described = new WeakMap<Schema, readonly ChainQuery[]>();

/** Made once a schema: every tool call asks for it. */
function describedOf(schema: Schema, prefix: string): readonly ChainQuery[] {
  let all = described.get(schema);
  if (all === undefined) {
    all = [...schema.queries.values()].map((query) => describe(query, prefix));
    described.set(schema, all);
  }
  return all;
}

function describe(query: Query, prefix: string): ChainQuery {
  return {
    method: query.name,
    paths: query.templates.map(({ text }) => publicPath(text, prefix)),
    params: requestFields(query.method.input).map(({ name, type, repeated }) => ({ name, type, repeated })),
    answer: query.method.output.fields.map(({ name }) => name),
  };
}

/** What a chain lacks is only known of one that was asked. @param detail what is not known */
function unknownFault({ alone, schema, unread }: ChainGateway, detail: string): OracleError | undefined {
  if (alone && !schema.loaded) return new OracleError('unavailable', { detail: `${capital(NO_CHAIN)}.` });
  return unread === undefined
    ? undefined
    : new OracleError('unavailable', { detail: `${detail}: ${unread}.`, headers: RETRY_SOON });
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** By its full name, or by an end of it that only one query has, such as `entity.v1beta1.Query/Entity`. */
function queryNamed(gateway: ChainGateway, name: string): Query {
  const { schema } = gateway;
  const plain = name.replace(/^\//, '').replace(/\.(?=[^./]+$)/, '/');
  const exact = schema.queries.get(name.replace(/^\//, '')) ?? schema.queries.get(plain);
  if (exact !== undefined) return exact;
  const fault = unknownFault(
    gateway,
    `Whether the chain has the query ${name.slice(0, LONGEST_NAME)} is not known now`,
  );
  if (fault !== undefined) throw fault;
  const last = name.slice(name.search(/[^./]+$/)).toLowerCase();
  const alike = [...schema.queries.keys()].filter((each) => each.toLowerCase().endsWith(`/${last}`));
  throw new OracleError('invalid_request', {
    detail: `The chain has no query ${JSON.stringify(name.slice(0, LONGEST_NAME))}.`,
    hint:
      alike.length > 0
        ? `Perhaps ${alike.slice(0, 5).join(' or ')}.`
        : 'chain_list_queries tells what there is.',
    errors: [{ field: 'method', message: 'is no query of the chain' }],
  });
}

/**
 * Nested parameters as the pairs of a query string. Here a field that does not exist is a fault: nobody but the
 * caller could notice.
 */
function pairsOf(
  desc: DescMessage,
  params: Readonly<Record<string, unknown>>,
  prefix = '',
): [string, string][] {
  return Object.entries(params).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    // Dotted names are taken as they are spelled in a URL.
    const [head = '', ...rest] = key.split('.');
    const field = fieldOf(desc, head);
    if (field === undefined) throw unknownField(desc, prefix + key);
    const name = prefix + head;
    if (rest.length > 0) {
      if (field.fieldKind !== 'message') throw unknownField(desc, prefix + key);
      return pairsOf(field.message, { [rest.join('.')]: value }, `${name}.`);
    }
    return pairsOfField(field, value, name);
  });
}

function pairsOfField(field: DescField, value: unknown, name: string): [string, string][] {
  if (field.fieldKind === 'list') {
    return (Array.isArray(value) ? value : [value]).map((each) => [name, textOf(each, name)]);
  }
  if (isRecord(value)) {
    const fields = Object.entries(value);
    if (field.fieldKind === 'map')
      return fields.map(([key, each]) => [`${name}[${key}]`, textOf(each, name)]);
    if (field.fieldKind === 'message') return pairsOf(field.message, Object.fromEntries(fields), `${name}.`);
  }
  return [[name, textOf(value, name)]];
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  throw new OracleError('invalid_request', {
    detail: `params.${name} has a value of the wrong kind.`,
    errors: [{ field: `params.${name}`, message: 'is a string, a number or a boolean' }],
  });
}

function unknownField(desc: DescMessage, name: string): OracleError {
  const known = desc.fields.map((field) => field.name).slice(0, 30);
  return new OracleError('invalid_request', {
    detail: `params.${name} is no field of ${desc.typeName}.`,
    hint: known.length > 0 ? `It has ${known.join(', ')}.` : 'It takes no parameters.',
    errors: [{ field: `params.${name}`, message: 'does not exist' }],
  });
}

function oracleErrorOf(fault: QueryFault, method: string): OracleError {
  const options = { detail: `${method}: ${fault.message}.`, cause: fault, headers: fault.headers };
  switch (fault.code) {
    case Code.InvalidArgument:
      return new OracleError('invalid_request', options);
    case Code.NotFound:
      return new OracleError('not_found', options);
    case Code.Unavailable:
      return new OracleError('unavailable', options);
    case Code.DeadlineExceeded:
      return new OracleError('upstream_timeout', options);
    default:
      return new OracleError('upstream_failed', options);
  }
}
