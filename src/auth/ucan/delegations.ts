import { type Logger, OracleError, type Principal } from '../../plugin/index.js';
import type { DelegationRow, Store } from '../../store/types.js';
import type { Grammar } from './derive.js';
import { sentDelegations } from './reader.js';
import type { DelegationView, StoredDelegations } from './types.js';
import { InvalidUcan, UngrantedUcan, type Verified, type Verifier } from './verify.js';

export interface DelegationDeps extends Grammar {
  readonly store: Store;
  readonly verifier: Verifier;
  readonly logger: Logger;
}

/** Delegations, as people store, list and revoke them and as plugins use those to this oracle. */
export function createDelegations(deps: DelegationDeps): StoredDelegations {
  const { store, verifier, abilities, resources, logger } = deps;
  /** Undefined when it no longer holds. */
  async function verified(kind: 'delegation' | 'proof', token: string): Promise<Verified | undefined> {
    try {
      return await verifier[kind](token);
    } catch (error) {
      if (error instanceof InvalidUcan || error instanceof UngrantedUcan) return undefined;
      throw error;
    }
  }

  /** A delegation that is not stored: who issued it takes it back by showing it. */
  async function issuedBy({ did }: Principal, cid: string, token: string | undefined) {
    const proof = token === undefined ? undefined : await verified('proof', token);
    if (proof?.issuer !== did || proof.cid !== cid) return undefined;
    return { expiresAt: proof.expiration === null ? null : proof.expiration * 1000 };
  }

  /** Recorded and logged. A delegation is used by the oracle, and stored and revoked by its issuer. */
  async function audit(
    action: 'delegation.use' | 'delegation.store' | 'delegation.revoke',
    { did: actor }: Pick<Principal, 'did'>,
    subject: string,
    details: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const invoker = action === 'delegation.use' ? 'oracle' : actor;
    await store.audit.record({ action, subject, actor, invoker, details });
    logger.info({ audit: action, subject, actor, invoker, ...details }, 'a delegation counted');
  }

  return {
    async find({ principal, resource: text, ability, fits = () => true }) {
      const resource = resources.parse(text);
      if (resource === undefined) return undefined;
      const rows = await store.ucans.delegations(principal.did);
      const sent = sentDelegations(principal.delegation ?? '');
      for (const token of [...sent, ...rows.map((row) => row.token)]) {
        const delegation = await verified('delegation', token);
        if (delegation?.issuer !== principal.did) continue;
        const { cid, expiration } = delegation;
        const grant = delegation.grants.find((each) => {
          const granted = resources.parse(each.with);
          return (
            granted !== undefined &&
            abilities.covers(each.can, ability) &&
            resources.covers(granted, resource) &&
            fits(each, expiration === null ? null : expiration * 1000)
          );
        });
        if (grant === undefined) continue;
        await audit('delegation.use', principal, text, { ability, delegation: cid });
        const { nb, owner, proofs } = grant;
        return { can: ability, with: text, nb, owner, proofs: [cid, ...proofs] };
      }
      return undefined;
    },

    async save(principal, token) {
      const proof = await verified('proof', token);
      if (proof === undefined) throw notHeld();
      if (proof.issuer !== principal.did) {
        throw new OracleError('forbidden', {
          detail: 'This delegation was issued by someone else.',
          hint: 'Whoever issues a delegation stores it, with a credential of the same DID.',
        });
      }
      const { cid, issuer, expiration } = proof;
      const expiresAt = expiration === null ? null : expiration * 1000;
      const row = await store.ucans.saveDelegation({ cid, issuer, token, expiresAt });
      await audit('delegation.store', principal, cid, { audience: proof.audience });
      return view(row, proof);
    },

    async list(principal: Principal) {
      const rows = await store.ucans.delegations(principal.did);
      const views: DelegationView[] = [];
      for (const row of rows) {
        const proof = await verified('proof', row.token);
        if (proof !== undefined) views.push(view(row, proof));
      }
      return views;
    },

    async revoke(principal, cid, token) {
      const rows = await store.ucans.delegations(principal.did);
      const found = rows.find((each) => each.cid === cid) ?? (await issuedBy(principal, cid, token));
      if (found === undefined) return false;
      await store.ucans.revoke({ cid, by: principal.did, expiresAt: found.expiresAt });
      await audit('delegation.revoke', principal, cid);
      return true;
    },
  };
}

function view({ createdAt, expiresAt }: DelegationRow, proof: Verified): DelegationView {
  const { cid, issuer, audience, grants } = proof;
  return {
    cid,
    issuer,
    audience,
    createdAt,
    expiresAt,
    grants: grants.map(({ can, with: resource, nb, owner }) => ({ can, with: resource, nb, owner })),
  };
}

function notHeld(): OracleError {
  const message = 'not a delegation that holds now';
  return new OracleError('invalid_request', {
    detail: `The delegation is ${message}.`,
    hint: 'What lets this oracle act has the DID of GET /.well-known/did.json for its audience. `oracle inspect` shows what is in it.',
    errors: [{ field: 'body.delegation', message }],
  });
}
