import { randomBytes } from 'node:crypto';

/** What one URL lets its bearer do, once. */
export interface Errand {
  readonly kind: 'upload' | 'download';
  readonly workspace: string;
  readonly path: string;
  /** Bytes of an upload. */
  readonly size: number;
}

const HOLDS_MS = 60_000;
const MOST = 10_000;

/** Tokens of URLs that hold for a minute and once. */
export class OneTime {
  readonly #errands = new Map<string, { readonly errand: Errand; readonly until: number }>();

  give(errand: Errand): string {
    for (const [token, { until }] of this.#errands) {
      if (until > Date.now() && this.#errands.size < MOST) break;
      this.#errands.delete(token);
    }
    const token = randomBytes(32).toString('base64url');
    this.#errands.set(token, { errand, until: Date.now() + HOLDS_MS });
    return token;
  }

  /** Undefined for one that was used, is late, or was never given. */
  take(token: string, kind: Errand['kind']): Errand | undefined {
    const found = this.#errands.get(token);
    if (found === undefined || found.errand.kind !== kind) return undefined;
    this.#errands.delete(token);
    return found.until > Date.now() ? found.errand : undefined;
  }
}
