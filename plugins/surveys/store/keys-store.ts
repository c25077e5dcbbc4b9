import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { type Clock, OracleError, type Principal, type Principals } from 'oracle-runtime/plugin';
import { hashOfToken } from '../openrosa/phone-token.js';
import type { SurveysTables } from './tables.js';

/** What lets one person's phone take a form and send answers. */
export interface PhoneKey {
  readonly id: string;
  readonly designId: string;
  readonly person: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly usedAt: string | null;
}

/** A key that holds, and for whom its phone acts. */
export interface AdmittedPhone extends PhoneKey {
  readonly owner: Principal;
}

export interface KeysStore {
  /** `tokenOf` gives the token of the id that the key will have. */
  create(
    owner: Principal,
    terms: Pick<PhoneKey, 'designId' | 'person'>,
    tokenOf: (id: string) => Promise<string>,
  ): Promise<PhoneKey>;
  /** @throws OracleError `not_found` */
  get(owner: string, id: string): Promise<PhoneKey>;
  list(owner: string, designId?: string): Promise<PhoneKey[]>;
  /** Ends a key at once; of one that is ended already nothing changes. @throws OracleError `not_found` */
  revoke(owner: string, id: string): Promise<PhoneKey>;
  /** Whose token this is, noting that it was used. @throws OracleError `not_found`, the same words for all that is no key */
  admit(token: string): Promise<AdmittedPhone>;
}

/** Keys that a list shows: more phones than any team has. */
const MOST_LISTED = 1_000;
/** How often it is noted that a key is in use. */
const NOTED_EVERY_MS = 60_000;

export function createKeysStore(
  db: Kysely<SurveysTables>,
  clock: Clock,
  principals: Pick<Principals, 'admitted'>,
): KeysStore {
  const now = () => new Date(clock.now()).toISOString();
  const of = (owner: string) => db.selectFrom('surveys_keys').selectAll().where('owner', '=', owner);
  const get = async (owner: string, id: string) => {
    const row = await of(owner).where('id', '=', id).executeTakeFirst();
    if (row !== undefined) return phoneKey(row);
    throw new OracleError('not_found', { detail: `There is no phone key '${id}'.` });
  };
  return {
    async create(owner, { designId, person }, tokenOf) {
      const id = `phone-${randomUUID()}`;
      const hash = hashOfToken(await tokenOf(id));
      if (hash === undefined) throw new RangeError('A token has 43 characters.');
      const row: SurveysTables['surveys_keys'] = {
        id,
        owner: owner.id,
        principal: JSON.stringify(written(owner)),
        design_id: designId,
        person,
        token_sha256: hash,
        created_at: now(),
        revoked_at: null,
        used_at: null,
      };
      await db.insertInto('surveys_keys').values(row).execute();
      return phoneKey(row);
    },
    get,
    async list(owner, designId) {
      let query = of(owner).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_LISTED);
      if (designId !== undefined) query = query.where('design_id', '=', designId);
      return (await query.execute()).map(phoneKey);
    },
    async revoke(owner, id) {
      await db
        .updateTable('surveys_keys')
        .set({ revoked_at: now() })
        .where('owner', '=', owner)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      return get(owner, id);
    },
    async admit(token) {
      const hash = hashOfToken(token);
      const row =
        hash === undefined
          ? undefined
          : await db
              .selectFrom('surveys_keys')
              .selectAll()
              .where('token_sha256', '=', hash)
              .where('revoked_at', 'is', null)
              .executeTakeFirst();
      const owner = row && read(row.principal);
      if (row === undefined || owner === undefined || !(await principals.admitted(owner)))
        throw new OracleError('not_found', {
          detail: 'There is no such form server, or not any more.',
          hint: 'Ask whoever leads the survey for a new code.',
        });
      if (row.used_at === null || clock.now() - Date.parse(row.used_at) > NOTED_EVERY_MS)
        await db.updateTable('surveys_keys').set({ used_at: now() }).where('id', '=', row.id).execute();
      return { ...phoneKey(row), owner };
    },
  };
}

/** A principal without what it was let in by: the key stands for itself until it is revoked. */
function written({ id, kind, did, name, linkedAs, scopes }: Principal) {
  return { id, kind, did, name, scopes: [...scopes], ...(linkedAs !== undefined && { linkedAs }) };
}

/** What a phone may do for whoever gave it the key. */
const SCOPES_OF_PHONES = ['surveys', 'sampling', 'fs/list', 'fs/read', 'fs/write'];

function read(text: string): Principal {
  const { scopes, ...rest } = JSON.parse(text) as ReturnType<typeof written>;
  const held = new Set(scopes);
  return { ...rest, scopes: new Set(SCOPES_OF_PHONES.filter((scope) => held.has('*') || held.has(scope))) };
}

function phoneKey(row: Selectable<SurveysTables['surveys_keys']>): PhoneKey {
  return {
    id: row.id,
    designId: row.design_id,
    person: row.person,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    usedAt: row.used_at,
  };
}
