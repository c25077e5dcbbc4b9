import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Logger, type Reply, type RouteAuth, reply } from 'oracle-runtime/plugin';
import { fieldOf } from '../binding/bind-request.js';
import type { ChainGateway, QueryOutput } from '../chain/chain-gateway.js';
import { ageHeaders, type Lateness } from '../lateness.js';
import { queryOf, segmentsOf } from '../routing/request-path.js';
import type { Found } from '../schema/schema.js';
import { Code, invalid, QueryFault, RETRY_SOON } from '../upstream/status.js';
import { gzipped } from './compress.js';
import { faultBody } from './errors.js';
import { isAtHand, isFixed, keepable } from './fixed-height.js';
import { openApiText } from './openapi.js';
import { HEIGHT_HEADER, heightOf, metadataOf, timeoutOf } from './request-headers.js';
import { LARGE_OCTETS, Unread } from './unread.js';

export interface Exchange {
  /** The response costs its headers once it is asked for: it is left alone where nothing is added to them. */
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Whose share of the node the request takes. */
  readonly client: string;
}

type Headers = Record<string, string>;

const METADATA_OUT = 'Grpc-Metadata-';
/** Bytes of a request: a transaction that stores a contract has about a million. */
const LARGEST_BODY = 4_194_304;

export interface ServeOptions {
  readonly unmatched: '404' | '501';
  readonly auth: RouteAuth;
  /** Whether transactions are passed on. */
  readonly broadcast: boolean;
  readonly logger: Logger;
}

/** The answer to one request below a prefix; never throws for what a client or the node can do. */
export async function serve(
  gateway: ChainGateway,
  exchange: Exchange,
  options: ServeOptions,
): Promise<Reply> {
  const { request } = exchange.raw;
  if (request.headers.origin !== undefined) exposeHeaders(exchange.raw.response);
  try {
    const target = request.url ?? '/';
    const segments = segmentsOf(target);
    if (request.method === 'POST') {
      const isDoubled = segments.slice(0, -1).includes('') && gateway.schema.findPost(segments) === undefined;
      if (isDoubled) return movedTo(cleanTarget(target), 308);
      return await answerPost(gateway, exchange, segments, options);
    }
    if (segments.length === 2 && segments[1] === 'openapi.json') {
      return await packed(exchange, {}, openApiText(gateway.schema, segments[0] ?? '', options.broadcast));
    }
    const found = gateway.schema.find(segments);
    if (found === undefined && segments.slice(0, -1).includes('')) return movedTo(cleanTarget(target));
    if (found === undefined) throw unmatchedFault(target, gateway, options.unmatched);
    return await answer(gateway, exchange, found, target, options);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    if (error.code === Code.Unavailable && error.cause instanceof Error) {
      options.logger.warn({ requestId: exchange.requestId, why: error.cause.message }, 'query failed');
    }
    return jsonReply(
      error.status,
      { ...error.headers, ...ageHeaders(error.behind) },
      faultBody(error, gateway.printer),
    );
  }
}

/** Headers that a page of an allowed origin may read besides those of the runtime. */
const EXPOSED = `${HEIGHT_HEADER}, Age, Warning`;

function exposeHeaders(response: ServerResponse): void {
  if (!response.hasHeader('Access-Control-Allow-Origin')) return;
  const exposed = response.getHeader('Access-Control-Expose-Headers');
  response.setHeader('Access-Control-Expose-Headers', exposed ? `${exposed}, ${EXPOSED}` : EXPOSED);
}

async function answer(
  gateway: ChainGateway,
  exchange: Exchange,
  found: Found,
  target: string,
  { auth }: ServeOptions,
): Promise<Reply> {
  const { request } = exchange.raw;
  const { match, query, legacy } = found;
  const height = heightOf(request);
  const params = queryOf(target);
  const path = match.template.variables.map(
    ({ field }, index) => [field, match.values[index] ?? ''] as const,
  );
  const sent = metadataOf(request, height);
  const { json, metadata, behind } = await gateway.query(query, {
    path,
    params,
    metadata: sent,
    timeoutMs: timeoutOf(request),
    canonical: wantsCanonical(request, query, params),
    client: exchange.client,
    signal: exchange.signal,
  });
  // Of the height that was asked for the node tells as any other.
  const fixed = isFixed(query, height, metadata[HEIGHT_HEADER]);
  const headers = headersOf(metadata, height, fixed ? undefined : behind);
  if (legacy) headers['Deprecation'] = 'true';
  // What else was passed on to the node may have decided about the answer.
  const only = Object.keys(sent).every((name) => name === HEIGHT_HEADER);
  if (only && fixed) {
    const tag = keepable(exchange.raw.response, headers, json, auth);
    if (isAtHand(request, tag)) return reply({ status: 304, headers });
  }
  return packed(exchange, headers, json);
}

/** Questions with a body, and transactions where the operator lets them through. */
async function answerPost(
  gateway: ChainGateway,
  exchange: Exchange,
  segments: readonly string[],
  { unmatched, broadcast }: ServeOptions,
): Promise<Reply> {
  const { request } = exchange.raw;
  const post = gateway.schema.findPost(segments);
  const { unread, schema } = gateway;
  if (post === undefined && unread !== undefined && schema.find(segments) === undefined)
    throw unreadFault(unread);
  if (post === undefined) {
    throw new QueryFault(Code.Unimplemented, 'Not Implemented', {
      ...(unmatched === '404' && { status: 405, headers: { Allow: 'GET, HEAD, OPTIONS' } }),
    });
  }
  if (post.broadcast && !broadcast) {
    throw new QueryFault(
      Code.Unimplemented,
      'this oracle sends no transactions: its operator can allow it with GATEWAY_BROADCAST=true',
    );
  }
  const height = heightOf(request);
  const asked = gateway.query(post.query, {
    path: [],
    params: [],
    body: await bodyOf(request),
    once: post.broadcast,
    client: exchange.client,
    metadata: metadataOf(request, height),
    timeoutMs: timeoutOf(request),
    signal: exchange.signal,
  });
  const { json, metadata, behind } = await asked.catch((error: unknown) => {
    throw post.broadcast ? maybeSent(error) : error;
  });
  return packed(exchange, headersOf(metadata, height, behind), json);
}

/** Who reads of a transaction that it cannot be sent may sign another, though the first was taken. */
function maybeSent(error: unknown): unknown {
  if (!(error instanceof QueryFault) || error.unsent) return error;
  const { code, message, headers, cause } = error;
  if (code !== Code.Unavailable && code !== Code.DeadlineExceeded) return error;
  return new QueryFault(
    code,
    `${message}: whether it took the transaction is not known, look for its hash before it is sent again`,
    { headers: { ...headers }, cause },
  );
}

/** @throws QueryFault 400, or 413 for one that is too long */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) {
      throw new QueryFault(Code.ResourceExhausted, `the body is larger than ${LARGEST_BODY} bytes`, {
        status: 413,
      });
    }
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw invalid('the body is not UTF-8');
  return bytes.toString('utf8');
}

/** The metadata of the node's answer, its height under the name that clients read, and its age where that matters. */
function headersOf(
  metadata: QueryOutput['metadata'],
  height: string | undefined,
  behind: Lateness | undefined,
): Headers {
  const headers: Headers = {};
  for (const name of Object.keys(metadata)) {
    const value = metadata[name] ?? '';
    if (name === HEIGHT_HEADER) headers['X-Cosmos-Block-Height'] = String(value);
    headers[METADATA_OUT + titled(name)] = typeof value === 'string' ? value : value.toString('base64');
  }
  const told = metadata[HEIGHT_HEADER];
  if (height !== undefined && height !== '0' && told !== undefined && told !== height) {
    headers['Warning'] = `199 - "asked for height ${height}, the node answered for ${told}"`;
  }
  return behind === undefined ? headers : { ...headers, ...ageHeaders(behind, headers['Warning']) };
}

/** `?json=protojson`, unless the request has such a field itself, or the header `X-Json-Format: protojson`. */
function wantsCanonical(
  request: IncomingMessage,
  query: Found['query'],
  params: readonly (readonly [string, string])[],
): boolean {
  if (request.headers['x-json-format'] === 'protojson') return true;
  return (
    params.some(([name, value]) => name === 'json' && value === 'protojson') &&
    fieldOf(query.method.input, 'json') === undefined
  );
}

function unmatchedFault(
  target: string,
  { schema: { loaded }, unread }: ChainGateway,
  unmatched: '404' | '501',
): QueryFault {
  if (unread !== undefined) return unreadFault(unread);
  if (unmatched === '501') return new QueryFault(Code.Unimplemented, 'Not Implemented');
  const path = target.split('?', 1)[0] ?? '';
  const note = loaded ? '' : ' (only the queries that ship with the gateway are known)';
  return new QueryFault(Code.NotFound, `no query of the chain has the path ${path.slice(0, 300)}${note}`);
}

/** Clients take a 404 as the chain's word that there is no such account or transaction: here nobody asked it. */
function unreadFault(unread: string): QueryFault {
  return new QueryFault(Code.Unavailable, unread, { headers: RETRY_SOON });
}

/** What a client asks for that put an address ending in `/` before a path: a node's server says where it is, too. */
function movedTo(location: string, status = 301): Reply {
  return reply({ status, headers: { Location: location }, body: '' });
}

/** One slash for several in a row, the query as it was. */
function cleanTarget(target: string): string {
  const end = target.search(/[?#]|$/);
  return target.slice(0, end).replaceAll(/\/{2,}/g, '/') + target.slice(end);
}

/** A whole answer, in gzip for a client that takes it. */
async function packed(
  { raw, client }: Exchange,
  headers: Readonly<Headers>,
  body: string | Buffer,
): Promise<Reply> {
  const bytes = await gzipped(raw.request, body);
  const { length } = bytes ?? body;
  if (length >= LARGE_OCTETS) unread.hold(raw.response, client, length);
  if (bytes === undefined) return jsonReply(200, headers, body);
  const packing = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  return reply({ status: 200, headers: { ...packing, ...headers }, body: bytes });
}

/** Of all clients of the process. */
const unread = new Unread();

function jsonReply(status: number, headers: Readonly<Headers>, body: string | Buffer): Reply {
  return reply({ status, headers: { 'Content-Type': 'application/json', ...headers }, body });
}

/** `x-cosmos-block-height` as Go writes it: `X-Cosmos-Block-Height`. */
function titled(name: string): string {
  let title = titles.get(name);
  if (title === undefined) {
    title = name.replace(
      /(^|-)([a-z])/g,
      (_all, dash: string, letter: string) => dash + letter.toUpperCase(),
    );
    // Nodes send the same few names; one that invents new ones shall not fill the memory.
    if (titles.size < 1_000) titles.set(name, title);
  }
  return title;
}

const titles = new Map<string, string>();
