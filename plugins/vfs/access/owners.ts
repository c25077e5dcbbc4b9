import type { Kysely, Transaction } from 'kysely';
import { Lru, prepareQuery } from 'oracle-runtime/kit';
import { type Clock, OracleError } from 'oracle-runtime/plugin';
import { asNamespace, type Namespace } from '../paths/namespace.js';
import type { VfsTables } from '../store/tables.js';
import { type Access, notGranted } from './access.js';

/** Owners that are remembered. */
const REMEMBERED = 10_000;
/** They change only by an adoption, which holds in every process this soon. */
const REMEMBERED_MS = 5_000;

interface Known {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Where a DID's own files are, if not in the namespace of its name. */
interface Home {
  readonly namespace: Namespace | undefined;
  readonly at: number;
}

/**
 * Whom personal namespaces belong to. `user:<address>` leaves out the DID's method, so `did:key:X` and `did:web:X` name
 * the same one: it belongs to the DID that first changed something in it, until an operator gives it to another.
 */
export class Owners {
  readonly #db: Kysely<VfsTables>;
  readonly #clock: Clock;
  readonly #known = new Lru<Known>(REMEMBERED);
  #homes = new Lru<Home>(REMEMBERED);
  /** Those that were adopted, as far as a request came to them. */
  readonly #adopted = new Set<Namespace>();

  constructor(db: Kysely<VfsTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The access, where its owner is at home, unless that is another DID's. @throws OracleError `forbidden` */
  async admit(asked: Access): Promise<Access> {
    const access = await this.#atHome(asked);
    const { namespace, owner, isAdopted } = access;
    if (owner === undefined || this.#isKnown(namespace, owner)) return access;
    const [row] = (await ownerOf(this.#db, { namespace })).rows;
    const found = row?.owner ?? undefined;
    if (isAdopted === true && found !== owner) throw notGranted();
    // Nobody's yet: then there is nothing to see either.
    if (found !== undefined) this.#remember(access, found);
    if (found !== undefined && found !== owner) throw foreign();
    return access;
  }

  /** Takes the namespace, whose row is locked, for the access's owner. @throws OracleError `forbidden` */
  async claim(trx: Transaction<VfsTables>, { namespace, owner, isAdopted }: Access): Promise<void> {
    if (owner === undefined || this.#isKnown(namespace, owner)) return;
    const row = await trx
      .updateTable('vfs_namespaces')
      // What was given back meanwhile is nobody's to take.
      .set((eb) => ({ owner: isAdopted === true ? eb.ref('owner') : eb.fn.coalesce('owner', eb.val(owner)) }))
      .where('namespace', '=', namespace)
      .returning('owner')
      .executeTakeFirstOrThrow();
    if (row.owner !== owner) throw foreign();
  }

  /** Whether it was given to another DID than its own, as far as a request came to it. */
  isAdopted(namespace: Namespace): boolean {
    return this.#adopted.has(namespace);
  }

  /** It has another owner now. */
  forget(namespace: Namespace): void {
    this.#known.delete(namespace);
    this.#adopted.delete(namespace);
    this.#homes = new Lru(REMEMBERED);
  }

  /** Who made an adopted namespace their home is there, whatever door they come through. */
  async #atHome(access: Access): Promise<Access> {
    const { owner, isOwn } = access;
    if (owner === undefined || isOwn !== true) return access;
    const known = this.#homes.get(owner);
    const home = this.#isFresh(known) ? known : await this.#findHome(owner);
    return home.namespace === undefined ? access : { ...access, namespace: home.namespace, isAdopted: true };
  }

  async #findHome(owner: string): Promise<Home> {
    const at = this.#clock.now();
    const row = await this.#db
      .selectFrom('vfs_adoptions')
      .select('namespace')
      .where('owner', '=', owner)
      .where('home', '=', 1)
      .executeTakeFirst();
    const home = { namespace: asNamespace(row?.namespace), at };
    this.#homes.set(owner, home, 1);
    return home;
  }

  #isFresh<Remembered extends { readonly at: number }>(known: Remembered | undefined): known is Remembered {
    return known !== undefined && this.#clock.now() - known.at < REMEMBERED_MS;
  }

  #isKnown(namespace: Namespace, owner: string): boolean {
    const known = this.#known.get(namespace);
    return this.#isFresh(known) && known.owner === owner;
  }

  #remember({ namespace, owner, isAdopted }: Access, found: string): void {
    this.#known.set(namespace, { owner: found, at: this.#clock.now() });
    if (found !== owner) return;
    if (isAdopted === true) this.#adopted.add(namespace);
    else this.#adopted.delete(namespace);
  }
}

const ownerOf = prepareQuery<{ namespace: Namespace }, { owner: string | null }, Kysely<VfsTables>>(
  (param, db) => db.selectFrom('vfs_namespaces').select('owner').where('namespace', '=', param('namespace')),
);

function foreign(): OracleError {
  return new OracleError('forbidden', {
    detail:
      'The namespace belongs to another DID, to which it was given or whose method-specific id is the same.',
    hint: 'Use a DID of your own with another id.',
  });
}
