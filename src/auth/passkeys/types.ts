import type { Principal } from '../../plugin/index.js';
import type { PasskeyRow } from '../../store/types.js';
import type { LoginSession } from '../identity/login-session.js';
import type { Assertion, Registration } from './ceremony.js';
import type { NoRelyingParty, RelyingParty } from './relying-party.js';

/** What a browser needs to make a passkey. */
export interface NewPasskeyOffer {
  /** Base64url, good once and for five minutes. */
  readonly challenge: string;
  readonly rpId: string;
  /** Base64url; the same for all passkeys of one person. */
  readonly userHandle: string;
  /** Ids of those that the person has. */
  readonly known: readonly string[];
}

/**
 * Passkeys (Web Authentication): made by whoever is signed in as the owner or as a person, and from then on what signs
 * them in. All but `place` and those of signing in throw OracleError `forbidden` for other principals; those that make or
 * use one `conflict` where there can be none.
 */
export interface Passkeys {
  /** Where passkeys hold, or why there are none. */
  place(): RelyingParty | NoRelyingParty;
  offerNew(by: Principal): Promise<NewPasskeyOffer>;
  /** @throws OracleError `invalid_request` for one that does not hold, `conflict` for one that is known, or too many */
  add(by: Principal, name: string, registration: Registration): Promise<PasskeyRow>;
  /** Oldest first. */
  list(by: Principal): Promise<readonly PasskeyRow[]>;
  /** Ends it at once, with the sessions that it opened. @throws OracleError `not_found` */
  remove(by: Principal, id: string): Promise<void>;
  offerSignIn(): Promise<Pick<NewPasskeyOffer, 'challenge' | 'rpId'>>;
  /**
   * @param address where the client is
   * @throws OracleError `unauthenticated`, the same words for all that does not hold
   */
  signIn(
    presented: { readonly id: string; readonly userHandle?: string; readonly assertion: Assertion },
    address?: string,
  ): Promise<LoginSession>;
}
