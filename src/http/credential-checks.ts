import type { IncomingMessage } from 'node:http';
import { OracleError } from '../plugin/index.js';
import type { ClientKeys } from './client-address.js';
import type { RateLimit, RateLimits } from './rate-limit.js';

/** How what a client presents is checked. */
export interface CredentialCheck<T> {
  readonly request: Pick<IncomingMessage, 'headers' | 'socket'>;
  /** Where a refusal counts. */
  readonly failures: RateLimit;
  /** Whether it costs a signature check, which is what somebody could keep us busy with. */
  readonly signed: boolean;
  /** Throws OracleError `unauthenticated` for what does not hold. */
  run(): Promise<T>;
}

/**
 * Checks credentials so that bad ones never lock out good ones of the same address: each is verified first, and only
 * what does not hold counts and is refused. An address that used up its failures still gets signatures checked, out of a
 * bucket that it shares with all such addresses, so that the work is bounded.
 */
export class CredentialChecks {
  readonly #limits: RateLimits;
  readonly #clientKeys: ClientKeys;

  constructor(limits: RateLimits, clientKeys: ClientKeys) {
    this.#limits = limits;
    this.#clientKeys = clientKeys;
  }

  /** @throws OracleError `rate_limited` in place of `unauthenticated` once the address has used up its failures */
  async check<T>({ request, failures, signed, run }: CredentialCheck<T>): Promise<T> {
    const address = this.#clientKeys(request);
    const { strangers, signatureChecks } = this.#limits;
    if (signed && (failures.isSpent(address) || strangers.isSpent(address))) signatureChecks.consume('all');
    try {
      return await run();
    } catch (error) {
      if (!OracleError.isInstance(error)) throw error;
      if (error.code === 'unauthenticated') failures.consume(address);
      // It holds and grants nothing: an honest mistake, or somebody who makes us verify.
      if (error.code === 'forbidden') strangers.consume(address);
      throw error;
    }
  }

  /** A credential as a request carries it. */
  ofRequest<T>(request: IncomingMessage, run: () => Promise<T>): Promise<T> {
    const signed =
      request.headers['x-auth-type'] !== undefined || request.headers['x-ucan-delegation'] !== undefined;
    return this.check({ request, failures: this.#limits.failedAuth, signed, run });
  }

  /**
   * A one-time code for a login session, or a passkey. One signature in native code, which costs less than the request that
   * brings it: bounded like those of whole chains, a script that guesses codes would keep everybody of its address out.
   */
  ofLogin<T>(request: IncomingMessage, run: () => Promise<T>): Promise<T> {
    return this.check({ request, failures: this.#limits.failedLogins, signed: false, run });
  }

  /** Somebody who came by an authority of their own. @throws OracleError `rate_limited` */
  countStranger(request: IncomingMessage): void {
    this.#limits.strangers.consume(this.#clientKeys(request));
  }
}
