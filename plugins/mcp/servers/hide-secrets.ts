import { OracleError } from 'oracle-runtime/plugin';

/** Takes a server's own secrets out of whatever it says: one that lies or is careless may say again what it was sent. */
export class Hiding {
  readonly #secrets: readonly string[];

  /** @param secrets longest first */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    return this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, '<secret>'), text);
  }

  /** The same value where nothing is to be hidden, else a copy; texts are looked through at every depth. */
  value<T>(value: T): T {
    return (this.#secrets.length === 0 ? value : this.#copy(value)) as T;
  }

  error(error: unknown): unknown {
    if (!OracleError.isInstance(error)) return error;
    const { code, detail, hint } = error;
    return new OracleError(code, { detail: this.text(detail), hint });
  }

  #copy(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.#copy(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [this.text(key), this.#copy(each)]));
  }
}
