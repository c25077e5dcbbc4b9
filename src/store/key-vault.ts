import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, type Keys, OracleError } from '../plugin/index.js';
import { type MasterKey, masterKeyFile, newMasterKey } from './master-key-file.js';
import { seal, unseal } from './seal.js';
import type { Tables } from './tables.js';
import type { Store } from './types.js';

const LONGEST_NAME = 512;

/**
 * Keys wrapped by a master key that stays in the data directory (AES-256-GCM, bound to scope and name). A rotation
 * adds a master key, wraps everything with it and then drops the old one, so a crash at any point loses nothing.
 */
export function createKeyVault(
  db: Kysely<Tables>,
  dataDir: string,
  clock: Clock,
): Pick<Store, 'keys' | 'rotateMasterKey'> {
  const file = masterKeyFile(dataDir);
  const opened = new Map<string, Promise<Buffer>>();

  async function load(scope: string, name: string): Promise<Buffer> {
    const present = await find(scope, name);
    if (present !== undefined) return present;
    const current = currentOf(await file.readOrCreate());
    const wrapped = wrap(current, randomBytes(32), scope, name);
    await db
      .insertInto('core_keys')
      .values({ scope, name, master_id: current.id, wrapped, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Read it back: another process may have been first.
    const stored = await find(scope, name);
    if (stored === undefined) throw new Error(`The key ${scope}/${name} was not stored`);
    return stored;
  }

  async function find(scope: string, name: string): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('core_keys')
      .select(['master_id', 'wrapped'])
      .where('scope', '=', scope)
      .where('name', '=', name)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const master = (await file.read())?.find(({ id }) => id === row.master_id);
    if (master === undefined) throw lostMaster();
    return unwrap(master, row.wrapped, scope, name);
  }

  return {
    keys: (scope): Keys => ({
      get(name) {
        if (name === '' || name.length > LONGEST_NAME)
          throw new RangeError('A key name has 1 to 512 characters');
        const id = `${scope}\n${name}`;
        const known = opened.get(id);
        if (known !== undefined) return known;
        const loading = load(scope, name);
        opened.set(id, loading);
        loading.catch(() => opened.delete(id));
        return loading;
      },
    }),

    async rotateMasterKey() {
      const before = await file.readOrCreate();
      const next = newMasterKey();
      await file.write([...before, next]);
      const keys = await db.transaction().execute(async (trx) => {
        const rows = await trx.selectFrom('core_keys').selectAll().execute();
        for (const { scope, name, master_id, wrapped } of rows) {
          const master = before.find(({ id }) => id === master_id);
          if (master === undefined) throw lostMaster();
          const renewed = wrap(next, unwrap(master, wrapped, scope, name), scope, name);
          await trx
            .updateTable('core_keys')
            .set({ master_id: next.id, wrapped: renewed })
            .where('scope', '=', scope)
            .where('name', '=', name)
            .execute();
        }
        return rows.length;
      });
      await file.write([next]);
      return { keys };
    },
  };
}

function currentOf(keys: readonly MasterKey[]): MasterKey {
  const current = keys.at(-1);
  if (current === undefined) throw lostMaster();
  return current;
}

const placeOf = (scope: string, name: string): string => `oracle-runtime/key\n${scope}\n${name}`;

function wrap(master: MasterKey, key: Buffer, scope: string, name: string): string {
  return seal(master.key, key, placeOf(scope, name));
}

function unwrap(master: MasterKey, wrapped: string, scope: string, name: string): Buffer {
  try {
    return unseal(master.key, wrapped, placeOf(scope, name));
  } catch (cause) {
    throw new OracleError('config_invalid', {
      detail: `The stored key ${scope}/${name} does not open with the master key of this data directory.`,
      hint: 'Restore the database and master-keys.json from the same backup.',
      cause,
    });
  }
}

function lostMaster(): OracleError {
  return new OracleError('config_invalid', {
    detail: 'The database holds keys that no master key of this data directory opens.',
    hint: 'Restore master-keys.json in DATA_DIR from a backup: it belongs to this database.',
  });
}
