import { type HealthReport, OracleError } from 'oracle-runtime/plugin';

/** `engine` is asked for context, `server` for all that a person does with their memories. */
export type Part = 'engine' | 'server';

/** Codes of a failure that is the other side's, and not that of what was asked. */
const AWAY: ReadonlySet<string> = new Set([
  'unavailable',
  'upstream_failed',
  'upstream_timeout',
  'identity_missing',
  'config_invalid',
]);

/** Whether the two parts answer, as far as is known, and if not why. */
export class Reach {
  readonly #reasons = new Map<Part, string>();

  reason(part: Part): string | undefined {
    return this.#reasons.get(part);
  }

  /** Notes how the work went, and passes it on. What its own signal ended says nothing of the other side. */
  async noting<T>(part: Part, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      this.#reasons.delete(part);
      return done;
    } catch (error) {
      if (!signal.aborted && OracleError.isInstance(error) && AWAY.has(error.code))
        this.#reasons.set(part, error.detail);
      throw error;
    }
  }

  health(): HealthReport {
    const detail = [...new Set(this.#reasons.values())].join(' ');
    return detail === '' ? { status: 'ok' } : { status: 'degraded', detail };
  }
}
