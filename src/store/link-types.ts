/** Whom an account from outside is bound to, and with what. */
export interface LinkBinding {
  readonly did: string;
  readonly linkedAs: 'owner' | 'ucan';
  readonly scopes: readonly string[];
}

export interface LinkRow extends LinkBinding {
  readonly account: string;
  readonly name: string;
  readonly createdAt: number;
}

/** Links of accounts from outside to DIDs, and the one-time codes that make them. */
export interface Links {
  /** Keeps the digest of a code; one of the same DID from before is void. */
  offer(hash: string, binding: LinkBinding, expiresAt: number): Promise<void>;
  /**
   * Uses a code up and links the account by it. Undefined when the code is unknown, expired or used.
   * @throws OracleError `conflict` when the account is linked to another DID; the code stays
   */
  redeem(hash: string, account: string, name: string): Promise<LinkRow | undefined>;
  /** Digests of the codes that hold. */
  offered(): Promise<string[]>;
  /** Ends a code. False when it did not hold any more. */
  withdraw(hash: string): Promise<boolean>;
  find(account: string): Promise<LinkRow | undefined>;
  /** Oldest first. */
  list(did: string): Promise<LinkRow[]>;
  /** Of this DID alone, when given. Gives back what was there. */
  remove(account: string, did?: string): Promise<LinkRow | undefined>;
  /** Counts a try within a window that begins with the first one; says how many there are and when it ends. */
  attempt(account: string, windowMs: number): Promise<{ count: number; endsAt: number }>;
}
