import type { Kysely, Selectable } from 'kysely';
import { decodeCursor, toPage } from '../kit/index.js';
import { type Clock, OracleError, refuseCursor } from '../plugin/index.js';
import type { DecisionRow, DecisionRows } from './decision-types.js';
import type { Tables } from './tables.js';

/** More than anybody keeps in mind. */
const MOST_STANDING = 100;

export function createDecisionRows(db: Kysely<Tables>, clock: Clock): DecisionRows {
  const open = (principal: string) =>
    db
      .selectFrom('core_standing_approvals')
      .select(['id', 'principal', 'tool', 'until', 'record', 'signature'])
      .where('principal', '=', principal)
      .where('ended_at', 'is', null)
      .where('until', '>', clock.now());

  return {
    add: (row) => addDecision(db, row),

    async list({ principal, sessionId }, limit, cursor) {
      let query = db
        .selectFrom('core_decisions')
        .selectAll()
        .where((where) => where.or([where('owner', '=', principal), where('principal', '=', principal)]));
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (cursor !== undefined) {
        const [at, id] = decodeCursor(cursor, ['number', 'string']) ?? refuseCursor();
        query = query.where((where) =>
          where.or([where('at', '<', at), where.and([where('at', '=', at), where('id', '<', id)])]),
        );
      }
      const rows = await query
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return toPage(rows, limit, toDecision, ({ at, id }) => [at, id]);
    },

    async stand(row) {
      if ((await open(row.principal).limit(MOST_STANDING).execute()).length === MOST_STANDING)
        throw new OracleError('conflict', {
          detail: `You have ${MOST_STANDING} standing approvals; no more can be kept.`,
          hint: 'GET /approvals/standing lists them, DELETE /approvals/standing/{id} ends one.',
        });
      await db
        .insertInto('core_standing_approvals')
        .values({ ...row, ended_at: null })
        .execute();
    },

    standing: (principal, tool) =>
      (tool === undefined ? open(principal) : open(principal).where('tool', '=', tool))
        .orderBy('until')
        .orderBy('id')
        .execute(),

    endStanding: (principal, id) =>
      db
        .updateTable('core_standing_approvals')
        .set({ ended_at: clock.now() })
        .where('principal', '=', principal)
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where('until', '>', clock.now())
        .returning(['id', 'principal', 'tool', 'until', 'record', 'signature'])
        .executeTakeFirst(),
  };
}

export async function addDecision(db: Kysely<Tables>, { sessionId, ...row }: DecisionRow): Promise<void> {
  await db
    .insertInto('core_decisions')
    .values({ ...row, session_id: sessionId })
    .execute();
}

function toDecision({ session_id: sessionId, ...row }: Selectable<Tables['core_decisions']>): DecisionRow {
  return { ...row, sessionId };
}
