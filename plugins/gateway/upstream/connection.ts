import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ChainAddress } from './chain-address.js';
import { CallHead, framed, type Metadata, messagesIn, metadataIn, PREFIX, statusIn } from './grpc-frames.js';
import type { Headers } from './http2/header-decoder.js';
import { Session } from './http2/session.js';
import { STREAM_WINDOW } from './http2/stream.js';
import { ABANDONED, cancelled, faultOf, foreignIn, tooLarge, tooLate, unreached } from './node-faults.js';
import { Code, QueryFault } from './status.js';

export interface NodeAnswer {
  readonly bytes: Buffer;
  /** Initial metadata of the answer. */
  readonly metadata: Metadata;
  /** The connection over which it came. */
  readonly session: object;
}

export interface CallOptions {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly metadata?: Metadata | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Room for a large answer, in octets, waited for before it is sent; a promise that fails leaves it unsent. */
  readonly admit?: ((octets: number) => Promise<void> | undefined) | undefined;
}

/** After a connection that failed, others wait so long before they try again. */
const PAUSE_MS = 100;
const PING_EVERY_MS = 30_000;
const PING_WITHIN_MS = 5_000;
/** With so many calls late in a row, and nothing heard for so long, a connection is given up: a new one may do. */
const LATE_IN_A_ROW = 3;
const SILENT_MS = 1_000;

/** Who takes longer to be reached is not there. */
const DIALLED_WITHIN_MS = 5_000;

interface Exchanged extends Omit<NodeAnswer, 'bytes'> {
  readonly messages: readonly Buffer[];
}

/** One address of a node over gRPC: each call is a stream of one HTTP/2 connection, which is made anew when it ends. */
export class Connection {
  readonly address: ChainAddress;
  readonly #maxAnswerBytes: number;
  readonly #roots: Buffer | undefined;
  #session: Session | undefined;
  #dialling: Promise<Session> | undefined;
  /** Ends the dialling. */
  #hangUp: ((error: Error) => void) | undefined;
  #failed: { readonly until: number; readonly error: unknown } | undefined;
  /** By method, of which a chain has some hundreds. */
  readonly #heads = new Map<string, CallHead>();
  #underWay = 0;
  #late = 0;
  /** When a call here last ended with an answer, or the connection was made. */
  #heardAt = 0;
  #closed = false;

  /** @param roots certificates in PEM form, in place of those that the system trusts */
  constructor(address: ChainAddress, maxAnswerBytes: number, roots?: Buffer) {
    this.address = address;
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#roots = roots;
  }

  /** One call. @throws QueryFault with the node's status, or 14, 4 or 1 when it gave none */
  async call(path: string, request: Uint8Array, options: CallOptions): Promise<NodeAnswer> {
    const { messages, metadata, session } = await this.#exchange(path, framed(request), options);
    const [bytes, another] = messages;
    if (bytes === undefined) throw new QueryFault(Code.Internal, 'the chain node answered with nothing');
    // Which of them is the answer nobody can say.
    if (another !== undefined) throw severalAnswers();
    return { bytes, metadata, session };
  }

  /** A stream of requests, each with one answer, in order. @throws QueryFault */
  async converse(
    path: string,
    requests: readonly Uint8Array[],
    options: CallOptions,
  ): Promise<readonly Buffer[]> {
    return (await this.#exchange(path, Buffer.concat(requests.map(framed)), options)).messages;
  }

  /** That over which it is asked now. */
  get session(): object | undefined {
    return this.#session;
  }

  /** All that is under way is late at once; what comes next begins anew. */
  abandon(): void {
    this.#session?.destroy(ABANDONED);
    this.#hangUp?.(ABANDONED);
  }

  close(): void {
    this.#closed = true;
    const closed = new Error('the connection was closed');
    this.#session?.destroy(closed);
    this.#hangUp?.(closed);
  }

  async #exchange(path: string, frames: Buffer, options: CallOptions): Promise<Exchanged> {
    const open = this.#session;
    return this.#ask(open === undefined ? await this.#connect(options) : open, path, frames, options);
  }

  #ask(
    session: Session,
    path: string,
    body: Buffer,
    { deadline, metadata, signal, admit }: CallOptions,
  ): Promise<Exchanged> {
    return new Promise((resolve, reject) => {
      const ms = deadline - Date.now();
      if (ms <= 0) return reject(tooLate());
      if (signal?.aborted) return reject(cancelled());
      // It began to close since it was looked at.
      if (session.closed) return reject(this.#unsent(new Error('the connection was closed')));
      const largest = this.#maxAnswerBytes;
      let most = largest + PREFIX;
      let isHeld = false;
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.#underWay -= 1;
      };
      this.#underWay += 1;
      const heard = (opening: Buffer, headers: Headers | undefined): Promise<void> | undefined => {
        const octets = opening.readUInt32BE(1);
        if (octets > largest) {
          giveUp(foreignIn(this.address.target, headers) ?? tooLarge(largest));
          return undefined;
        }
        // What comes behind it nobody asked for.
        most = PREFIX + Math.max(octets, STREAM_WINDOW - PREFIX);
        if (PREFIX + octets <= STREAM_WINDOW) return undefined;
        const room = admit?.(octets) ?? Promise.resolve();
        isHeld = true;
        const go = () => {
          isHeld = false;
        };
        room.then(go, () => undefined);
        return room;
      };
      const cancel = session.ask({
        head: this.#headOf(path).with(ms, metadata),
        body,
        get most() {
          return most;
        },
        tooLong: (headers) => {
          end();
          reject(
            foreignIn(this.address.target, headers) ??
              (most > largest ? tooLarge(largest) : severalAnswers()),
          );
        },
        ...(admit && { begins: { opening: PREFIX, heard } }),
        ended: ({ headers, trailers, chunks }, failure) => {
          end();
          if (failure === undefined) this.#hear();
          // Behind a body stand trailers; without them it was cut.
          const status = statusIn(trailers) ?? (chunks.length === 0 ? statusIn(headers) : undefined);
          if (failure !== undefined || status?.code !== 0 || headers === undefined)
            return reject(faultOf(this.address.target, { status, headers, failure }));
          const messages = messagesIn(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
          if (messages !== undefined) return resolve({ messages, metadata: metadataIn(headers), session });
          reject(new QueryFault(Code.Internal, 'the answer of the chain node is cut'));
        },
      });
      const giveUp = (fault: QueryFault) => {
        end();
        cancel();
        reject(fault);
      };
      const timer = setTimeout(() => {
        if (isHeld) return giveUp(noRoom());
        giveUp(tooLate());
        this.#noteLate(session);
      }, ms);
      const leave = () => giveUp(cancelled());
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #hear(): void {
    this.#late = 0;
    this.#heardAt = performance.now();
  }

  #noteLate(session: Session): void {
    if (session !== this.#session) return;
    this.#late += 1;
    if (this.#late >= LATE_IN_A_ROW && performance.now() - this.#heardAt >= SILENT_MS) session.retire();
  }

  #headOf(path: string): CallHead {
    let head = this.#heads.get(path);
    if (head === undefined) {
      head = new CallHead(this.address, path);
      this.#heads.set(path, head);
    }
    return head;
  }

  /** A session, waited for no longer than the call may take. */
  #connect({ deadline, signal }: CallOptions): Promise<Session> {
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
        (error: unknown) => end(() => reject(error === ABANDONED ? tooLate() : this.#unsent(error))),
      );
    });
  }

  #unsent(error: unknown): QueryFault {
    return Object.assign(unreached(this.address.target, error), { unsent: true });
  }

  #dial(): Promise<Session> {
    if (this.#failed !== undefined && performance.now() < this.#failed.until)
      return Promise.reject(this.#failed.error);
    this.#dialling ??= new Promise<Session>((resolve, reject) => {
      const { host, port, tls } = this.address;
      const over = (error: Error | undefined) => {
        clearTimeout(late);
        this.#hangUp = undefined;
        this.#dialling = undefined;
        this.#session = undefined;
        if (error === undefined) return;
        if (error !== ABANDONED) this.#failed = { until: performance.now() + PAUSE_MS, error };
        reject(error);
      };
      const socket = tls
        ? connectTls({ host, port, ALPNProtocols: ['h2'], ...trustOf(host, this.#roots) })
        : connectPlain(port, host);
      this.#hangUp = (error) => {
        socket.destroy();
        over(error);
      };
      const late = setTimeout(
        () => this.#hangUp?.(new Error('nobody answered the dialling')),
        DIALLED_WITHIN_MS,
      ).unref();
      socket.on('error', over);
      socket.once(tls ? 'secureConnect' : 'connect', () => {
        socket.off('error', over);
        clearTimeout(late);
        this.#hangUp = undefined;
        const session = new Session(socket, over);
        this.#dialling = undefined;
        this.#failed = undefined;
        this.#session = session;
        this.#hear();
        if (this.#closed) session.destroy(new Error('the connection was closed'));
        this.#keepAlive(session, socket);
        resolve(session);
      });
    });
    return this.#dialling;
  }

  /** A node that went without a word is noticed while something waits for it; at rest nobody is bothered. */
  #keepAlive(session: Session, socket: Socket): void {
    const timer = setInterval(() => {
      if (this.#underWay === 0) return;
      const late = setTimeout(
        () => session.destroy(new Error('the node answers no ping')),
        PING_WITHIN_MS,
      ).unref();
      session.ping(() => clearTimeout(late));
    }, PING_EVERY_MS).unref();
    socket.on('close', () => clearInterval(timer));
  }
}

function severalAnswers(): QueryFault {
  return new QueryFault(Code.Internal, 'the chain node answered more than once');
}

function noRoom(): QueryFault {
  const words = 'too many large answers are under way: this one found no room before its deadline';
  return new QueryFault(Code.DeadlineExceeded, words);
}

function trustOf(host: string, roots: Buffer | undefined) {
  return {
    ...(roots === undefined ? {} : { ca: roots }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  };
}
