/**
 * Who is asking. `id` owns what is stored (sessions, runs, designs, files); two requests with the same
 * `id` see the same things and nobody else's.
 */
export interface Principal {
  /** Stable owner id: the DID of an owner or UCAN issuer, `key:<id>` for an API key, `anonymous` on public routes. */
  readonly id: string;
  readonly kind: 'owner' | 'api-key' | 'ucan' | 'anonymous';
  /** The acting DID, used wherever an actor is recorded. */
  readonly did: string;
  /** Granted scopes; `*` grants all. */
  readonly scopes: ReadonlySet<string>;
  /** What a person calls this principal (the name of the key, `owner`). */
  readonly name: string;
}

/** Whether the principal was granted `scope`. */
export function hasScope(principal: Principal, scope: string): boolean {
  return principal.scopes.has('*') || principal.scopes.has(scope);
}
