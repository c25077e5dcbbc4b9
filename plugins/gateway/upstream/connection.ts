import * as grpc from '@grpc/grpc-js';
import type { ChainAddress } from './chain-address.js';
import { Code, QueryFault } from './status.js';

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
}

const raw = (bytes: Buffer) => bytes;

/** One address of a node over gRPC. */
export class Connection {
  readonly address: ChainAddress;
  readonly #client: grpc.Client;
  readonly #channel: grpc.ChannelInterface;

  /** @param roots certificates in PEM form, in place of those that the system trusts */
  constructor(address: ChainAddress, maxAnswerBytes: number, roots?: Buffer) {
    const credentials = address.tls ? grpc.credentials.createSsl(roots) : grpc.credentials.createInsecure();
    this.address = address;
    this.#client = new grpc.Client(address.target, credentials, {
      'grpc.max_receive_message_length': maxAnswerBytes,
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

  /**
   * One call. By the channel itself: what a client adds for interceptors and streams costs as much as the call.
   * @throws QueryFault with the node's status, or 14, 4 or 1 when it gave none
   */
  call(path: string, request: Uint8Array, { deadline, metadata, signal }: CallOptions): Promise<NodeAnswer> {
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
          if (status.code !== grpc.status.OK) reject(faultOf(status, received, this.address.target));
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
      stream.on('error', (error) =>
        reject(faultOf(error as grpc.ServiceError, undefined, this.address.target)),
      );
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
