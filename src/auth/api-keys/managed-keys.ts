import { type Clock, OracleError, type Principal } from '../../plugin/index.js';
import type { ApiKeyRow, Store } from '../../store/types.js';
import { personState } from '../people/person-state.js';
import { checkHeldScopes, checkKnownScopes } from '../principals/given-scopes.js';
import type { ManagedKeys, NewKey } from '../types.js';

/** A DID, or one with a path, as validators have: `did:ixo:validator/acme`. */
const ACTOR = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+(\/[A-Za-z0-9._:%-]+)*$/;
const ID_FORM = /^[0-9a-f]{12}$/;

export interface ManagedKeysDeps {
  readonly store: Pick<Store, 'apiKeys' | 'people' | 'audit'>;
  /** The oracle's own DID, which is its owner's; undefined while there is no identity. */
  readonly ownerDid: string | undefined;
  readonly clock: Clock;
  /** Scope -> what it allows. */
  readonly scopes: Readonly<Record<string, string>>;
}

/** Makes, renews and ends API keys. Whoever is not the owner reaches only keys that they could have made. */
export function createManagedKeys({ store, ownerDid, clock, scopes: known }: ManagedKeysDeps): ManagedKeys {
  const isOwner = ({ kind, id }: Principal) => kind === 'owner' || (kind === 'api-key' && id === ownerDid);

  const audit = (action: string, by: Principal, row: ApiKeyRow, more: Record<string, string> = {}) =>
    store.audit.record({
      action,
      subject: `key:${row.id}`,
      actor: by.id,
      invoker: by.did,
      details: { name: row.name, by: by.name, ...more },
    });

  async function unrevoked(): Promise<ApiKeyRow[]> {
    return (await store.apiKeys.list()).filter(({ revokedAt }) => revokedAt === null);
  }

  /** @throws OracleError `not_found`, `forbidden` for a key that these could not have made */
  async function reach(by: Principal, idOrName: string): Promise<ApiKeyRow> {
    requireKeeper(by);
    const rows = await unrevoked();
    const row = rows.find(({ id }) => id === idOrName) ?? rows.find(({ name }) => name === idOrName);
    if (row === undefined) throw noSuchKey(idOrName);
    if (isOwner(by)) return row;
    checkHeldScopes(row.scopes, by);
    checkActor(row.did ?? undefined, by);
    return row;
  }

  /** A key without a DID acts for the owner, with data of its own. @throws OracleError `forbidden` */
  function checkActor(did: string | undefined, by: Principal): void {
    if (did === undefined ? by.did === ownerDid : did === by.id) return;
    throw new OracleError('forbidden', {
      detail: `You cannot give what you do not hold: to act ${did === undefined ? 'for the owner' : `as ${did}`}.`,
      hint: 'Ask the owner of the oracle.',
    });
  }

  /** When a key of an invited person ends at the latest. @throws OracleError `invalid_request` for who has left */
  async function endOfPerson(did: string | undefined): Promise<number | undefined> {
    if (did === undefined) return undefined;
    const person = (await store.people.list()).find((each) => each.did === did);
    if (person === undefined) return undefined;
    const state = personState(person, clock.now());
    if (state !== 'ended' && state !== 'expired') return person.expiresAt ?? undefined;
    throw new OracleError('invalid_request', {
      detail: `${person.name} (${did}) may come no longer, and a key would act as them.`,
      hint: 'Invite them again (`oracle invite`), and make the key for the DID that they have then.',
      errors: [
        { field: 'did', message: `is that of a person who has ${state === 'ended' ? 'left' : 'expired'}` },
      ],
    });
  }

  /**
   * When a new key ends: with the key that makes it and the person that it is for, at the latest.
   * @throws OracleError `invalid_request`, `forbidden`
   */
  async function expiryOf({ did, expiresAt }: NewKey, by: Principal): Promise<number | undefined> {
    const own = await expiryByMaker(expiresAt, by);
    const end = await endOfPerson(did);
    if (end === undefined || (own !== undefined && own <= end)) return own;
    if (expiresAt === undefined) return end;
    throw new OracleError('invalid_request', {
      detail: 'A key cannot hold longer than the person whom it is for may come.',
      hint: `Until ${new Date(end).toISOString()} at most.`,
      errors: [{ field: 'expiresAt', message: 'is too late' }],
    });
  }

  /** A key gives no more requests or runs than it has. */
  function limitOf(limit: 'perMinute' | 'runsAtOnce', asked: NewKey, by: Principal): number | undefined {
    const own = by.credential?.[limit];
    return own === undefined ? asked[limit] : Math.min(own, asked[limit] ?? own);
  }

  async function expiryByMaker(expiresAt: number | undefined, by: Principal): Promise<number | undefined> {
    if (expiresAt !== undefined && expiresAt <= clock.now())
      throw new OracleError('invalid_request', {
        detail: 'The time at which the key is to expire is over.',
        errors: [{ field: 'expiresAt', message: 'must be in the future' }],
      });
    if (by.kind === 'owner') return expiresAt;
    const maker = (await unrevoked()).find(({ name }) => name === by.name);
    const latest = maker?.expiresAt ?? undefined;
    if (latest === undefined || (expiresAt !== undefined && expiresAt <= latest)) return expiresAt;
    if (expiresAt === undefined) return latest;
    throw new OracleError('forbidden', {
      detail: 'A key cannot make one that holds longer than itself.',
      hint: `It ends at ${new Date(latest).toISOString()}.`,
      errors: [{ field: 'expiresAt', message: 'is too late' }],
    });
  }

  return {
    async create(by, asked) {
      requireKeeper(by);
      const name = checkName(asked.name);
      checkKnownScopes(asked.scopes, known, 'A key');
      checkHeldScopes(asked.scopes, by);
      const { did } = asked;
      if (did !== undefined && !ACTOR.test(did))
        throw new OracleError('invalid_request', {
          detail: `'${did}' is no DID.`,
          hint: 'Write it in full, such as did:ixo:validator/acme.',
          errors: [{ field: 'did', message: 'is no DID' }],
        });
      if (!isOwner(by)) checkActor(did, by);
      const expiresAt = await expiryOf(asked, by);
      const perMinute = limitOf('perMinute', asked, by);
      const runsAtOnce = limitOf('runsAtOnce', asked, by);
      const made = await store.apiKeys.create({
        name,
        scopes: [...new Set(asked.scopes)],
        ...(did === undefined ? {} : { did }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(perMinute === undefined ? {} : { perMinute }),
        ...(runsAtOnce === undefined ? {} : { runsAtOnce }),
      });
      await audit('keys.create', by, made.row, {
        scopes: made.row.scopes.join(' '),
        ...(did === undefined ? {} : { did }),
        ...(expiresAt === undefined ? {} : { until: new Date(expiresAt).toISOString() }),
        ...(perMinute === undefined ? {} : { perMinute: String(perMinute) }),
        ...(runsAtOnce === undefined ? {} : { runsAtOnce: String(runsAtOnce) }),
      });
      return made;
    },

    async list(by) {
      requireKeeper(by);
      return store.apiKeys.list();
    },

    async rotate(by, idOrName, graceMs) {
      const { id } = await reach(by, idOrName);
      const renewed = await store.apiKeys.rotate(id, graceMs);
      if (renewed === undefined) throw noSuchKey(idOrName);
      const { previousUntil } = renewed.row;
      await audit('keys.rotate', by, renewed.row, {
        ...(previousUntil === null ? {} : { graceUntil: new Date(previousUntil).toISOString() }),
      });
      return renewed;
    },

    async revoke(by, idOrName) {
      const { id } = await reach(by, idOrName);
      const row = await store.apiKeys.revoke(id);
      if (row === undefined) throw noSuchKey(idOrName);
      await audit('keys.revoke', by, row);
      return row;
    },
  };
}

/**
 * A person's or a token's authority ends with them, which a key would outlast.
 * @throws OracleError `forbidden`
 */
function requireKeeper({ kind }: Principal): void {
  if (kind === 'owner' || kind === 'api-key') return;
  throw new OracleError('forbidden', {
    detail: 'Keys are looked after by the owner, or with a key that has the scope keys.',
    hint: 'Sign in as the owner, or ask the owner for such a key.',
  });
}

/** @throws OracleError `invalid_request` */
function checkName(given: string): string {
  const name = given.trim();
  if (name !== '' && !ID_FORM.test(name)) return name;
  throw new OracleError('invalid_request', {
    detail: name === '' ? 'A key needs a name.' : 'A name of twelve hexadecimal digits reads as an id.',
    hint: 'Call it after what it is for, such as nightly-report.',
    errors: [{ field: 'name', message: name === '' ? 'is empty' : 'has the form of an id' }],
  });
}

function noSuchKey(idOrName: string): OracleError {
  return new OracleError('not_found', {
    detail: `There is no active key '${idOrName}'.`,
    hint: 'See them with: oracle keys list',
  });
}
