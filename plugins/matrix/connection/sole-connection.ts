import type { DoAlone, HealthReport } from 'oracle-runtime/plugin';
import type { Connection } from './connection.js';

/**
 * One connection among all processes of an oracle: two clients of one device would each move the keys of the other, and
 * answer everything twice. A process that is not the one waits, and takes over when that one ends.
 */
export class SoleConnection {
  readonly #connection: Connection;
  readonly #doAlone: DoAlone;
  #isElsewhere = false;
  #hasBegun = false;
  #settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;
  /** Resolves once this process is connected, or knows that another one is. @throws as `Connection.connect` */
  readonly ready: Promise<void>;

  constructor(connection: Connection, doAlone: DoAlone) {
    this.#connection = connection;
    this.#doAlone = doAlone;
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who never asks is not told.
    this.ready.catch(() => undefined);
  }

  health(): HealthReport {
    // Only who serves connects: `oracle doctor` looks at the account by itself.
    if (!this.#hasBegun) return { status: 'ok', detail: 'It connects once the oracle serves.' };
    return this.#isElsewhere
      ? {
          status: 'ok',
          detail: 'Another process of this oracle is connected; this one takes over when it ends.',
        }
      : this.#connection.health();
  }

  /** Connects whenever no other process is connected, until `signal`. */
  async run(signal: AbortSignal): Promise<void> {
    this.#hasBegun = true;
    try {
      await this.#doAlone({
        name: 'connection',
        signal,
        waits: () => {
          this.#isElsewhere = true;
          this.#settle?.resolve();
        },
        work: async (held) => {
          this.#isElsewhere = false;
          try {
            await this.#connection.connect(held);
            this.#settle?.resolve();
            await aborted(held);
          } finally {
            await this.#connection.close();
          }
        },
      });
    } catch (error) {
      this.#settle?.reject(error);
      if (!signal.aborted) throw error;
    }
  }
}

/** Rejects with the reason once it is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
