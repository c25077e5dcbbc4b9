export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Who acts when this key is used; null means the oracle's owner. */
  readonly did: string | null;
  /** Who owns what is made with it: the DID that it was made for, else the key itself, `key:<id>`. */
  readonly principal: string;
  readonly createdAt: number;
  /** By the minute. */
  readonly lastUsedAt: number | null;
  /** The client's address at that time, as rate limits name it; null also where it is not known. */
  readonly lastUsedFrom: string | null;
  /** When it got the secret that it has now; null: when it was made. */
  readonly rotatedAt: number | null;
  /** Until when the secret before that holds too. */
  readonly previousUntil: number | null;
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
  /** Requests a minute; null: as many as anybody. */
  readonly perMinute: number | null;
  /** Runs in flight; null: as many as anybody. */
  readonly runsAtOnce: number | null;
}

export interface ApiKeys {
  /** Returns the secret once; only its SHA-256 is stored. */
  create(input: {
    name: string;
    scopes: readonly string[];
    did?: string;
    expiresAt?: number;
    perMinute?: number;
    runsAtOnce?: number;
  }): Promise<{ row: ApiKeyRow; secret: string }>;
  /**
   * Constant-time on the hash; undefined for unknown, revoked or expired, or made for a person who may come no longer. Remembers, by the minute, that the key was
   * used, and from which address.
   */
  find(secret: string, address?: string): Promise<ApiKeyRow | undefined>;
  /**
   * Gives the key a new secret. The one before holds for so many milliseconds more, any older one no longer. Undefined
   * for a key that is unknown, revoked or expired.
   */
  rotate(id: string, graceMs: number): Promise<{ row: ApiKeyRow; secret: string } | undefined>;
  /** Whether the key is neither revoked nor expired, nor that of a person who may come no longer. */
  holds(id: string): Promise<boolean>;
  list(): Promise<ApiKeyRow[]>;
  revoke(idOrName: string): Promise<ApiKeyRow | undefined>;
}
