import { type Cleaner, hiding } from 'oracle-runtime/mcp';
import { OracleError } from 'oracle-runtime/plugin';

/** Takes a server's own secrets out of whatever it says: one that lies or is careless may say again what it was sent. */
export class Hiding {
  /** Looks through texts at every depth. */
  readonly value: Cleaner;

  /** @param secrets longest first */
  constructor(secrets: readonly string[]) {
    this.value = hiding(secrets);
  }

  text(text: string): string {
    return this.value(text);
  }

  error(error: unknown): unknown {
    if (!OracleError.isInstance(error)) return error;
    const { code, detail, hint } = error;
    return new OracleError(code, { detail: this.text(detail), hint });
  }
}
