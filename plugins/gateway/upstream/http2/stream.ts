import type { Headers } from './header-decoder.js';

export interface Question {
  /** The block of its headers. */
  readonly head: Buffer;
  readonly body: Buffer;
  /** Octets that an answer may have: with more it is over and `tooLong` is called. */
  readonly most: number;
  tooLong(headers: Headers | undefined): void;
  /**
   * Hears once how the answer begins, as soon as `opening` octets of it are there.
   * @returns what is waited for before the other side may send more than it may at first; undefined for nothing
   */
  readonly begins?: {
    readonly opening: number;
    heard(octets: Buffer, headers: Headers | undefined): Promise<void> | undefined;
  };
  /** @param failure why the answer is not whole */
  ended(answer: Answer, failure: Error | undefined): void;
}

/** What came of an answer until its end. */
export interface Answer {
  readonly headers: Headers | undefined;
  readonly trailers: Headers | undefined;
  readonly chunks: readonly Buffer[];
}

/** Octets that the other side may send of an answer before somebody reads it. */
export const STREAM_WINDOW = 262_144;

/** So many parts of fewer octets each are made one. */
const PARTS = 256;
const SMALL_OCTETS = 1_024;

/** A question and what came of its answer. */
export class Stream implements Answer {
  /** 0 while it waits for its turn. */
  id = 0;
  headers: Headers | undefined;
  trailers: Headers | undefined;
  readonly chunks: Buffer[] = [];
  octets = 0;
  /** Octets that came since the other side was last told that it may send more, and how many may. */
  unsaid = 0;
  credit = STREAM_WINDOW;
  /** Whether its beginning was told, and it waits for room to go on. */
  begun = false;
  held = false;
  /** Octets of the body that went, and how many more may. */
  sent = 0;
  window = 0;

  #packed = 0;
  #loose = 0;

  constructor(readonly question: Question) {}

  get isSent(): boolean {
    return this.sent === this.question.body.length;
  }

  /** A part of the body. Each costs more than its octets, so many small ones are made one. */
  add(part: Buffer): void {
    if (part.length === 0) return;
    this.chunks.push(part);
    this.#loose += part.length;
    if (this.chunks.length - this.#packed < PARTS) return;
    if (this.#loose < PARTS * SMALL_OCTETS) this.chunks.push(Buffer.concat(this.chunks.splice(this.#packed)));
    this.#packed = this.chunks.length;
    this.#loose = 0;
  }

  /** Headers before the answer, or behind it; of 1xx there may be several before. */
  take(headers: Headers, last: boolean): void {
    if (this.headers !== undefined) this.trailers = headers;
    else if (last || headers.get(':status')?.startsWith('1') !== true) this.headers = headers;
  }
}
