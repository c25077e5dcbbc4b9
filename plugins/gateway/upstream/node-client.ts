import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainAddress } from './chain-address.js';
import { chainIdOf, NODE_INFO } from './chain-id.js';
import { Connection, type CallOptions as ConnectionOptions, type NodeAnswer } from './connection.js';
import { diagnose } from './diagnose.js';
import { Code, QueryFault } from './status.js';
import { Turnstile } from './turnstile.js';

export interface NodeLimits {
  /** Calls at once, and how many more may wait; each client has its share of both. */
  readonly concurrency: number;
  readonly queue: number;
  /** Bytes of one answer. */
  readonly maxAnswerBytes: number;
}

export interface NodeOptions extends NodeLimits {
  /** Certificates in PEM form, in place of those that the system trusts. */
  readonly roots?: Buffer | undefined;
  /** Hears what is wrong with a node, with its address, and when it is well again. */
  readonly tell: (words: string, target: string) => void;
  /** Hears that one that was away answers again: it may be another program now. */
  readonly returned?: () => void;
}

export interface CallOptions extends ConnectionOptions {
  /** Whose share of the node it takes. */
  readonly client: string;
  /** No second attempt. */
  readonly once?: boolean | undefined;
}

/** What is wrong with a node; one that is `useless` is not asked until that has changed. */
interface Trouble {
  readonly words: string;
  readonly useless: boolean;
}

type Unreached = 'does not answer' | 'cannot be reached';

interface Node {
  readonly connection: Connection;
  trouble: Trouble | undefined;
  /** When it last answered anything, in milliseconds of the process. */
  heardAt: number;
  examined: Promise<void> | undefined;
}

/** The client of calls that nobody asked for over HTTP. */
export const OWN_CALLS = 'oracle';

const UNHEARD = 'was not heard yet';
const RETRIES = 2;
const EXAMINED_WITHIN_MS = 1_500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** A node that was heard so recently needs no look. */
const FRESH_MS = 5_000;
const NOTHING = new Uint8Array();

/**
 * The nodes of one chain, the first that is well being asked. Queries change nothing, so a call that did not reach a node is
 * tried again, at another where there is one. A node that fails is looked at until it is well again; one that is of another
 * chain than the others is never asked.
 */
export class NodeClient {
  readonly #nodes: readonly Node[];
  readonly #turnstile: Turnstile;
  readonly #options: NodeOptions;
  readonly #closing = new AbortController();
  #chainId: string | undefined;

  constructor(addresses: readonly ChainAddress[], options: NodeOptions) {
    this.#options = options;
    this.#turnstile = new Turnstile(options.concurrency, options.queue);
    this.#nodes = addresses.map((address, at) => ({
      connection: new Connection(address, options.maxAnswerBytes, options.roots),
      // Whether the others are of the same chain is not known yet.
      trouble: at === 0 ? undefined : { words: UNHEARD, useless: false },
      heardAt: Number.NEGATIVE_INFINITY,
      examined: undefined,
    }));
  }

  /** What is wrong, in words without an address; undefined while all is well. */
  get trouble(): string | undefined {
    const told = this.#nodes.flatMap(({ trouble }, at) => (trouble === undefined ? [] : [{ trouble, at }]));
    if (told.length === 0) return undefined;
    const all = this.#nodes.length;
    return told
      .map(({ trouble, at }) => `the chain node ${all === 1 ? '' : `${at + 1} of ${all} `}${trouble.words}`)
      .join('; ');
  }

  /** Whether no node can be asked now. */
  get down(): boolean {
    return this.#nodes.every(({ trouble }) => trouble !== undefined);
  }

  /** Of which chain the nodes are, once one has said it. */
  get chainId(): string | undefined {
    return this.#chainId;
  }

  get inFlight(): number {
    return this.#turnstile.inside;
  }

  /** Looks at every node that was not heard of late; resolves when each was heard or found wanting. */
  async look(): Promise<void> {
    const stale = this.#nodes.filter(({ heardAt }) => performance.now() - heardAt > FRESH_MS);
    await Promise.all(stale.map((node) => this.#watch(node)));
  }

  /** @throws QueryFault with the node's status, or 14, 4 or 1 when it gave none */
  async call(path: string, request: Uint8Array, options: CallOptions): Promise<NodeAnswer> {
    const room = this.#turnstile.enter(options);
    if (room !== undefined) await room;
    try {
      return await this.#insist(path, request, options);
    } finally {
      this.#turnstile.leave(options.client);
    }
  }

  /** A stream of requests, each with one answer, in order. @throws QueryFault */
  async converse(
    path: string,
    requests: readonly Uint8Array[],
    options: ConnectionOptions,
  ): Promise<readonly Buffer[]> {
    const node = this.#pick(0);
    try {
      return await node.connection.converse(path, requests, options);
    } catch (error) {
      if (error instanceof QueryFault) this.#note(node, error, performance.now());
      throw error;
    }
  }

  async #insist(path: string, request: Uint8Array, options: CallOptions): Promise<NodeAnswer> {
    for (let attempt = 0; ; attempt++) {
      const node = this.#pick(attempt);
      const sentAt = performance.now();
      try {
        const answer = await node.connection.call(path, request, options);
        this.#hear(node);
        return answer;
      } catch (error) {
        if (!(error instanceof QueryFault)) throw error;
        this.#note(node, error, sentAt);
        const again =
          error.code === Code.Unavailable &&
          options.once !== true &&
          attempt < RETRIES &&
          options.signal?.aborted !== true;
        if (!again) throw error;
        // Another that is well is asked at once.
        if (this.#nodes.some(({ trouble }) => trouble === undefined)) continue;
        const pause = 100 * 2 ** attempt * (0.5 + Math.random());
        if (Date.now() + pause >= options.deadline) throw error;
        await sleep(pause);
      }
    }
  }

  /** The first that is well; else one after the other of those that may be. @throws QueryFault when none can be asked */
  #pick(attempt: number): Node {
    for (const node of this.#nodes) if (node.trouble === undefined) return node;
    const possible = this.#nodes.filter(({ trouble }) => trouble?.useless !== true);
    const node = possible[attempt % possible.length];
    if (node !== undefined) return node;
    throw new QueryFault(Code.Unavailable, this.trouble ?? 'no chain node can be asked', {
      headers: { 'Retry-After': '5' },
    });
  }

  #hear(node: Node): void {
    node.heardAt = performance.now();
    if (node.trouble?.useless === false) this.#judge(node, undefined);
  }

  /** @param sentAt when the call that failed was sent, in milliseconds of the process */
  #note(node: Node, fault: QueryFault, sentAt: number): void {
    if (fault.code === Code.Unavailable) {
      if (node.trouble === undefined) this.#judge(node, { words: 'cannot be reached', useless: false });
      void this.#watch(node);
    } else if (fault.code === Code.DeadlineExceeded) {
      // One slow query is no silent node: that is one which answers nothing at all.
      if (node.heardAt < sentAt) void this.#watch(node);
    } else if (fault.code !== Code.Cancelled) this.#hear(node);
  }

  #judge(node: Node, trouble: Trouble | undefined): void {
    const before = node.trouble;
    if (before?.words === trouble?.words) return;
    node.trouble = trouble;
    if (before !== undefined && before.words !== UNHEARD && trouble === undefined) this.#options.returned?.();
    this.#options.tell(trouble?.words ?? 'is well', node.connection.address.target);
  }

  /** Looks at a node until it is well; resolves after the first look. */
  #watch(node: Node): Promise<void> {
    node.examined ??= this.#examine(node).then((unreached) => {
      void this.#keepWatching(node, unreached);
    });
    return node.examined;
  }

  async #keepWatching(node: Node, unreached: Unreached | undefined): Promise<void> {
    const { signal } = this.#closing;
    let found = unreached;
    for (
      let pause = FIRST_PAUSE_MS;
      node.trouble !== undefined;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    ) {
      if (found !== undefined) await this.#diagnose(node, found);
      await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      found = node.trouble === undefined ? undefined : await this.#examine(node);
    }
    node.examined = undefined;
  }

  /** Why it is not reached, where that can be seen: settings that are wrong are the operator's to mend. */
  async #diagnose(node: Node, unreached: Unreached): Promise<void> {
    const { signal } = this.#closing;
    const found = await diagnose(node.connection.address, this.#options.roots);
    if (signal.aborted || node.trouble === undefined) return;
    const words = found === undefined ? unreached : (`cannot be reached: ${found.words}` as const);
    this.#judge(node, { words, useless: found?.setting === true });
  }

  async #examine(node: Node): Promise<Unreached | undefined> {
    const { connection } = node;
    const deadline = Date.now() + EXAMINED_WITHIN_MS;
    const { signal } = this.#closing;
    let chainId: string | undefined;
    try {
      chainId = chainIdOf((await connection.call(NODE_INFO, NOTHING, { deadline, signal })).bytes);
    } catch (error) {
      if (!(error instanceof QueryFault) || signal.aborted) return undefined;
      const silent = error.code === Code.DeadlineExceeded;
      if (silent || error.code === Code.Unavailable || isHttpStatus(error)) {
        const words = silent ? 'does not answer' : 'cannot be reached';
        // What is known already says more.
        if (node.trouble?.words.startsWith('cannot be reached:') !== true)
          this.#judge(node, { words, useless: false });
        return words;
      }
      // A node that does not tell its chain is taken for one of it.
    }
    node.heardAt = performance.now();
    this.#chainId ??= chainId;
    const foreign = chainId !== undefined && chainId !== this.#chainId;
    const words = `is of the chain ${chainId}, another than ${this.#chainId}`;
    this.#judge(node, foreign ? { words, useless: true } : undefined);
    return undefined;
  }

  close(): void {
    this.#closing.abort();
    for (const { connection } of this.#nodes) connection.close();
  }
}

/** The library's words for an answer that has a status of HTTP and none of gRPC. */
function isHttpStatus(fault: QueryFault): boolean {
  return /^Received HTTP status code/.test(fault.message);
}
