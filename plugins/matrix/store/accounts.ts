import type { Kysely } from 'kysely';
import type { Keys, PluginDatabase } from 'oracle-runtime/plugin';
import { seal, unseal } from './sealing.js';
import type { MatrixTables } from './tables.js';

/** What is kept of the oracle's account between two starts. */
export interface KeptAccount {
  readonly deviceId: string;
  /** Of a log-in by password; undefined while the token comes from the environment. */
  readonly accessToken: string | undefined;
  readonly recoveryKey: string | undefined;
  readonly startedAt: number | undefined;
}

/** The oracle's accounts on homeservers, their secrets sealed. */
export class Accounts {
  readonly #db: Kysely<MatrixTables>;
  readonly #keys: Keys;

  constructor(database: PluginDatabase, keys: Keys) {
    this.#db = database.as<MatrixTables>();
    this.#keys = keys;
  }

  /** @throws OracleError `config_invalid` when the key that sealed it is lost */
  async of(userId: string): Promise<KeptAccount | undefined> {
    const row = await this.#db
      .selectFrom('matrix_accounts')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const key = await this.#keys.get('account');
    const open = (sealed: string, what: string) =>
      sealed === ''
        ? undefined
        : unseal(key, Buffer.from(sealed, 'base64'), `${userId} ${what}`).toString('utf8');
    return {
      deviceId: row.device_id,
      accessToken: open(row.access_token, 'token'),
      recoveryKey: open(row.recovery_key, 'recovery'),
      startedAt: row.started_at === null ? undefined : Number(row.started_at),
    };
  }

  async keep(userId: string, account: KeptAccount): Promise<void> {
    const key = await this.#keys.get('account');
    const close = (plain: string | undefined, what: string) =>
      plain === undefined ? '' : seal(key, Buffer.from(plain), `${userId} ${what}`).toString('base64');
    const row = {
      device_id: account.deviceId,
      access_token: close(account.accessToken, 'token'),
      recovery_key: close(account.recoveryKey, 'recovery'),
      started_at: account.startedAt ?? null,
    };
    await this.#db
      .insertInto('matrix_accounts')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  }
}
