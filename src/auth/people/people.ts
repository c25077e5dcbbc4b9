import { generateKeyPairSync } from 'node:crypto';
import { type Clock, OracleError, type Principal } from '../../plugin/index.js';
import type { PersonRow, Store } from '../../store/types.js';
import { mintLoginCode } from '../identity/login-code.js';
import { didKey } from '../keys/did-key.js';
import { identityMissing } from '../principals/auth-errors.js';
import { checkHeldScopes, checkKnownScopes } from '../principals/given-scopes.js';
import type { Identity, Invitation, People } from '../types.js';

/** A link that nobody follows is worth nothing after a week; a fresh one is made in a second. */
const LINK_TTL_MS = 7 * 24 * 3_600_000;

export interface PeopleDeps {
  readonly store: Pick<Store, 'people' | 'audit'>;
  readonly identity: Identity | undefined;
  readonly clock: Clock;
  /** Scope -> what it allows. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** Invites people, and ends what they may. Every act is recorded. */
export function createPeople({ store, identity, clock, scopes: known }: PeopleDeps): People {
  const audit = (
    action: string,
    by: Principal,
    { did, name }: PersonRow,
    more: Record<string, string> = {},
  ) =>
    store.audit.record({
      action,
      subject: did,
      actor: by.id,
      invoker: by.did,
      details: { name, ...more },
    });

  async function linkFor(person: PersonRow): Promise<Invitation> {
    if (identity === undefined) throw identityMissing();
    const ttlMs = Math.min(LINK_TTL_MS, (person.expiresAt ?? Number.POSITIVE_INFINITY) - clock.now());
    const code = await mintLoginCode(identity, { did: person.did, ttlMs, clock });
    return { person, code, expiresAt: clock.now() + ttlMs };
  }

  return {
    async invite(by, { name, scopes, expiresAt }) {
      if (identity === undefined) throw identityMissing();
      checkKnownScopes(scopes, known, 'A person');
      checkHeldScopes(scopes, by);
      if (expiresAt !== undefined && expiresAt <= clock.now())
        throw new OracleError('invalid_request', {
          detail: 'The time until which the person may come is over.',
          errors: [{ field: 'until', message: 'must be in the future' }],
        });
      const person = await store.people.add({
        did: newDid(),
        name,
        scopes: [...new Set(scopes)],
        ...(expiresAt === undefined ? {} : { expiresAt }),
      });
      await audit('people.invite', by, person, { scopes: person.scopes.join(' ') });
      return linkFor(person);
    },

    async link(by, nameOrDid) {
      const person = await store.people.named(nameOrDid);
      if (person === undefined) throw nobody(nameOrDid);
      // A fresh link is worth what the person may.
      checkKnownScopes(person.scopes, known, 'A person');
      checkHeldScopes(person.scopes, by);
      await audit('people.link', by, person);
      return linkFor(person);
    },

    list: () => store.people.list(),

    async end(by, nameOrDid) {
      const person = await store.people.end(nameOrDid);
      if (person === undefined) throw nobody(nameOrDid);
      await audit('people.end', by, person);
      return person;
    },
  };
}

/**
 * A DID that is nobody's key: the private half is forgotten, so it signs nothing, and what it owns is reached by the
 * person's link alone.
 */
function newDid(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return didKey(Buffer.from(x ?? '', 'base64url'));
}

function nobody(nameOrDid: string): OracleError {
  return new OracleError('not_found', {
    detail: `Nobody here is called '${nameOrDid}', or not any more.`,
    hint: 'See them with: oracle people list',
  });
}
