/** Who may come in, by what, and what was done in their name. */

export interface ApiKeyTable {
  id: string;
  name: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  scopes: string;
  did: string | null;
  /** Who owns what is made with it: the DID, or `key:<id>`. Never null since the step that added it. */
  principal: string | null;
  created_at: number;
  last_used_at: number | null;
  /** The client's address at that time. */
  last_used_from: string | null;
  revoked_at: number | null;
  expires_at: number | null;
  rotated_at: number | null;
  /** Of the secret before the last rotation, and until when it holds too. */
  previous_hash: string | null;
  previous_until: number | null;
  /** Requests a minute; null: as many as others. */
  per_minute: number | null;
  /** Runs in flight; null: as many as others. */
  runs_at_once: number | null;
}

export interface LoginSessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  did: string;
  expires_at: number;
  /** The passkey that opened it; null: a link did. */
  passkey: string | null;
}

export interface PasskeyTable {
  id: string;
  did: string;
  rp_id: string;
  public_key: string;
  sign_count: number;
  name: string;
  /** 1 or 0. */
  synced: number;
  created_at: number;
  last_used_at: number | null;
  last_used_from: string | null;
}

export interface UsedNonceTable {
  nonce: string;
  expires_at: number;
}

export interface KeyTable {
  /** The plugin. */
  scope: string;
  name: string;
  /** The master key that `wrapped` is sealed with. */
  master_id: string;
  wrapped: string;
  created_at: number;
}

export interface UcanUseTable {
  cid: string;
  /** When the invocation has expired, and need no longer be remembered. */
  expires_at: number;
}

export interface UcanRevocationTable {
  cid: string;
  /** DID. */
  revoked_by: string;
  revoked_at: number;
  /** When the delegation expires by itself; null when that is unknown or never. */
  expires_at: number | null;
}

export interface DelegationTable {
  cid: string;
  /** DID that let this oracle act for it. */
  issuer: string;
  /** The whole chain, base64. */
  token: string;
  created_at: number;
  expires_at: number | null;
}

export interface AuditTable {
  id: string;
  at: number;
  action: string;
  subject: string;
  actor: string;
  invoker: string;
  /** JSON object of texts. */
  details: string | null;
}
