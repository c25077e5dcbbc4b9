import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { retryAfterMs } from '../kit/index.js';
import { OracleError } from '../plugin/index.js';
import { asSent, keepDigits } from './exact-numbers.js';
import { endedStream } from './whole-streams.js';

export interface HttpAddress {
  readonly url: string;
  /** Sent with each request to the server; a function is asked anew for each, for what does not last. */
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>);
  /** The client credentials of this oracle there (OAuth 2.1): no person is asked. */
  readonly oauth?: {
    readonly clientId: string;
    readonly clientSecret: string;
    /** The only authorization server that they are shown to, whatever the MCP server says. */
    readonly issuer: string;
    /** Separated by spaces. */
    readonly scope?: string;
  };
}

/** @throws OracleError `config_invalid` for an address that cannot be */
export async function openHttp(
  { url, headers, oauth }: HttpAddress,
  maxBytes: number,
  onOverflow: () => void,
): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import(
    '@modelcontextprotocol/sdk/client/streamableHttp.js'
  );
  const authProvider = oauth && (await credentialsOf(oauth));
  const server = urlOf(url);
  const origins = new Set(
    [server, ...(oauth === undefined ? [] : [urlOf(oauth.issuer)])].map(({ origin }) => origin),
  );
  const transport = new StreamableHTTPClientTransport(server, {
    requestInit: { headers: typeof headers === 'function' ? {} : { ...headers } },
    ...(authProvider && { authProvider }),
    fetch: async (to, init) => {
      const fresh = typeof headers === 'function' && new URL(to).origin === server.origin;
      const response = await fetchWithin(origins, new URL(to), {
        ...init,
        ...(typeof init?.body === 'string' && { body: asSent(init.body) }),
        ...(fresh && { headers: withHeaders(init?.headers, await headers()) }),
      });
      // The stream of a GET lives as long as the connection; each answer to a POST is one answer.
      if (init?.method !== 'POST') return withDigits(response);
      if (response.status === 429) throw new TooManyError(response.headers.get('retry-after'));
      const answer = withDigits(capped(response, maxBytes, onOverflow));
      const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
      return isStream && typeof init.body === 'string' ? endedStream(answer, init.body) : answer;
    },
  });
  // Its own type says less than `Transport` under exactOptionalPropertyTypes.
  return transport as Transport;
}

/** Redirects that are followed. */
const MOST_REDIRECTS = 3;

/**
 * As `fetch`, at these origins alone: a server may name any address as that of its login, or redirect to any; what
 * stands elsewhere is not even looked at. A redirect that would make a GET of a POST is left to the caller as it is.
 */
async function fetchWithin(
  origins: ReadonlySet<string>,
  start: URL,
  init: RequestInit | undefined,
): Promise<Response> {
  let url = start;
  for (let left = MOST_REDIRECTS; ; left -= 1) {
    if (!origins.has(url.origin)) throw new ElsewhereError();
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    const isFollowed =
      response.status === 307 || response.status === 308 || (init?.method ?? 'GET') === 'GET';
    if (!REDIRECTS.has(response.status) || location === null || !isFollowed || left === 0) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function withHeaders(given: RequestInit['headers'], more: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(given);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return headers;
}

/** A server sends us where nobody has said that we may go. */
class ElsewhereError extends Error {
  readonly code = 'it sends to an address that the configuration does not name';
}

/** The server takes no more for a while. */
export class TooManyError extends Error {
  readonly code = 429;
  /** In seconds; undefined where it does not say. */
  readonly waitS: number | undefined;

  constructor(retryAfter: string | null) {
    super('HTTP 429');
    const ms = retryAfterMs(retryAfter, Date.now());
    this.waitS = ms === undefined ? undefined : Math.max(1, Math.ceil(ms / 1_000));
  }
}

async function credentialsOf({ issuer, ...oauth }: NonNullable<HttpAddress['oauth']>) {
  const { ClientCredentialsProvider } = await import('@modelcontextprotocol/sdk/client/auth-extensions.js');
  return new ClientCredentialsProvider({ ...oauth, clientName: 'oracle-runtime', expectedIssuer: issuer });
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new OracleError('config_invalid', {
    detail: 'The address of an MCP server is no http or https URL.',
    hint: 'Give one such as https://mcp.example.org/mcp.',
  });
}

function capped(response: Response, maxBytes: number, onOverflow: () => void): Response {
  let bytes = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= maxBytes) return controller.enqueue(chunk);
        onOverflow();
        controller.error(new Error('the answer is too large'));
      },
    }),
  );
  // The body was decoded by fetch: its length and encoding on the wire are no longer true.
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  const { status, statusText } = response;
  return new Response(body ?? null, { status, statusText, headers });
}

/** An answer, or a stream of them, whose long numbers keep their digits: see `keepDigits`. */
function withDigits(response: Response): Response {
  const type = response.headers.get('content-type') ?? '';
  const isStream = type.includes('text/event-stream');
  if (response.body === null || !(isStream || type.includes('application/json'))) return response;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        rest += text;
        if (!isStream || !text.includes('\n')) return;
        const end = rest.lastIndexOf('\n') + 1;
        controller.enqueue(encoder.encode(rest.slice(0, end).split('\n').map(keepDigits).join('\n')));
        rest = rest.slice(end);
      },
      flush: (controller) => controller.enqueue(encoder.encode(keepDigits(rest + decoder.decode()))),
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
