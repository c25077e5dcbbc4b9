import { generateKeyPairSync } from 'node:crypto';
import { type Clock, OracleError, type Principal } from '../../plugin/index.js';
import type { PersonRow, Store } from '../../store/types.js';
import { mintLoginCode, newNonce } from '../identity/login-code.js';
import { didKey } from '../keys/did-key.js';
import { identityMissing } from '../principals/auth-errors.js';
import { checkHeldScopes, checkKnownScopes } from '../principals/given-scopes.js';
import type { Identity, Invitation, People } from '../types.js';
import { nameFault } from './name-fault.js';
import { personState } from './person-state.js';

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
    const nonce = newNonce();
    const code = await mintLoginCode(identity, { did: person.did, ttlMs, clock, nonce });
    await store.people.setLink(person.did, nonce);
    return { person, code, expiresAt: clock.now() + ttlMs };
  }

  /** @throws OracleError `not_found`; a DID is never taken for a name */
  async function personOf(nameOrDid: string): Promise<PersonRow> {
    const said = nameOrDid.trim();
    const isDid = said.toLowerCase().startsWith('did:');
    const person = isDid ? await store.people.find(said) : await store.people.named(said);
    if (person === undefined) throw nobody(nameOrDid);
    return person;
  }

  /** Until when somebody may come: never longer than who invites. @throws OracleError `invalid_request` */
  async function latestFor(by: Principal, asked: number | undefined): Promise<number | undefined> {
    const latest = by.did === identity?.did ? undefined : (await store.people.find(by.did))?.expiresAt;
    if (latest === undefined || latest === null || (asked !== undefined && asked <= latest)) return asked;
    if (asked === undefined) return latest;
    throw new OracleError('invalid_request', {
      detail: 'You cannot invite somebody for longer than you may come yourself.',
      hint: `Until ${new Date(latest).toISOString()} at most.`,
      errors: [{ field: 'until', message: 'is later than your own' }],
    });
  }

  /** @throws OracleError `invalid_request` for a name that could be taken for somebody else's */
  async function checkName(name: string): Promise<void> {
    const people = await store.people.list();
    const living = people.filter(
      (person) => !['ended', 'expired'].includes(personState(person, clock.now())),
    );
    const fault = nameFault(
      name,
      living.map((person) => person.name),
    );
    if (fault !== undefined)
      throw new OracleError('invalid_request', {
        detail: `Nobody can be called '${name}' here: it ${fault}.`,
        hint: 'Choose another name.',
        errors: [{ field: 'name', message: fault }],
      });
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
      const until = await latestFor(by, expiresAt);
      await checkName(name);
      const person = await store.people.add({
        did: newDid(),
        name,
        scopes: [...new Set(scopes)],
        ...(until === undefined ? {} : { expiresAt: until }),
      });
      await audit('people.invite', by, person, { scopes: person.scopes.join(' ') });
      return linkFor(person);
    },

    async link(by, nameOrDid) {
      const person = await personOf(nameOrDid);
      // A fresh link is worth what the person may.
      checkKnownScopes(person.scopes, known, 'A person');
      checkHeldScopes(person.scopes, by);
      await audit('people.link', by, person);
      return linkFor(person);
    },

    list: () => store.people.list(),

    async end(by, nameOrDid) {
      const found = await personOf(nameOrDid);
      checkHeldScopes(found.scopes, by);
      const person = await store.people.end(found.did);
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
