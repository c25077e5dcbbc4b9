import {
  OracleError,
  type Principal,
  type Share,
  type Shareable,
  type ShareChanger,
  type SharedThing,
  type Shares,
} from '../../plugin/index.js';
import type { ShareRow, Store } from '../../store/types.js';
import type { Identity } from '../types.js';

/** In the place of a principal's id: everybody who was invited. No id has this form. */
const EVERYBODY = '*';
const EVERYBODY_SAID = 'everybody';

export interface ShareDeps {
  readonly store: Pick<Store, 'shares' | 'people' | 'audit'>;
  readonly identity: Identity | undefined;
  /** The kinds of things that can be shared; known once the plugins are up. */
  readonly kinds: () => readonly Shareable[];
}

/** The one place that says who may see what is somebody else's. */
export function createShares({ store, identity, kinds }: ShareDeps): Shares {
  const audit = (
    action: string,
    by: ShareChanger,
    { kind, id, grantee, access }: ShareRow,
    more: Readonly<Record<string, string>> = {},
  ) =>
    store.audit.record({
      action,
      subject: `${kind} ${id}`,
      ...by,
      details: { with: grantee, access, ...more },
    });

  /** Names of all who are or were here, by id. */
  async function directory(): Promise<(id: string) => string> {
    const names = new Map((await store.people.list()).map(({ did, name }) => [did, name]));
    if (identity !== undefined) names.set(identity.did, 'owner');
    names.set(EVERYBODY, EVERYBODY_SAID);
    return (id) => names.get(id) ?? id;
  }

  function kindOf(kind: string): Shareable {
    const found = kinds().find((each) => each.kind === kind);
    if (found !== undefined) return found;
    const known = kinds().map((each) => each.kind);
    throw new OracleError('invalid_request', {
      detail: `Nothing of the kind '${kind}' can be shared.`,
      hint: `What can be shared: ${known.join(', ')}.`,
      errors: [{ field: 'kind', message: `must be one of ${known.join(', ')}` }],
    });
  }

  /** Also a place that was shared and at which nothing is now. @throws OracleError `not_found` */
  async function ownedOrPlace(owner: Principal, thing: SharedThing) {
    const place = await kindOf(thing.kind).place?.(owner, thing.id);
    return place ?? owned(owner, thing);
  }

  /** @throws OracleError `not_found` */
  async function owned(owner: Principal, thing: SharedThing) {
    const found = await kindOf(thing.kind).find(owner, thing.id);
    if (found !== undefined) return found;
    throw new OracleError('not_found', { detail: `You have no ${thing.kind} '${thing.id}'.` });
  }

  /** @throws OracleError `not_found` */
  async function granteeOf(owner: Principal, said: string): Promise<string> {
    if (said === EVERYBODY_SAID || said === EVERYBODY) return EVERYBODY;
    const isOwner = identity !== undefined && (said === 'owner' || said === identity.did);
    const id = isOwner ? identity.did : (await store.people.named(said))?.did;
    if (id !== undefined && id !== owner.id) return id;
    throw new OracleError('not_found', {
      detail: id === undefined ? `Nobody here is called '${said}'.` : 'This is yours already.',
      hint: 'Name a person whom the owner has invited, `owner`, or `everybody`.',
      errors: [{ field: 'with', message: 'nobody' }],
    });
  }

  /** With titles; what its owner no longer has is left out, and a place where nothing is says so. */
  async function described(rows: readonly ShareRow[], by?: Principal): Promise<readonly Share[]> {
    const nameOf = await directory();
    const shares = await Promise.all(
      rows.map(async ({ grantee, ...row }): Promise<Share | undefined> => {
        const kind = kinds().find((each) => each.kind === row.kind);
        const owner = by ?? ownerNamed(row.owner);
        const found = await kind?.find(owner, row.id);
        const shown = found ?? (await kind?.place?.(owner, row.id));
        const names = { owner: nameOf(row.owner), with: nameOf(grantee) };
        const gone = found === undefined ? ({ gone: true } as const) : {};
        return shown && { ...row, ...shown, with: grantee, names, ...gone };
      }),
    );
    return shares.filter((share) => share !== undefined);
  }

  return {
    async inPlaceOf(principal, thing, access) {
      const rows = await store.shares.of(thing, namesOf(principal));
      const held = rows.find((row) => access === 'read' || row.access === 'write');
      return held === undefined ? principal : { ...principal, id: held.owner };
    },

    async withMe(principal, kind) {
      const rows = await store.shares.to(namesOf(principal), kind);
      return described(rows.filter(({ owner }) => owner !== principal.id));
    },

    byMe: async (principal, kind) => described(await store.shares.by(principal.id, kind), principal),

    async share(owner, thing, withWhom, access, invoker) {
      const { id } = await owned(owner, thing);
      const grantee = await granteeOf(owner, withWhom);
      const row = await store.shares.put({ kind: thing.kind, id, owner: owner.id, grantee, access });
      await audit('share.give', changer(owner, invoker), row);
      const [share] = await described([row], owner);
      if (share === undefined) throw new OracleError('not_found', { detail: `The ${thing.kind} is gone.` });
      return share;
    },

    async unshare(owner, thing, withWhom, invoker) {
      const { id } = await ownedOrPlace(owner, thing);
      const grantee = await granteeOf(owner, withWhom);
      const row = await store.shares.remove({ kind: thing.kind, id, owner: owner.id, grantee });
      if (row === undefined)
        throw new OracleError('not_found', { detail: `This ${thing.kind} is not shared with ${withWhom}.` });
      await audit('share.end', changer(owner, invoker), row);
      const [share] = await described([row], owner);
      if (share === undefined) throw new OracleError('not_found', { detail: `The ${thing.kind} is gone.` });
      return share;
    },

    async follow(kind, from, to, by) {
      for (const row of await store.shares.follow(kind, from, to)) {
        if (to === undefined) await audit('share.end', by, row);
        else await audit('share.move', by, row, { to: `${to}${row.id.slice(from.length)}` });
      }
    },
  };
}

const changer = ({ id, did }: Principal, invoker = did): ShareChanger => ({ actor: id, invoker });

/** Under what things are shared with a principal. `everybody` is who signed in as a person, the owner included. */
function namesOf({ id, kind }: Principal): readonly string[] {
  return kind === 'person' || kind === 'owner' ? [id, EVERYBODY] : [id];
}

/** Enough of an owner to find what is theirs. */
function ownerNamed(id: string): Principal {
  return { id, did: id, kind: 'person', scopes: new Set(), name: id };
}
