import { OracleError } from 'oracle-runtime/plugin';

/** As many may wait for their turn in one place. */
const MOST = 5;

/** Work of one place is done one after the other; that of several places side by side. */
export class PlaceQueues {
  readonly #last = new Map<string, { readonly done: Promise<unknown>; readonly waiting: number }>();

  /** @throws OracleError `rate_limited` when too much waits already; else what the work throws */
  async take<T>(place: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(place);
    const waiting = (before?.waiting ?? 0) + 1;
    if (waiting > MOST)
      throw new OracleError('rate_limited', {
        detail: `${MOST} messages wait here already. Say it again later, or say "stop".`,
      });
    const done = (before?.done ?? Promise.resolve()).catch(() => undefined).then(work);
    this.#last.set(place, { done, waiting });
    try {
      return await done;
    } finally {
      const now = this.#last.get(place);
      if (now?.done === done) this.#last.delete(place);
      else if (now !== undefined) this.#last.set(place, { ...now, waiting: now.waiting - 1 });
    }
  }
}
