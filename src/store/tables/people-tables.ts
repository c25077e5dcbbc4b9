/** People who were invited, what is shared with them, and accounts from outside. */

export interface LinkTable {
  /** `<provider>:<subject>`. */
  account: string;
  did: string;
  linked_as: string;
  /** JSON array: what whoever made the link might do. */
  scopes: string;
  name: string;
  created_at: number;
}

export interface LinkCodeTable {
  /** One living code each. */
  did: string;
  /** SHA-256 of the code, hex. */
  hash: string;
  linked_as: string;
  scopes: string;
  expires_at: number;
}

export interface LinkAttemptTable {
  account: string;
  count: number;
  /** When the count begins anew. */
  ends_at: number;
}

export interface PersonTable {
  did: string;
  name: string;
  /** JSON array. */
  scopes: string;
  created_at: number;
  expires_at: number | null;
  last_seen_at: number | null;
  ended_at: number | null;
  /** Nonce of the last code; null for one that is older than this column, and then any of its codes holds. */
  link: string | null;
}

export interface ShareTable {
  kind: string;
  id: string;
  owner: string;
  grantee: string;
  access: string;
  since: number;
}
