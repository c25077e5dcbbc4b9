import type { Kysely, Transaction } from 'kysely';
import { canonicalHash, Lru, matchesStrongly, prepareQuery } from 'oracle-runtime/kit';
import { type Clock, OracleError, type PluginDatabase } from 'oracle-runtime/plugin';
import { preferencesSchema, type StoredPreferences } from '../preferences/preferences.js';

interface PreferenceTables {
  user_preferences: {
    principal: string;
    /** JSON of the `StoredPreferences`. */
    preferences: string;
    changed_at: number;
  };
}

/** For how long a reading serves `lately`, ms: a run asks several times within a few milliseconds. */
const LATELY_MS = 100;
const MOST_READINGS = 1_000;

interface Reading {
  readonly at: number;
  readonly preferences: Promise<StoredPreferences>;
}

/** What a principal has set, and nobody else's. */
export class PreferenceStore {
  readonly #db: Kysely<PreferenceTables>;
  readonly #clock: Clock;
  readonly #readings = new Lru<Reading>(MOST_READINGS);

  constructor(database: PluginDatabase, clock: Clock) {
    this.#db = database.as<PreferenceTables>();
    this.#clock = clock;
  }

  of(principal: string): Promise<StoredPreferences> {
    return read(this.#db, principal);
  }

  /**
   * As `of`, by a reading of the last 100 ms where there is one. A change by this process is seen at once, one by another
   * process on the same database within those 100 ms.
   */
  lately(principal: string): Promise<StoredPreferences> {
    const at = this.#clock.now();
    const known = this.#readings.get(principal);
    // A clock that was set back makes no reading last.
    if (known !== undefined && Math.abs(at - known.at) < LATELY_MS) return known.preferences;
    const reading = { at, preferences: this.of(principal) };
    this.#readings.set(principal, reading);
    // What failed is no reading: the next asks again.
    reading.preferences.catch(() => {
      if (this.#readings.get(principal) === reading) this.#readings.delete(principal);
    });
    return reading.preferences;
  }

  /**
   * Changes what a principal has set, in one step.
   * @param change gets what was set and gives what shall be
   * @param ifMatch entity tags, one of which must be that of what was set
   * @returns what was set and what is
   * @throws OracleError `precondition_failed`
   */
  async change(
    principal: string,
    change: (before: StoredPreferences) => StoredPreferences,
    ifMatch?: string,
  ): Promise<{ readonly before: StoredPreferences; readonly after: StoredPreferences }> {
    const changed = await this.#db.transaction().execute(async (tx) => {
      const before = await read(tx, principal);
      if (ifMatch !== undefined && !matchesStrongly(ifMatch, tagOf(before))) throw changedMeanwhile();
      const after = change(before);
      const row = { preferences: JSON.stringify(after), changed_at: this.#clock.now() };
      await tx
        .insertInto('user_preferences')
        .values({ principal, ...row })
        .onConflict((conflict) => conflict.column('principal').doUpdateSet(row))
        .execute();
      return { before, after };
    });
    this.#readings.delete(principal);
    return changed;
  }
}

/** The entity tag of what is set. */
export function tagOf(preferences: StoredPreferences): string {
  return `"${canonicalHash(preferences).slice(0, 32)}"`;
}

const preferencesOf = prepareQuery<{ principal: string }, { preferences: string }, Kysely<PreferenceTables>>(
  (param, db) =>
    db.selectFrom('user_preferences').select('preferences').where('principal', '=', param('principal')),
);

async function read(
  db: Kysely<PreferenceTables> | Transaction<PreferenceTables>,
  principal: string,
): Promise<StoredPreferences> {
  const [row] = (await preferencesOf(db, { principal })).rows;
  // What a later version has stored, or an earlier one knew, is passed over.
  const parsed = row && preferencesSchema.safeParse(JSON.parse(row.preferences));
  return parsed?.data ?? {};
}

function changedMeanwhile(): OracleError {
  return new OracleError('precondition_failed', {
    detail: 'The preferences have changed since they were read.',
    hint: 'GET /user-preferences again, and send the ETag of that answer.',
  });
}
