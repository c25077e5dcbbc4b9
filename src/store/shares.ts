import { type Kysely, type Selectable, sql } from 'kysely';
import { prepareQuery } from '../kit/index.js';
import type { Clock } from '../plugin/index.js';
import type { Tables } from './tables.js';
import type { ShareRow, Shares } from './types.js';

/** More than anybody reads in one list. */
const MOST = 1_000;

/** Who has shared what with whom. */
export function createShares(db: Kysely<Tables>, clock: Clock): Shares {
  const rows = () =>
    db
      .selectFrom('core_shares')
      .selectAll()
      .orderBy('since', 'desc')
      .orderBy('id')
      .orderBy('grantee')
      .limit(MOST);

  const ofOne = prepareQuery<
    { kind: string; id: string; grantee: string },
    Selectable<Tables['core_shares']>
  >((param) =>
    db
      .selectFrom('core_shares')
      .selectAll()
      .where('kind', '=', param('kind'))
      .where('id', '=', param('id'))
      .where('grantee', '=', param('grantee')),
  );

  return {
    async put(share) {
      const since = clock.now();
      const { kind, id, owner, grantee, access } = share;
      await db
        .insertInto('core_shares')
        .values({ kind, id, owner, grantee, access, since })
        .onConflict((conflict) =>
          // The owner of a thing never changes; a row of another one would be of a thing that is gone.
          conflict.columns(['kind', 'id', 'grantee']).doUpdateSet({ owner, access, since }),
        )
        .execute();
      return { ...share, since };
    },

    async remove({ kind, id, owner, grantee }) {
      const row = await db
        .deleteFrom('core_shares')
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('grantee', '=', grantee)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : toShare(row);
    },

    follow: (kind, from, to) =>
      db.transaction().execute(async (trx) => {
        const below = `${from}/`;
        const moved = await trx
          .deleteFrom('core_shares')
          .where('kind', '=', kind)
          .where((row) =>
            row.or([row('id', '=', from), row(sql`substr(id, 1, ${below.length})`, '=', below)]),
          )
          .returningAll()
          .execute();
        for (const { id, ...row } of to === undefined ? [] : moved) {
          const { owner, access, since } = row;
          await trx
            .insertInto('core_shares')
            .values({ ...row, id: `${to}${id.slice(from.length)}` })
            .onConflict((conflict) =>
              conflict.columns(['kind', 'id', 'grantee']).doUpdateSet({ owner, access, since }),
            )
            .execute();
        }
        return moved.map(toShare);
      }),

    async of({ kind, id }, grantees) {
      const [grantee, ...others] = grantees;
      if (grantee !== undefined && others.length === 0)
        return (await ofOne(db, { kind, id, grantee })).rows.map(toShare);
      const found = await db
        .selectFrom('core_shares')
        .selectAll()
        .where('kind', '=', kind)
        .where('id', '=', id)
        .where('grantee', 'in', [...grantees])
        .execute();
      return found.map(toShare);
    },

    async to(grantees, kind) {
      let query = rows().where('grantee', 'in', [...grantees]);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      return (await query.execute()).map(toShare);
    },

    async by(owner, kind) {
      let query = rows().where('owner', '=', owner);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      return (await query.execute()).map(toShare);
    },
  };
}

const toShare = (row: Selectable<Tables['core_shares']>): ShareRow => ({
  ...row,
  access: row.access === 'write' ? 'write' : 'read',
});
