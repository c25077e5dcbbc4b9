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
): Pick<Store, 'keys' | 'rotateMasterKey' | 'checkKeys'> {
  const file = masterKeyFile(dataDir);
  const opened = new Map<string, Promise<Buffer>>();

  async function load(scope: string, name: string): Promise<Buffer> {
    const present = await find(scope, name);
    if (present !== undefined) return present;
    // Before a master key is made: one beside keys that it cannot open would hide that theirs is lost.
    if (await isMasterLost()) throw lostMaster();
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

  /** Whether a stored key names a master key that the file does not hold. */
  async function isMasterLost(): Promise<boolean> {
    const missing = async () => {
      const rows = await db.selectFrom('core_keys').select('master_id').distinct().execute();
      if (rows.length === 0) return false;
      const known = new Set((await file.read())?.map(({ id }) => id));
      return rows.some(({ master_id }) => !known.has(master_id));
    };
    // Another process may have finished a rotation between the two reads.
    return (await missing()) && (await missing());
  }

  return {
    async checkKeys() {
      await file.read();
      if (!(await isMasterLost())) return;
      const state = (await file.read()) === undefined ? 'is not there' : 'belongs to another database';
      throw new OracleError('config_invalid', {
        detail: `The database holds keys, and the master key file ${file.path} that opens them ${state}.`,
        hint:
          'Put back the master-keys.json of this database from a backup, or set DATA_DIR to the directory that holds ' +
          'it. To begin anew set DATA_DIR to an empty directory and DATABASE_URL, if set, to an empty database: ' +
          'without its master key what is stored here stays sealed.',
      });
    },

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
      if (await isMasterLost()) throw lostMaster();
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
