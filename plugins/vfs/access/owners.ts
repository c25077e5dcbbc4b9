import type { Kysely, Transaction } from 'kysely';
import { Lru } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import type { Namespace } from '../paths/namespace.js';
import type { VfsTables } from '../store/tables.js';
import type { Access } from './access.js';

/** Owners that are remembered; they never change. */
const REMEMBERED = 10_000;

/**
 * Whom personal namespaces belong to. `user:<address>` leaves out the DID's method, so `did:key:X` and `did:web:X` name
 * the same one: it belongs to the DID that first changed something in it, for good.
 */
export class Owners {
  readonly #db: Kysely<VfsTables>;
  readonly #known = new Lru<string>(REMEMBERED);

  constructor(db: Kysely<VfsTables>) {
    this.#db = db;
  }

  /** The access, unless its namespace is another DID's. @throws OracleError `forbidden` */
  async admit(access: Access): Promise<Access> {
    const { namespace, owner } = access;
    if (owner === undefined || this.#known.get(namespace) === owner) return access;
    const row = await this.#db
      .selectFrom('vfs_namespaces')
      .select('owner')
      .where('namespace', '=', namespace)
      .executeTakeFirst();
    // Nobody's yet: then there is nothing to see either.
    if (row?.owner !== undefined && row.owner !== null) this.#remember(namespace, row.owner, owner);
    return access;
  }

  /** Takes the namespace, whose row is locked, for the access's owner. @throws OracleError `forbidden` */
  async claim(trx: Transaction<VfsTables>, { namespace, owner }: Access): Promise<void> {
    if (owner === undefined || this.#known.get(namespace) === owner) return;
    const row = await trx
      .updateTable('vfs_namespaces')
      .set((eb) => ({ owner: eb.fn.coalesce('owner', eb.val(owner)) }))
      .where('namespace', '=', namespace)
      .returning('owner')
      .executeTakeFirstOrThrow();
    if (row.owner !== owner) throw foreign();
  }

  #remember(namespace: Namespace, known: string, owner: string): void {
    this.#known.set(namespace, known, 1);
    if (known !== owner) throw foreign();
  }
}

function foreign(): OracleError {
  return new OracleError('forbidden', {
    detail: 'The namespace belongs to another DID, whose method-specific id is the same.',
    hint: 'Use a DID of your own with another id.',
  });
}
