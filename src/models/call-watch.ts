import { silent } from './model-errors.js';

/**
 * One model call's abort: by the run, or by its own timer when the endpoint goes silent. Aborting its signal is
 * what closes the connection.
 */
export class CallWatch {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = () => this.#controller.abort(this.#outer.reason);

  constructor(timeoutMs: number, outer: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(() => this.#controller.abort(silent(timeoutMs)), timeoutMs);
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
}
