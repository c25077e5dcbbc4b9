/** Somebody whom the owner has invited: a principal of its own, of this DID. */
export interface PersonRow {
  readonly did: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  /** Null: until ended. */
  readonly expiresAt: number | null;
  readonly lastSeenAt: number | null;
  readonly endedAt: number | null;
  /** Nonce of the code that signs the person in; null: any code that was made for them. */
  readonly link: string | null;
}

export interface People {
  /** @throws OracleError `conflict` when somebody who may still come has this name */
  add(person: {
    did: string;
    name: string;
    scopes: readonly string[];
    expiresAt?: number;
  }): Promise<PersonRow>;
  /** Undefined for who has left or was never there. */
  find(did: string): Promise<PersonRow | undefined>;
  /** The same, by name or DID. */
  named(nameOrDid: string): Promise<PersonRow | undefined>;
  /** From now on only the code of this nonce signs the person in. */
  setLink(did: string, nonce: string): Promise<void>;
  /** Remembers, by the minute, that the person was here. */
  seen(person: PersonRow): Promise<void>;
  /** All who ever were, oldest first. */
  list(): Promise<PersonRow[]>;
  /** Ends the person with all sessions and keys; undefined when that was done before. */
  end(nameOrDid: string): Promise<PersonRow | undefined>;
}

/** Something that was shared; `grantee` is a principal's id, or `*` for everybody who was invited. */
export interface ShareRow {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  readonly grantee: string;
  readonly access: 'read' | 'write';
  readonly since: number;
}

export interface Shares {
  /** One row a thing and grantee: sharing again changes the access. */
  put(share: Omit<ShareRow, 'since'>): Promise<ShareRow>;
  remove(share: Omit<ShareRow, 'since' | 'access'>): Promise<ShareRow | undefined>;
  /**
   * Shares of that id and of ids that begin with `from/` become ones of `to` and below it, or end without `to`. Where
   * somebody holds both, the one that comes counts. Gives them as they were.
   */
  follow(kind: string, from: string, to: string | undefined): Promise<ShareRow[]>;
  /** The shares of one thing that these hold. */
  of(thing: { kind: string; id: string }, grantees: readonly string[]): Promise<ShareRow[]>;
  /** All that these hold, newest first. */
  to(grantees: readonly string[], kind?: string): Promise<ShareRow[]>;
  /** All that the owner has given, newest first. */
  by(owner: string, kind?: string): Promise<ShareRow[]>;
}
