import type { RunEvent, SequencedEvent, TerminalEvent } from '../plugin/index.js';
import { charsOf, upToChars } from '../plugin/up-to-chars.js';

/** Events, and characters of words, that a reader gets at most in one batch: what a slow one has not taken waits in memory. */
const BATCH = 512;
const BATCH_CHARS = 64 * 1024;
/** Who emits faster than the store takes waits once so many characters are not stored. */
const AHEAD_CHARS = 256 * 1024;
/** Characters of what is stored that are kept for readers; who is further behind reads from the store. */
const KEPT_CHARS = 256 * 1024;
/**
 * Events that follow one another faster than this are stored and told together; the first words of an answer do not wait. The
 * more runs go on, the longer: what a batch costs is of one size, and a thousand answers leave no time for one a word.
 */
const GAP_MS = 12;
const GAP_MS_PER_RUN = 0.15;
const LONGEST_GAP_MS = 150;

export interface RunLogOptions {
  /** Runs that go on in this process. */
  live?(): number;
  /** Stores a batch; its `seq` follow the last one's. */
  persist(batch: readonly SequencedEvent[]): Promise<void>;
  /** Stored events with `seq > after`, so many characters at a time; undefined once the log was dropped. */
  stored?(after: number, chars: number): Promise<readonly SequencedEvent[] | undefined>;
  /**
   * Called once, when storing failed: what is not stored is never told, and nothing more is taken but the end. Where it says
   * that the run is another process's, readers get no more of this log, and what it holds is no longer the run.
   */
  onFault(error: unknown): 'unstored' | 'lost';
}

/**
 * The event log of a run in flight. Events are stored before they are delivered, a tick's worth at a time, so
 * that whatever a client saw survives a crash. Readers pull from the one log and hold nothing but a cursor.
 */
export class RunLog {
  readonly #options: RunLogOptions;
  /** Those after the first `#dropped`, which are in the store alone. */
  #events: SequencedEvent[] = [];
  #dropped = 0;
  #chars = 0;
  #unstoredChars = 0;
  readonly #waiting = new Set<() => void>();
  /** Events up to here are stored, and up to `#visible` may be delivered. */
  #stored = 0;
  #visible = 0;
  /** The pause before the next flush; `end` cuts it short. */
  #pause: { end(): void } | undefined;
  #flushing: Promise<void> | undefined;
  #lastFlush = performance.now();
  #closing = false;
  #ended = false;
  #faulty = false;
  #lost = false;

  constructor(options: RunLogOptions) {
    this.#options = options;
  }

  /** Whether the run is another process's, or ended by one: its log goes on, or ends, in the database. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Undefined while who emits may go on; else it resolves once the store has taken what there is, or has failed. */
  get behind(): Promise<void> | undefined {
    return this.#unstoredChars > AHEAD_CHARS ? this.#flushing : undefined;
  }

  /** The run is another process's: nothing more is stored or told of it here. False when that was known, or it is closing. */
  lose(): boolean {
    if (this.#closing || this.#lost) return false;
    this.#lost = true;
    this.#faulty = true;
    this.#show();
    return true;
  }

  /** Adds an event to the batch that is gathering; ignored once the log is closing, storing failed or the run is lost. */
  emit(event: RunEvent): void {
    if (this.#closing || this.#faulty) return;
    const previous = this.#events.at(-1)?.event;
    this.#add(event);
    // The first words of an answer are waited for; everything else may gather for a moment.
    const mayWait = !isDelta(event) || isDelta(previous);
    if (this.#flushing === undefined) this.#flushing = this.#wait(mayWait).then(() => this.#flush());
    else if (!mayWait) this.#pause?.end();
  }

  /**
   * Ends the log with its one terminal event. `settle` stores the events that are not stored yet, the terminal one
   * last, before anybody sees them: who reads that a run is over can rely on it. It gets none where storing has
   * failed before, and gives back the terminal event that readers get; undefined when the run is lost.
   */
  async close(
    terminal: TerminalEvent,
    settle: (rest: readonly SequencedEvent[]) => Promise<TerminalEvent | undefined>,
  ): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#pause?.end();
    await this.#flushing;
    const seq = this.#count + 1;
    const unstored = this.#events.slice(this.#stored - this.#dropped);
    const rest = this.#faulty ? [] : [...unstored, { seq, event: terminal }];
    const told = await settle(rest);
    if (told === undefined) this.#lost = true;
    if (told !== terminal) this.#dropUnstored();
    if (!this.#lost) {
      this.#add(told ?? terminal);
      this.#stored = this.#count;
    }
    this.#ended = true;
    this.#show();
    this.#forget();
  }

  /** Batches with `seq > after`, until the terminal event or until `signal` aborts. */
  async *read(after: number, signal: AbortSignal): AsyncGenerator<readonly SequencedEvent[]> {
    let cursor = after;
    let wake: (() => void) | undefined;
    const onAbort = () => wake?.();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        if (cursor < this.#visible) {
          const batch = await this.#batch(cursor);
          if (batch.length === 0) return;
          cursor += batch.length;
          yield batch;
        } else if (this.#ended || this.#lost) {
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
            this.#waiting.add(resolve);
          });
          if (wake !== undefined) this.#waiting.delete(wake);
        }
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  get #count(): number {
    return this.#dropped + this.#events.length;
  }

  #add(event: RunEvent): void {
    this.#events.push({ seq: this.#count + 1, event });
    const chars = charsOf(event);
    this.#chars += chars;
    this.#unstoredChars += chars;
  }

  /** The next events after `cursor`; none when they are in the store no longer. */
  async #batch(cursor: number): Promise<readonly SequencedEvent[]> {
    if (cursor < this.#dropped) return (await this.#options.stored?.(cursor, BATCH_CHARS)) ?? [];
    const from = cursor - this.#dropped;
    return upToChars(
      this.#events.slice(from, Math.min(this.#visible - this.#dropped, from + BATCH)),
      BATCH_CHARS,
    );
  }

  /** Forgets what is stored and was shown, when it is much. */
  #forget(): void {
    if (this.#chars <= KEPT_CHARS || this.#faulty || this.#options.stored === undefined) return;
    let gone = 0;
    for (; this.#chars > KEPT_CHARS / 2 && this.#dropped + gone < this.#visible; gone += 1)
      this.#chars -= charsOf(this.#events[gone]?.event);
    this.#events = this.#events.slice(gone);
    this.#dropped += gone;
  }

  /** A tick, or where `mayWait` the rest of the gap since the last flush. */
  #wait(mayWait: boolean): Promise<void> {
    const wait = mayWait ? this.#lastFlush + this.#gapMs() - performance.now() : 0;
    return new Promise((resolve) => {
      if (wait < 1) {
        setImmediate(resolve);
        return;
      }
      const timer = setTimeout(resolve, wait);
      const end = () => {
        clearTimeout(timer);
        setImmediate(resolve);
      };
      this.#pause = { end };
    });
  }

  #gapMs(): number {
    const live = this.#options.live?.() ?? 1;
    return Math.min(LONGEST_GAP_MS, Math.max(GAP_MS, GAP_MS_PER_RUN * live));
  }

  async #flush(): Promise<void> {
    this.#pause = undefined;
    while (!this.#closing && !this.#faulty && this.#stored < this.#count) {
      await this.#store();
      this.#show();
      this.#forget();
    }
    this.#lastFlush = performance.now();
    this.#flushing = undefined;
  }

  async #store(): Promise<void> {
    const batch = this.#events.slice(this.#stored - this.#dropped);
    try {
      await this.#options.persist(batch);
      this.#stored += batch.length;
      for (const { event } of batch) this.#unstoredChars -= charsOf(event);
    } catch (error) {
      this.#faulty = true;
      this.#lost = this.#options.onFault(error) === 'lost';
      this.#dropUnstored();
    }
  }

  /** The next event has the number that follows what is stored, as it has in the store. */
  #dropUnstored(): void {
    const gone = this.#events.splice(this.#stored - this.#dropped);
    for (const { event } of gone) this.#chars -= charsOf(event);
    this.#unstoredChars = 0;
  }

  #show(): void {
    if (!this.#lost) this.#visible = this.#stored;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

function isDelta(event: RunEvent | undefined): boolean {
  return event?.type === 'message' || event?.type === 'reasoning';
}
