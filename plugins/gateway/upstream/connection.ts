import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from 'node:http2';
import { isIP } from 'node:net';
import type { ChainAddress } from './chain-address.js';
import {
  framed,
  type Metadata,
  messagesIn,
  metadataIn,
  PREFIX,
  requestHeaders,
  type Status,
  statusIn,
  statusOfHttp,
} from './grpc-frames.js';
import { Code, QueryFault } from './status.js';

export interface NodeAnswer {
  readonly bytes: Buffer;
  /** Initial metadata of the answer. */
  readonly metadata: Metadata;
}

export interface CallOptions {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly metadata?: Metadata | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes that a node may send ahead of what was read: a list of some megabytes comes in one go. */
const WINDOW = 4 * 1_048_576;
/** Megabytes of memory that a session may hold. */
const SESSION_MEMORY = 256;
/** After a connection that failed, others wait so long before they try again. */
const PAUSE_MS = 100;
const PING_EVERY_MS = 30_000;
const PING_WITHIN_MS = 5_000;

interface Exchanged {
  readonly messages: readonly Buffer[];
  readonly metadata: Metadata;
}

/** One address of a node over gRPC: each call is a stream of one HTTP/2 connection, which is made anew when it ends. */
export class Connection {
  readonly address: ChainAddress;
  readonly #maxAnswerBytes: number;
  readonly #roots: Buffer | undefined;
  #session: ClientHttp2Session | undefined;
  #dialling: Promise<ClientHttp2Session> | undefined;
  #failed: { readonly until: number; readonly error: unknown } | undefined;
  #streams = 0;
  #closed = false;

  /** @param roots certificates in PEM form, in place of those that the system trusts */
  constructor(address: ChainAddress, maxAnswerBytes: number, roots?: Buffer) {
    this.address = address;
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#roots = roots;
  }

  /** One call. @throws QueryFault with the node's status, or 14, 4 or 1 when it gave none */
  async call(path: string, request: Uint8Array, options: CallOptions): Promise<NodeAnswer> {
    const { messages, metadata } = await this.#exchange(path, framed(request), options);
    const [bytes] = messages;
    if (bytes === undefined) throw new QueryFault(Code.Internal, 'the chain node answered with nothing');
    return { bytes, metadata };
  }

  /** A stream of requests, each with one answer, in order. @throws QueryFault */
  async converse(
    path: string,
    requests: readonly Uint8Array[],
    options: CallOptions,
  ): Promise<readonly Buffer[]> {
    return (await this.#exchange(path, Buffer.concat(requests.map(framed)), options)).messages;
  }

  close(): void {
    this.#closed = true;
    this.#session?.destroy();
  }

  async #exchange(path: string, frames: Buffer, options: CallOptions): Promise<Exchanged> {
    const open = this.#session;
    const session = open === undefined || open.closed || open.destroyed ? await this.#connect(options) : open;
    return this.#ask(session, path, frames, options);
  }

  #ask(
    session: ClientHttp2Session,
    path: string,
    frames: Buffer,
    { deadline, metadata, signal }: CallOptions,
  ): Promise<Exchanged> {
    return new Promise((resolve, reject) => {
      const ms = deadline - Date.now();
      if (ms <= 0) return reject(tooLate());
      if (signal?.aborted) return reject(cancelled());
      let stream: ClientHttp2Stream;
      try {
        stream = session.request(requestHeaders(path, ms, metadata));
      } catch (error) {
        // It began to close since it was looked at.
        return reject(this.#unreached(error));
      }
      this.#streams += 1;
      let initial: IncomingHttpHeaders | undefined;
      let trailers: IncomingHttpHeaders | undefined;
      let failure: Error | undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      const giveUp = (fault: QueryFault) => {
        reject(fault);
        stream.close(constants.NGHTTP2_CANCEL);
      };
      const timer = setTimeout(() => giveUp(tooLate()), ms);
      const leave = () => giveUp(cancelled());
      signal?.addEventListener('abort', leave, { once: true });
      stream.on('response', (headers) => {
        initial = headers;
      });
      stream.on('trailers', (headers) => {
        trailers = headers;
      });
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > this.#maxAnswerBytes + PREFIX) giveUp(tooLarge(this.#maxAnswerBytes));
      });
      stream.on('error', (error) => {
        failure = error;
      });
      stream.on('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.#streams -= 1;
        const status = statusIn(trailers) ?? statusIn(initial);
        if (status?.code === 0 && initial !== undefined) {
          const messages = messagesIn(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
          if (messages !== undefined) return resolve({ messages, metadata: metadataIn(initial) });
          return reject(new QueryFault(Code.Internal, 'the answer of the chain node is cut'));
        }
        reject(this.#faultOf(status, initial, failure));
      });
      stream.end(frames);
    });
  }

  /** A session, waited for no longer than the call may take. */
  #connect({ deadline, signal }: CallOptions): Promise<ClientHttp2Session> {
    const session = this.#dial();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(() => reject(tooLate())), Math.max(0, deadline - Date.now()));
      const leave = () => end(() => reject(cancelled()));
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        settle();
      };
      signal?.addEventListener('abort', leave, { once: true });
      session.then(
        (made) => end(() => resolve(made)),
        (error: unknown) => end(() => reject(this.#unreached(error))),
      );
    });
  }

  #dial(): Promise<ClientHttp2Session> {
    if (this.#failed !== undefined && performance.now() < this.#failed.until)
      return Promise.reject(this.#failed.error);
    this.#dialling ??= new Promise<ClientHttp2Session>((resolve, reject) => {
      const { target, host, tls } = this.address;
      const session = connect(`${tls ? 'https' : 'http'}://${target}`, {
        settings: { enablePush: false, initialWindowSize: WINDOW },
        maxSessionMemory: SESSION_MEMORY,
        ...(this.#roots === undefined ? {} : { ca: this.#roots }),
        ...(isIP(host) === 0 ? {} : { servername: '' }),
      });
      const over = (error: unknown) => {
        this.#dialling = undefined;
        if (this.#session === session) this.#session = undefined;
        this.#failed = { until: performance.now() + PAUSE_MS, error };
        reject(error);
      };
      session.once('connect', () => {
        session.setLocalWindowSize(4 * WINDOW);
        this.#dialling = undefined;
        this.#failed = undefined;
        this.#session = session;
        if (this.#closed) session.destroy();
        resolve(session);
      });
      session.on('error', over);
      session.on('close', () => over(new Error('the connection was closed')));
      // What is under way ends on it; what comes next begins on another.
      session.on('goaway', () => {
        if (this.#session === session) this.#session = undefined;
      });
      this.#keepAlive(session);
    });
    return this.#dialling;
  }

  /** A node that went without a word is noticed while something waits for it; at rest nobody is bothered. */
  #keepAlive(session: ClientHttp2Session): void {
    const timer = setInterval(() => {
      if (this.#streams === 0) return;
      const late = setTimeout(
        () => session.destroy(new Error('the node answers no ping')),
        PING_WITHIN_MS,
      ).unref();
      session.ping(() => clearTimeout(late));
    }, PING_EVERY_MS).unref();
    session.on('close', () => clearInterval(timer));
  }

  #faultOf(
    status: Status | undefined,
    initial: IncomingHttpHeaders | undefined,
    failure: Error | undefined,
  ): QueryFault {
    // A stream that ends without a status is a node that goes away.
    const http = Number(initial?.[':status'] ?? 200);
    const found = status ?? (http === 200 ? undefined : statusOfHttp(http));
    if (found === undefined) return this.#unreached(failure ?? new Error('the stream was closed'));
    const { code, message, details } = found;
    const given = details === undefined ? {} : { details };
    if (code === Code.Unavailable) {
      // Of one that answers with nothing else it is all the same whether a proxy says so or the node.
      const onlyTrailers = statusIn(initial) !== undefined || status === undefined;
      return this.#unreached(new Error(message), onlyTrailers ? undefined : message, given);
    }
    if (code === Code.DeadlineExceeded) return tooLate(given);
    return new QueryFault(code, message, given);
  }

  #unreached(error: unknown, words?: string, given: { details?: Buffer } = {}): QueryFault {
    const why = error instanceof Error ? error.message : String(error);
    return new QueryFault(Code.Unavailable, words ?? 'the chain node cannot be reached', {
      headers: { 'Retry-After': '1' },
      cause: new Error(`${this.address.target}: ${why}`),
      ...given,
    });
  }
}

function tooLate(given: { details?: Buffer } = {}): QueryFault {
  return new QueryFault(Code.DeadlineExceeded, 'the chain node did not answer in time', given);
}

function cancelled(): QueryFault {
  return new QueryFault(Code.Cancelled, 'Cancelled on client');
}

function tooLarge(most: number): QueryFault {
  return new QueryFault(Code.ResourceExhausted, `the answer of the chain node is larger than ${most} bytes`);
}
