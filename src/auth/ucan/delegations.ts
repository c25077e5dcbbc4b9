import {
  type Grant,
  type Logger,
  OracleError,
  type Principal,
  parseResource,
  resourceCovers,
} from '../../plugin/index.js';
import type { DelegationRow, Store } from '../../store/types.js';
import type { Abilities } from './abilities.js';
import type { DelegationView, StoredDelegations } from './types.js';
import { InvalidUcan, UngrantedUcan, type Verified, type Verifier } from './verify.js';

export interface DelegationDeps {
  readonly store: Store;
  readonly verifier: Verifier;
  readonly abilities: Abilities;
  readonly logger: Logger;
}

/** Delegations to this oracle, as people store, list and revoke them and as plugins use them. */
export function createDelegations({ store, verifier, abilities, logger }: DelegationDeps): StoredDelegations {
  /** Undefined when it no longer holds. */
  async function verify({ token }: Pick<DelegationRow, 'token'>): Promise<Verified | undefined> {
    try {
      return await verifier.delegation(token);
    } catch (error) {
      if (error instanceof InvalidUcan || error instanceof UngrantedUcan) return undefined;
      throw error;
    }
  }

  return {
    async find({ issuer, resource: text, ability }) {
      const resource = parseResource(text);
      if (resource === undefined) return undefined;
      for (const row of await store.ucans.delegations(issuer)) {
        const verified = await verify(row);
        const grant = verified?.grants.find((each) => {
          const granted = parseResource(each.with);
          return (
            granted !== undefined && abilities.covers(each.can, ability) && resourceCovers(granted, resource)
          );
        });
        if (grant === undefined) continue;
        logger.info(
          { audit: true, invoker: 'oracle', actor: issuer, ability, resource: text, delegation: row.cid },
          'acting for a user',
        );
        const { nb, owner, proofs } = grant;
        return { can: ability, with: text, nb, owner, proofs: [row.cid, ...proofs] };
      }
      return undefined;
    },

    async save(principal, token) {
      const verified = await verify({ token });
      if (verified === undefined) throw notHeld();
      if (verified.issuer !== principal.did) {
        throw new OracleError('forbidden', {
          detail: 'This delegation was issued by someone else.',
          hint: 'Whoever issues a delegation stores it, with a credential of the same DID.',
        });
      }
      const { cid, issuer, expiration } = verified;
      const expiresAt = expiration === null ? null : expiration * 1000;
      return view(await store.ucans.saveDelegation({ cid, issuer, token, expiresAt }), verified.grants);
    },

    async list(principal: Principal) {
      const rows = await store.ucans.delegations(principal.did);
      const views: DelegationView[] = [];
      for (const row of rows) {
        const verified = await verify(row);
        if (verified !== undefined) views.push(view(row, verified.grants));
      }
      return views;
    },

    async revoke(principal, cid) {
      const rows = await store.ucans.delegations(principal.did);
      const row = rows.find((each) => each.cid === cid);
      if (row === undefined) return false;
      await store.ucans.revoke({ cid, by: principal.did, expiresAt: row.expiresAt });
      return true;
    },
  };
}

function view(
  { cid, issuer, createdAt, expiresAt }: DelegationRow,
  grants: readonly Grant[],
): DelegationView {
  return {
    cid,
    issuer,
    createdAt,
    expiresAt,
    grants: grants.map(({ can, with: resource, nb, owner }) => ({ can, with: resource, nb, owner })),
  };
}

function notHeld(): OracleError {
  const message = 'not a delegation to this oracle that holds now';
  return new OracleError('invalid_request', {
    detail: `The delegation is ${message}.`,
    hint: 'Make one whose audience is the DID of GET /.well-known/did.json; `oracle inspect` shows what is in it.',
    errors: [{ field: 'body.delegation', message }],
  });
}
