import type { Principal } from './principal.js';

/** An account at a service outside, as the plugin that talks to that service has verified it. */
export interface ExternalAccount {
  /** The service, in lower case such as `slack`; `did` and `key` name others. */
  readonly provider: string;
  /** Whom the service means, such as `T1/U2`: unique there and never given to another. 1 to 200 characters, no blanks. */
  readonly subject: string;
  /** What people call it. */
  readonly name: string;
  /** What it may do, of what the operator allows (`externalScopes` in `oracle.config.json`); default all of that. */
  readonly scopes?: readonly string[];
}

/**
 * Who people from elsewhere are here, and whether people still are who they were. To be used when there is something to
 * serve: a call in `setup` is refused with `unavailable`. What takes an account throws OracleError `invalid_request` for
 * one that cannot be.
 */
export interface Principals {
  /**
   * The principal of an account: `<provider>:<subject>`, or, once it is linked, that of the DID it is linked to. It
   * may do what the operator lets accounts from outside do, never more than whoever made the link.
   */
  external(account: ExternalAccount): Promise<Principal>;
  /**
   * Links an account to the DID whose holder made this one-time code (`POST /links`) and typed it there.
   * @returns the principal that the account is from now on
   * @throws OracleError `forbidden` (the same words for a code that is malformed, unknown, expired or used),
   * `rate_limited` after five of those within an hour, `conflict` when the account is linked to another DID
   */
  link(account: ExternalAccount, code: string): Promise<Principal>;
  /**
   * Ends each code that holds and stands in these words, however it is written among them. For all that is said where
   * others could read it, or in other words than those by which an account is linked: whoever reads a code could use it.
   * @returns whether there was one, or one that was ended so a short while ago: such words are not for a model either
   */
  withdrawCodes(words: string): Promise<boolean>;
  /** Makes the account nobody but itself again. False when it was not linked. */
  unlink(account: ExternalAccount): Promise<boolean>;
  /**
   * Whether a principal that a plugin has kept would still be let in: false for a person whom the owner let go, and, of
   * one that was kept with its `credential`, once that does not hold any more. To be asked each time before something is
   * done in its name that it did not just ask for.
   */
  admitted(principal: Principal): Promise<boolean>;
}
