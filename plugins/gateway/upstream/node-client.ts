import { setTimeout as sleep } from 'node:timers/promises';
import type { Lateness } from '../lateness.js';
import type { ChainAddress } from './chain-address.js';
import type { CallOptions as ConnectionOptions } from './connection.js';
import { Intake } from './intake.js';
import { Code, NoGrpcFault, QueryFault, RETRY_LATER } from './status.js';
import { Turnstile } from './turnstile.js';
import { type AgedAnswer, type Trouble, UNHEARD, WatchedNode } from './watched-node.js';

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
  /** Which of several chains is meant; without it, that of the first node. */
  readonly fits?: (chainId: string) => boolean;
  /** Hears what is wrong with a node, with its address, and when it is well again. */
  readonly tell: (words: string, target: string) => void;
  /** Hears that one that was away answers again: it may be another program now. */
  readonly returned?: () => void;
}

export interface CallOptions extends ConnectionOptions {
  /** Whose share of the node it takes. */
  readonly client: string;
  /** No second attempt once anything of it may have left. */
  readonly once?: boolean | undefined;
}

/** The client of calls that nobody asked for over HTTP. */
export const OWN_CALLS = 'oracle';

const RETRIES = 2;
/** A node that was heard so recently needs no look. */
const FRESH_MS = 5_000;

/**
 * The nodes of one chain, the first that is well being asked. Queries change nothing, so a call that did not reach a node is
 * tried again, at another where there is one. A node that fails is looked at until it is well again; one that is of another
 * chain than the others is never asked.
 */
export class NodeClient {
  /** Where answers have their room until they are printed. */
  readonly intake: Intake;
  readonly #nodes: readonly WatchedNode[];
  readonly #turnstile: Turnstile;
  readonly #options: NodeOptions;
  readonly #closing = new AbortController();
  #chainId: string | undefined;

  constructor(addresses: readonly ChainAddress[], options: NodeOptions) {
    this.#options = options;
    this.#turnstile = new Turnstile(options.concurrency, options.queue);
    this.intake = new Intake(options.maxAnswerBytes);
    const care = {
      maxAnswerBytes: options.maxAnswerBytes,
      roots: options.roots,
      closing: this.#closing.signal,
      judged: (node: WatchedNode, before: Trouble | undefined) => this.#heed(node, before),
      timed: ({ behind, connection }: WatchedNode) =>
        options.tell(behind === undefined ? 'keeps up' : `is ${behind.words}`, connection.address.target),
      foreign: (node: WatchedNode) => this.#foreignness(node),
    };
    // Whether the others are of the same chain is not known yet.
    this.#nodes = addresses.map(
      (address, at) => new WatchedNode(address, at === 0 ? undefined : UNHEARD, care),
    );
  }

  /** What keeps nodes from answering, in words without an address; undefined while nothing does. */
  get trouble(): string | undefined {
    return this.#told(({ trouble }) => trouble?.words);
  }

  /** Which nodes answer, but of a past that is minutes ago, in words; undefined where none does. */
  get late(): string | undefined {
    return this.#told(({ trouble, behind }) =>
      trouble || behind === undefined ? undefined : `is ${behind.words}`,
    );
  }

  /** Of which past is answered now, where that is minutes ago: no node that can be asked keeps up. */
  get behind(): Lateness | undefined {
    return this.#well()[0]?.behind;
  }

  #told(wordsOf: (node: WatchedNode) => string | undefined): string | undefined {
    const all = this.#nodes.length;
    const told = this.#nodes.flatMap((node, at) => {
      const words = wordsOf(node);
      return words === undefined ? [] : [`the chain node ${all === 1 ? '' : `${at + 1} of ${all} `}${words}`];
    });
    return told.length === 0 ? undefined : told.join('; ');
  }

  /** Those that can be asked without a doubt: what keeps up in the order of the operator, then what is least behind or ahead. */
  #well(): WatchedNode[] {
    return this.#nodes
      .filter(({ trouble }) => trouble === undefined)
      .sort((a, b) => Math.abs(a.lag) - Math.abs(b.lag));
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
    await Promise.all(
      this.#nodes.map(async (node) => {
        if (!node.heardWithin(FRESH_MS)) await node.look();
        if (node.trouble === undefined) await node.keepTime();
      }),
    );
  }

  /** @throws QueryFault with the node's status, or 14, 4 or 1 when it gave none */
  async call(path: string, request: Uint8Array, options: CallOptions): Promise<AgedAnswer> {
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
    return this.#pick([]).converse(path, requests, options);
  }

  async #insist(path: string, request: Uint8Array, options: CallOptions): Promise<AgedAnswer> {
    const asked: WatchedNode[] = [];
    for (;;) {
      const node = this.#pick(asked);
      asked.push(node);
      try {
        return await node.call(path, request, options);
      } catch (error) {
        if (!(error instanceof QueryFault)) throw error;
        const sent = options.once === true && !error.unsent;
        const last = asked.length > RETRIES || sent || options.signal?.aborted === true;
        if (last || !mayPass(error) || Date.now() >= options.deadline) throw error;
        // Another that is well is asked at once.
        if (this.#nodes.some((each) => each.trouble === undefined && !asked.includes(each))) continue;
        if (error.code !== Code.Unavailable || error instanceof NoGrpcFault) throw error;
        const pause = 100 * 2 ** (asked.length - 1) * (0.5 + Math.random());
        if (Date.now() + pause >= options.deadline) throw error;
        await sleep(pause);
      }
    }
  }

  /**
   * The first that is well and was not asked yet; else one after the other of those that may be.
   * @throws QueryFault when none can be asked
   */
  #pick(asked: readonly WatchedNode[]): WatchedNode {
    const well = this.#well();
    // Nobody waits for it: how far they are is known for the next.
    for (const each of well) void each.keepTime();
    const possible = well.length > 0 ? well : this.#nodes.filter(({ trouble }) => trouble?.useless !== true);
    const node = possible.find((each) => !asked.includes(each)) ?? possible[asked.length % possible.length];
    if (node !== undefined) return node;
    throw new QueryFault(Code.Unavailable, this.trouble ?? 'no chain node can be asked', {
      headers: RETRY_LATER,
    });
  }

  #heed(node: WatchedNode, before: Trouble | undefined): void {
    const { trouble, connection } = node;
    if (before !== undefined && before !== UNHEARD && trouble === undefined) this.#options.returned?.();
    this.#options.tell(trouble?.words ?? 'is well', connection.address.target);
    // What a silent one was asked goes to another, as soon as there is one.
    if (this.down) return;
    for (const each of this.#nodes) if (each.isSilent) each.connection.abandon();
  }

  /** Why a node is not of the chain that is meant, in words. */
  async #foreignness(node: WatchedNode): Promise<string | undefined> {
    this.#chainId ??= await this.#chainMeant(node);
    if (node.chainId === undefined || node.chainId === this.#chainId) return undefined;
    return `is of the chain ${node.chainId}, another than ${this.#chainId}`;
  }

  /**
   * The chain is that of the first node that tells one; those before it are heard first. Where that is not the one that the
   * operator means, all are heard, and the first that is of that one decides.
   */
  async #chainMeant(node: WatchedNode): Promise<string | undefined> {
    const { fits = () => true } = this.#options;
    const before = this.#nodes.slice(0, this.#nodes.indexOf(node));
    await heard(before);
    const first = [...before, node].find(({ chainId }) => chainId !== undefined)?.chainId;
    if (first === undefined || fits(first)) return this.#chainId ?? first;
    await heard(this.#nodes);
    const meant = this.#nodes.find(({ chainId }) => chainId !== undefined && fits(chainId))?.chainId;
    return this.#chainId ?? meant ?? first;
  }

  close(): void {
    this.#closing.abort();
    for (const { connection } of this.#nodes) connection.close();
  }
}

/** Resolves when each was looked at. One that is being judged was. */
async function heard(nodes: readonly WatchedNode[]): Promise<void> {
  await Promise.all(nodes.filter(({ looked }) => !looked).map((each) => each.look()));
}

/** Whether a call that failed so may do elsewhere or later: it did not reach the node, or was given up as lost. */
function mayPass({ code }: QueryFault): boolean {
  return code === Code.Unavailable || code === Code.DeadlineExceeded;
}
