/** A passkey of somebody: what signs them in instead of a link. */
export interface PasskeyRow {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly did: string;
  /** The host name that the browser holds it to. */
  readonly rpId: string;
  /** SubjectPublicKeyInfo, DER, base64url. */
  readonly publicKey: string;
  /** Uses that the authenticator has counted; 0 where it does not count. */
  readonly signCount: number;
  /** What the person calls it. */
  readonly name: string;
  /** Whether it may be on several devices of theirs. */
  readonly synced: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** The client's address at that time, as rate limits name it. */
  readonly lastUsedFrom: string | null;
}

export interface Passkeys {
  /** @throws OracleError `conflict` for one that is there already, or when somebody has as many as they may */
  add(passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt' | 'lastUsedFrom'>): Promise<PasskeyRow>;
  find(id: string): Promise<PasskeyRow | undefined>;
  /** Oldest first. */
  list(did: string): Promise<PasskeyRow[]>;
  /**
   * Remembers a use, if its count goes on from what was counted. False when it does not, as of a copy, or when the passkey
   * is gone.
   */
  use(id: string, signCount: number, from: string | undefined): Promise<boolean>;
  /** With the sessions that it opened. Undefined when there was none of this DID. */
  remove(did: string, id: string): Promise<PasskeyRow | undefined>;
}
