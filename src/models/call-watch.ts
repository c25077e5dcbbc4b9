import { silent } from './model-errors.js';

/** How long an endpoint may be silent, milliseconds. */
export interface SilenceLimits {
  /** Until the answer begins: a model on a small machine reads a long prompt for minutes and says nothing. */
  readonly firstMs: number;
  readonly idleMs: number;
}

/** How long token counts, or further words, are awaited behind a finish reason. */
const ENDING_MS = 4_000;

/**
 * One model call's abort: by the run, or by its own timer when the endpoint goes silent. Aborting its signal is
 * what closes the connection.
 */
export class CallWatch {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #limits: SilenceLimits;
  #timer: NodeJS.Timeout;
  #answering = false;
  readonly #onAbort = () => this.#controller.abort(this.#outer.reason);

  constructor(limits: SilenceLimits, outer: AbortSignal) {
    this.#outer = outer;
    this.#limits = limits;
    this.#timer = this.#wait(limits.firstMs);
    outer.addEventListener('abort', this.#onAbort, { once: true });
    if (outer.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The reason to report instead of the error that the abort caused. */
  get fault(): unknown {
    return this.signal.aborted ? this.signal.reason : undefined;
  }

  /** Something came: the silence starts anew. */
  alive(): void {
    this.#timer.refresh();
  }

  /** Part of the answer came: from the first on the shorter limit counts. */
  answering(): void {
    if (this.#answering) {
      this.alive();
      return;
    }
    this.#answering = true;
    clearTimeout(this.#timer);
    this.#timer = this.#wait(this.#limits.idleMs);
  }

  /** The model said that it is done: what may follow does so at once, and not everybody closes the connection. */
  ending(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#wait(Math.min(ENDING_MS, this.#limits.idleMs));
  }

  /** Ends the watch; an exchange that is not over by then is closed. */
  stop(): void {
    this.release();
    this.#controller.abort();
  }

  /** Ends the watch and leaves the connection be. */
  release(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#onAbort);
  }

  #wait(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(silent(ms, !this.#answering)), ms);
  }
}
