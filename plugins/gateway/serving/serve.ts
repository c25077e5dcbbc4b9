import type { IncomingMessage, ServerResponse } from 'node:http';
import { HANDLED, type Logger } from 'oracle-runtime/plugin';
import { fieldOf } from '../binding/bind-request.js';
import type { ChainGateway } from '../chain-gateway.js';
import { queryOf, segmentsOf } from '../routing/request-path.js';
import type { Found } from '../schema/schema.js';
import { Code, QueryFault } from '../upstream/status.js';
import { faultBody } from './errors.js';
import { openApiText } from './openapi.js';
import { HEIGHT_HEADER, heightOf, metadataOf, timeoutOf } from './request-headers.js';

export interface Exchange {
  readonly raw: { readonly request: IncomingMessage; readonly response: ServerResponse };
  readonly signal: AbortSignal;
  readonly requestId: string;
}

const JSON_TYPE = 'application/json';
const METADATA_OUT = 'Grpc-Metadata-';

/** Answers one request below a prefix; never throws for what a client or the node can do. */
export async function serve(
  gateway: ChainGateway,
  exchange: Exchange,
  options: { readonly unmatched: '404' | '501'; readonly logger: Logger },
): Promise<typeof HANDLED> {
  const { request, response } = exchange.raw;
  if (response.hasHeader('Access-Control-Allow-Origin')) {
    const exposed = response.getHeader('Access-Control-Expose-Headers');
    response.setHeader(
      'Access-Control-Expose-Headers',
      exposed ? `${exposed}, ${HEIGHT_HEADER}` : HEIGHT_HEADER,
    );
  }
  try {
    const target = request.url ?? '/';
    const segments = segmentsOf(target);
    if (segments.length === 2 && segments[1] === 'openapi.json') {
      send(response, 200, openApiText(gateway.schema, segments[0] ?? ''));
      return HANDLED;
    }
    const found = gateway.schema.find(segments);
    if (found === undefined) throw unmatchedFault(target, gateway.schema.loaded, options.unmatched);
    await answer(gateway, exchange, found, target);
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    if (error.code === Code.Unavailable && error.cause instanceof Error) {
      options.logger.warn({ requestId: exchange.requestId, why: error.cause.message }, 'query failed');
    }
    sendFault(gateway, response, error);
  }
  return HANDLED;
}

async function answer(
  gateway: ChainGateway,
  exchange: Exchange,
  found: Found,
  target: string,
): Promise<void> {
  const { raw, signal } = exchange;
  const { match, query, legacy } = found;
  const height = heightOf(raw.request);
  const params = queryOf(target);
  const path = match.template.variables.map(
    ({ field }, index) => [field, match.values[index] ?? ''] as const,
  );
  const output = await gateway.query(query, {
    path,
    params,
    metadata: metadataOf(raw.request, height),
    timeoutMs: timeoutOf(raw.request),
    canonical: wantsCanonical(raw.request, query, params),
    signal,
  });
  const { response } = raw;
  if (legacy) response.setHeader('Deprecation', 'true');
  for (const name of Object.keys(output.metadata)) {
    const value = output.metadata[name] ?? '';
    if (name === HEIGHT_HEADER) response.setHeader('X-Cosmos-Block-Height', String(value));
    response.setHeader(
      METADATA_OUT + titled(name),
      typeof value === 'string' ? value : value.toString('base64'),
    );
  }
  const told = output.metadata[HEIGHT_HEADER];
  if (height !== undefined && height !== '0' && told !== undefined && told !== height) {
    response.setHeader('Warning', `199 - "asked for height ${height}, the node answered for ${told}"`);
  }
  send(response, 200, output.json);
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

function unmatchedFault(target: string, loaded: boolean, unmatched: '404' | '501'): QueryFault {
  if (unmatched === '501') return new QueryFault(Code.Unimplemented, 'Not Implemented');
  const path = target.split('?', 1)[0] ?? '';
  const note = loaded ? '' : ' (only the queries that ship with the gateway are known)';
  return new QueryFault(Code.NotFound, `no query of the chain has the path ${path.slice(0, 300)}${note}`);
}

function sendFault(gateway: ChainGateway, response: ServerResponse, fault: QueryFault): void {
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(fault.headers)) response.setHeader(name, value);
  send(response, fault.status, faultBody(fault, gateway.printer));
}

function send(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(body);
  response.statusCode = status;
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
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
