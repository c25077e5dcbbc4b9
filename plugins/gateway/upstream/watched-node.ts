import { setTimeout as sleep } from 'node:timers/promises';
import type { Lateness } from '../lateness.js';
import type { ChainAddress } from './chain-address.js';
import { chainIdOf, NODE_INFO } from './chain-id.js';
import { type CallOptions, Connection, type NodeAnswer } from './connection.js';
import { diagnose } from './diagnose.js';
import { LATEST_BLOCK_WAYS, type LatestBlock, lagOf, latenessOf } from './latest-block.js';
import { Code, NoGrpcFault, QueryFault, RETRY_LATER } from './status.js';

/** What is wrong with a node; one that is `useless` is not asked until that has changed. */
export interface Trouble {
  readonly words: string;
  readonly useless: boolean;
}

export interface AgedAnswer extends Omit<NodeAnswer, 'session'> {
  /** Of which past it is, where that is minutes ago. */
  readonly behind: Lateness | undefined;
}

export interface NodeCare {
  readonly maxAnswerBytes: number;
  readonly roots: Buffer | undefined;
  /** Aborted when nobody asks any more. */
  readonly closing: AbortSignal;
  /** Hears what a node is in now, and was in before. */
  readonly judged: (node: WatchedNode, before: Trouble | undefined) => void;
  /** Hears that a node is behind, or is no more. */
  readonly timed: (node: WatchedNode) => void;
  /** Why a node that told its chain is not to be asked, in words; undefined where it may be. */
  readonly foreign: (node: WatchedNode) => Promise<string | undefined>;
}

const SILENT = 'does not answer';
const UNREACHED = 'cannot be reached';
export const UNHEARD: Trouble = { words: 'was not heard yet', useless: false };

const EXAMINED_WITHIN_MS = 1_500;
/** What is known of its latest block is asked for anew after so long, when somebody asks the node or for its health. */
const TIME_FRESH_MS = 15_000;
/** Of which chain it is, is asked anew after so long: behind one connection to a proxy there may be another node by now. */
const CHAIN_FRESH_MS = 60_000;
/** For how long an answer waits for it. */
const TIMED_WITHIN_MS = 300;
/** A node that leaves calls without an answer for so long, and says nothing else, is looked at. */
const SUSPECT_AFTER_MS = 1_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const NOTHING = new Uint8Array();

/** One node, and what is known of it: it is looked at when it fails, until it is well again. */
export class WatchedNode {
  readonly connection: Connection;
  /** What it said that its chain is, when it was last looked at. */
  chainId: string | undefined;
  /** Whether its first look is over. */
  looked = false;
  readonly #care: NodeCare;
  #trouble: Trouble | undefined;
  /** When it last answered anything, in milliseconds of the process. */
  #heardAt = Number.NEGATIVE_INFINITY;
  /** The connection over which it told its chain: behind an address there may be another node next time. */
  #known: object | undefined;
  #lag = 0;
  #lateness: Lateness | undefined;
  /** Those that it has. */
  #ways = LATEST_BLOCK_WAYS;
  #timedAt = Number.NEGATIVE_INFINITY;
  #examinedAt = performance.now();
  #timing: Promise<void> | undefined;
  #examining: Promise<string | undefined> | undefined;
  #watched: Promise<void> | undefined;
  #underWay = 0;
  #suspicion: NodeJS.Timeout | undefined;

  constructor(address: ChainAddress, trouble: Trouble | undefined, care: NodeCare) {
    this.#care = care;
    this.#trouble = trouble;
    this.connection = new Connection(address, care.maxAnswerBytes, care.roots);
  }

  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Whether it takes calls and says nothing. */
  get isSilent(): boolean {
    return this.#trouble?.words === SILENT;
  }

  /**
   * How far its latest block lies back, in milliseconds, as when it was asked; below 0 where it lies ahead, 0 where it keeps
   * up or does not tell.
   */
  get lag(): number {
    return this.#lag;
  }

  /** Of which past it answers, where that is minutes ago. */
  get behind(): Lateness | undefined {
    return this.#lateness;
  }

  /** Asks for its latest block, and seldom for its chain, unless it was asked of late. Never rejects. */
  keepTime(): Promise<void> {
    if (performance.now() - this.#examinedAt > CHAIN_FRESH_MS) void this.look();
    if (performance.now() - this.#timedAt > TIME_FRESH_MS) this.#timing ??= this.#readTime();
    return this.#timing ?? Promise.resolve();
  }

  heardWithin(ms: number): boolean {
    return performance.now() - this.#heardAt <= ms;
  }

  /** One call, whose answer is of the chain that the other nodes are of, and says how old it is. @throws QueryFault */
  async call(path: string, request: Uint8Array, options: CallOptions): Promise<AgedAnswer> {
    try {
      const { bytes, metadata } = await this.#ask(path, request, options);
      if (this.#timing !== undefined) await this.#timeIsKnown(this.#timing);
      return { bytes, metadata, behind: this.#lateness };
    } catch (error) {
      // That there is no such record is of that past, too.
      if (this.#timing !== undefined) await this.#timeIsKnown(this.#timing);
      if (error instanceof QueryFault) error.behind = this.#lateness;
      throw error;
    }
  }

  async #ask(path: string, request: Uint8Array, options: CallOptions): Promise<NodeAnswer> {
    const answer = await this.#attend(() => this.connection.call(path, request, options));
    for (let attempt = 0; attempt < 2 && answer.session !== this.#known; attempt++) await this.#examine();
    if (this.#trouble === undefined) return answer;
    if (this.#trouble.useless)
      throw new QueryFault(Code.Unavailable, `the chain node ${this.#trouble.words}`, {
        headers: RETRY_LATER,
      });
    this.#judge(undefined);
    return answer;
  }

  /** A stream of requests, each with one answer, in order. @throws QueryFault */
  converse(path: string, requests: readonly Uint8Array[], options: CallOptions): Promise<readonly Buffer[]> {
    return this.#attend(() => this.connection.converse(path, requests, options));
  }

  /** Looks at it, and goes on until it is well; resolves after the first look. */
  look(): Promise<void> {
    this.#watched ??= this.#examine().then((found) => void this.#keepWatching(found));
    return this.#watched;
  }

  async #attend<T>(exchange: () => Promise<T>): Promise<T> {
    const sentAt = performance.now();
    this.#underWay += 1;
    this.#suspect();
    try {
      const answer = await exchange();
      this.#heardAt = performance.now();
      return answer;
    } catch (error) {
      if (error instanceof QueryFault) this.#note(error, sentAt);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** @param sentAt when the call that failed was sent, in milliseconds of the process */
  #note(fault: QueryFault, sentAt: number): void {
    // A proxy may lead some paths elsewhere: the look tells.
    if (fault instanceof NoGrpcFault) void this.look();
    else if (fault.code === Code.Unavailable) {
      if (this.#trouble === undefined) this.#judge({ words: UNREACHED, useless: false });
      void this.look();
    } else if (fault.code === Code.DeadlineExceeded) {
      // One slow query is no silent node: that is one which answers nothing at all.
      if (this.#heardAt < sentAt) void this.look();
    } else if (fault.code !== Code.Cancelled) {
      this.#heardAt = performance.now();
      if (this.#trouble?.useless === false && this.#trouble !== UNHEARD) this.#judge(undefined);
    }
  }

  /** Nobody shall wait for a node that hangs until the deadline of all that it was asked. */
  #suspect(): void {
    if (this.#suspicion !== undefined) return;
    const since = performance.now();
    this.#suspicion = setTimeout(() => {
      this.#suspicion = undefined;
      if (this.#underWay === 0) return;
      if (this.#heardAt < since) void this.look();
      this.#suspect();
    }, SUSPECT_AFTER_MS).unref();
  }

  #judge(trouble: Trouble | undefined): void {
    const before = this.#trouble;
    if (before?.words === trouble?.words) return;
    this.#trouble = trouble;
    this.#care.judged(this, before);
  }

  async #keepWatching(unreached: string | undefined): Promise<void> {
    const { closing: signal } = this.#care;
    let found = unreached;
    for (
      let pause = FIRST_PAUSE_MS;
      this.#trouble !== undefined;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    ) {
      if (found !== undefined) await this.#diagnose(found);
      await sleep(pause, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      found = this.#trouble === undefined ? undefined : await this.#examine();
    }
    this.#watched = undefined;
  }

  /** Why it is not reached, where that can be seen: settings that are wrong are the operator's to mend. */
  async #diagnose(unreached: string): Promise<void> {
    const found = await diagnose(this.connection.address, this.#care.roots);
    if (this.#care.closing.aborted || this.#trouble === undefined) return;
    const words = found === undefined ? unreached : `${UNREACHED}: ${found.words}`;
    this.#judge({ words, useless: found?.setting === true });
  }

  /** @returns in words how it was not reached */
  #examine(): Promise<string | undefined> {
    this.#examining ??= this.#examineNow().finally(() => {
      this.#examining = undefined;
    });
    return this.#examining;
  }

  /** It is asked while a call is under way, so that hardly anybody waits; who does, not for long. */
  async #timeIsKnown(timing: Promise<void>): Promise<void> {
    const enough = new AbortController();
    const waited = sleep(TIMED_WITHIN_MS, undefined, { signal: enough.signal }).catch(() => undefined);
    await Promise.race([timing, waited]);
    enough.abort();
  }

  async #readTime(): Promise<void> {
    const before = this.#lateness;
    await this.#askLatest();
    this.#timedAt = performance.now();
    this.#timing = undefined;
    if ((before === undefined) !== (this.#lateness === undefined)) this.#care.timed(this);
  }

  async #askLatest(): Promise<void> {
    const { closing: signal } = this.#care;
    for (const way of this.#ways) {
      const askedAt = Date.now();
      try {
        const { bytes } = await this.connection.call(way.path, NOTHING, {
          deadline: askedAt + EXAMINED_WITHIN_MS,
          signal,
        });
        this.#date(way.read(bytes), askedAt);
        return;
      } catch (error) {
        // What is known of it stays while it does not answer.
        if (!(error instanceof QueryFault) || error.code !== Code.Unimplemented) return;
        this.#ways = this.#ways.filter((each) => each !== way);
      }
    }
    this.#date(undefined, 0);
  }

  #date(block: LatestBlock | undefined, askedAt: number): void {
    this.#lag = block === undefined ? 0 : lagOf(block, askedAt);
    this.#lateness = block && latenessOf(block, this.#lag);
  }

  async #examineNow(): Promise<string | undefined> {
    this.#examinedAt = performance.now();
    const { closing: signal, foreign } = this.#care;
    const deadline = Date.now() + EXAMINED_WITHIN_MS;
    let known: object | undefined;
    try {
      const { bytes, session } = await this.connection.call(NODE_INFO, NOTHING, { deadline, signal });
      this.chainId = chainIdOf(bytes);
      known = session;
    } catch (error) {
      this.looked = true;
      if (!(error instanceof QueryFault) || signal.aborted) return undefined;
      const words = unreachedBy(error);
      if (words !== undefined) {
        // What is known already says more.
        if (this.#trouble?.words.startsWith(`${UNREACHED}:`) !== true) this.#judge({ words, useless: false });
        return words;
      }
      // A node that does not tell its chain is taken for one of it.
      this.chainId = undefined;
      known = this.connection.session;
    }
    this.looked = true;
    this.#heardAt = performance.now();
    const words = await foreign(this);
    this.#judge(words === undefined ? undefined : { words, useless: true });
    // Not before it was judged: what came over this connection meanwhile may be of another chain.
    this.#known = known;
    // It may be another program by now.
    this.#ways = LATEST_BLOCK_WAYS;
    this.#timing ??= this.#readTime();
    return undefined;
  }
}

function unreachedBy(fault: QueryFault): string | undefined {
  if (fault instanceof NoGrpcFault)
    return `${UNREACHED}: what CHAIN_GRPC_URL names speaks no gRPC (${fault.why})`;
  if (fault.code === Code.DeadlineExceeded) return SILENT;
  return fault.code === Code.Unavailable ? UNREACHED : undefined;
}
