import { setTimeout as sleep } from 'node:timers/promises';
import * as grpc from '@grpc/grpc-js';
import type { ChainAddress } from './chain-address.js';
import { Code, QueryFault } from './status.js';
import { Turnstile } from './turnstile.js';

export interface NodeLimits {
  /** Calls at once, and how many more may wait. */
  readonly concurrency: number;
  readonly queue: number;
  /** Bytes of one answer. */
  readonly maxAnswerBytes: number;
}

export interface NodeAnswer {
  readonly bytes: Buffer;
  /** Initial metadata of the answer. */
  readonly metadata: grpc.Metadata;
}

export interface CallOptions {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly metadata?: Readonly<Record<string, string | Buffer>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** No second attempt. */
  readonly once?: boolean | undefined;
}

const raw = (bytes: Buffer) => bytes;
const RETRIES = 2;

/** One chain node over gRPC. Queries change nothing, so a call that did not reach the node is tried again. */
export class NodeClient {
  readonly #client: grpc.Client;
  readonly #channel: grpc.ChannelInterface;
  readonly #turnstile: Turnstile;
  readonly #target: string;
  #lastFailure: string | undefined;

  /** @param roots certificates in PEM form, in place of those that the system trusts */
  constructor(address: ChainAddress, limits: NodeLimits, roots?: Buffer) {
    const credentials = address.tls ? grpc.credentials.createSsl(roots) : grpc.credentials.createInsecure();
    this.#target = address.target;
    this.#turnstile = new Turnstile(limits.concurrency, limits.queue);
    this.#client = new grpc.Client(address.target, credentials, {
      'grpc.max_receive_message_length': limits.maxAnswerBytes,
      'grpc.keepalive_time_ms': 30_000,
      'grpc.keepalive_timeout_ms': 5_000,
      // A node that restarts is found again within a second or two.
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.min_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
      'grpc.enable_retries': 0,
      'grpc.service_config_disable_resolution': 1,
    });
    this.#channel = this.#client.getChannel();
  }

  /** Why the latest call did not reach the node; undefined while all is well. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  get inFlight(): number {
    return this.#turnstile.inside;
  }

  /** @throws QueryFault with the node's status, or 14, 4 or 1 when it gave none */
  async call(path: string, request: Uint8Array, options: CallOptions): Promise<NodeAnswer> {
    const room = this.#turnstile.enter();
    if (room !== undefined) await room;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const answer = await this.#attempt(path, request, options);
          this.#lastFailure = undefined;
          return answer;
        } catch (error) {
          if (!(error instanceof QueryFault)) throw error;
          const pause = 100 * 2 ** attempt * (0.5 + Math.random());
          const again =
            error.code === Code.Unavailable &&
            options.once !== true &&
            attempt < RETRIES &&
            Date.now() + pause < options.deadline &&
            options.signal?.aborted !== true;
          if (!again) {
            if (error.code === Code.Unavailable) this.#lastFailure = 'the chain node cannot be reached';
            throw error;
          }
          await sleep(pause);
        }
      }
    } finally {
      this.#turnstile.leave();
    }
  }

  /** By the channel itself: what a client adds for interceptors and streams costs as much as the call. */
  #attempt(
    path: string,
    request: Uint8Array,
    { deadline, metadata, signal }: CallOptions,
  ): Promise<NodeAnswer> {
    return new Promise((resolve, reject) => {
      const sent = new grpc.Metadata();
      if (metadata !== undefined) {
        for (const name of Object.keys(metadata)) sent.set(name, metadata[name] ?? '');
      }
      const call = this.#channel.createCall(path, deadline, undefined, null, undefined);
      const cancel = () => call.cancelWithStatus(grpc.status.CANCELLED, 'Cancelled on client');
      let received: grpc.Metadata | undefined;
      let answer: Buffer | undefined;
      call.start(sent, {
        onReceiveMetadata(each) {
          received = each;
        },
        onReceiveMessage(bytes: Buffer) {
          answer = bytes;
        },
        onReceiveStatus: (status) => {
          signal?.removeEventListener('abort', cancel);
          if (status.code !== grpc.status.OK) reject(faultOf(status, received, this.#target));
          else if (answer === undefined)
            reject(new QueryFault(Code.Internal, 'the chain node answered with nothing'));
          else resolve({ bytes: answer, metadata: received ?? new grpc.Metadata() });
        },
      });
      call.sendMessageWithContext({}, Buffer.from(request.buffer, request.byteOffset, request.byteLength));
      call.halfClose();
      call.startRead();
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** A stream of requests, each with one answer, in order. @throws QueryFault */
  converse(
    path: string,
    requests: readonly Uint8Array[],
    { deadline, signal }: CallOptions,
  ): Promise<Buffer[]> {
    return new Promise((resolve, reject) => {
      const answers: Buffer[] = [];
      const stream = this.#client.makeBidiStreamRequest<Buffer, Buffer>(path, raw, raw, { deadline });
      const cancel = () => stream.cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      stream.on('close', () => signal?.removeEventListener('abort', cancel));
      stream.on('data', (answer: Buffer) => {
        answers.push(answer);
        if (answers.length === requests.length) stream.end();
      });
      stream.on('end', () => resolve(answers));
      stream.on('error', (error) => reject(faultOf(error as grpc.ServiceError, undefined, this.#target)));
      for (const request of requests) stream.write(Buffer.from(request));
      if (requests.length === 0) stream.end();
    });
  }

  close(): void {
    this.#client.close();
  }
}

function faultOf(
  error: Pick<grpc.ServiceError, 'code' | 'details'> & { readonly metadata?: grpc.Metadata },
  received: grpc.Metadata | undefined,
  target: string,
): QueryFault {
  const [details] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const given = details instanceof Buffer ? { details } : {};
  // A stream that is cut before anything came is a node that goes away; the library calls some of these cancelled.
  const reset =
    received === undefined &&
    ((error.code === Code.Internal && /RST_STREAM/.test(error.details)) ||
      (error.code === Code.Cancelled && error.details === 'Call cancelled'));
  if (error.code === Code.Unavailable || reset) {
    const words = received === undefined || reset ? 'the chain node cannot be reached' : error.details;
    return new QueryFault(Code.Unavailable, words, {
      headers: { 'Retry-After': '1' },
      cause: new Error(`${target}: ${error.details}`),
      ...given,
    });
  }
  if (error.code === Code.DeadlineExceeded) {
    return new QueryFault(error.code, 'the chain node did not answer in time', given);
  }
  return new QueryFault(error.code, error.details, given);
}
