import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '../plugin/index.js';
import type { CommonHeaders } from './common-headers.js';

/** What we echo from a client: long enough for any tracing scheme, nothing that could forge a log line. */
const SANE = /^[\w.:-]{1,128}$/;

/** Scheme and host of a request target in absolute form (RFC 9112, section 3.2.2). */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

const exchanges = new WeakMap<ServerResponse, Exchange>();

/** One request and its response, with what the core knows of them. */
export class Exchange {
  readonly request: IncomingMessage;
  /** The client's own `X-Request-Id` when it is sane, else a fresh UUID. */
  readonly requestId: string;
  /** The path of the request target, as it was sent. */
  readonly path: string;
  /** Id of whoever asks, once that is known. */
  principal: string | undefined;
  /** The route that took the request, as it was declared. */
  route: string | undefined;
  /** The error shape of the route that took the request. */
  errorAnswer: Route['errorAnswer'];
  readonly #response: ServerResponse;
  readonly #common: CommonHeaders;
  #prepared = false;

  constructor(request: IncomingMessage, response: ServerResponse, common: CommonHeaders) {
    const given = request.headers['x-request-id'];
    this.request = request;
    this.path = pathOf(request.url ?? '');
    this.requestId = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
    this.#response = response;
    this.#common = common;
    exchanges.set(response, this);
  }

  /** The response with the headers of every answer set, for whoever writes it piece by piece. */
  get response(): ServerResponse {
    if (!this.#prepared && !this.#response.headersSent) {
      this.#prepared = true;
      this.#common.set(this.#response, this.requestId);
    }
    return this.#response;
  }

  /** Whether somebody already has the response in hand and may have set headers of their own. */
  get prepared(): boolean {
    return this.#prepared;
  }

  get status(): number {
    return this.#response.statusCode;
  }

  /** Whether the answer is a stream of events. */
  get isStream(): boolean {
    return String(this.#response.getHeader('Content-Type') ?? '').startsWith('text/event-stream');
  }

  /** Whether all of the answer was handed to the connection. */
  get finished(): boolean {
    return this.#response.writableFinished;
  }

  /** Whether nobody is there any more. */
  get closed(): boolean {
    return this.#response.closed || this.#response.destroyed;
  }

  onClose(listener: () => void): void {
    this.#response.once('close', listener);
  }

  /**
   * Sends a whole answer at once: its head in one piece, which costs a third of setting header by header.
   * @param headers with the length of the body
   */
  send(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array | undefined,
  ): void {
    if (this.#prepared) this.#response.writeHead(status, headers);
    else this.#response.writeHead(status, this.#common.headOf(headers, this.requestId));
    this.#response.end(body);
  }
}

/** The exchange that a response belongs to. */
export function exchangeOf(response: ServerResponse): Exchange {
  const exchange = exchanges.get(response);
  if (exchange === undefined) throw new Error('The response belongs to no exchange.');
  return exchange;
}

function pathOf(target: string): string {
  const relative = target.startsWith('/') ? target : target.replace(ORIGIN, '');
  const end = relative.search(/[?#]/);
  return (end === -1 ? relative : relative.slice(0, end)) || '/';
}
