/** What a UCAN grants, after its whole chain was verified. */
export interface Grant {
  /** The ability that the token claims, such as `oracle/chat`; `Principal.scopes` has all that it implies. */
  readonly can: string;
  /** The resource that the token claims, in the normal form of its kind. */
  readonly with: string;
  /** What the caveats of all links leave, as the resource's kind writes it. */
  readonly nb: Readonly<Record<string, unknown>>;
  /** The DID that the resource belongs to or is controlled by: the issuer of the chain's first link. */
  readonly owner: string;
  /** CIDs of the delegations behind the token, nearest first; empty when the owner issued it. */
  readonly proofs: readonly string[];
}

/**
 * Who is asking. `id` owns what is stored (sessions, runs, designs, files); two requests with the same
 * `id` see the same things and nobody else's.
 */
export interface Principal {
  /**
   * Stable owner id: the DID of an owner, an invited person or a UCAN issuer, of an API key the DID that it was made for or `key:<id>`,
   * `<provider>:<subject>` for an account from outside or the DID that it is linked to, `anonymous` on public routes.
   */
  readonly id: string;
  /** `person`: somebody whom the owner has invited. */
  readonly kind: 'owner' | 'person' | 'api-key' | 'ucan' | 'external' | 'anonymous';
  /** The acting DID, used wherever an actor is recorded; the id of whoever has none. */
  readonly did: string;
  /** Granted scopes; `*` grants all. */
  readonly scopes: ReadonlySet<string>;
  /** What a person calls this principal (the name of the key, `owner`). */
  readonly name: string;
  /** Of a UCAN only: what it grants. Whoever serves a resource must hold the request to `grant.with`. */
  readonly grant?: Grant;
  /** Of a linked account from outside only: as whom the one who linked it was signed in. */
  readonly linkedAs?: 'owner' | 'ucan';
  /**
   * What let it in, where that can be taken back meanwhile: the id of an API key, the CID of a UCAN, the account from
   * outside; when what stands behind a UCAN expires, in milliseconds since the epoch; and how many requests a minute a key
   * may make and how many of its runs go at once, where it has limits of its own.
   */
  readonly credential?: {
    readonly id: string;
    readonly until?: number;
    readonly perMinute?: number;
    readonly runsAtOnce?: number;
  };
  /** What the principal delegates to this oracle with the request, for it and the run that it starts: tokens, with a comma between. */
  readonly delegation?: string;
}

/** Whether the principal was granted `scope`. */
export function hasScope(principal: Principal, scope: string): boolean {
  return principal.scopes.has('*') || principal.scopes.has(scope);
}

/**
 * Whether the oracle may touch what belongs to the principal's DID only by a delegation: so for all but those whom
 * its owner let in to act for a DID.
 */
export function needsDelegation({ kind, linkedAs }: Principal): boolean {
  return !(
    kind === 'owner' ||
    kind === 'person' ||
    kind === 'api-key' ||
    (kind === 'external' && linkedAs === 'owner')
  );
}
