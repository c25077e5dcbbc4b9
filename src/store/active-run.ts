import type { Kysely } from 'kysely';
import { OracleError } from '../plugin/index.js';
import type { Tables } from './tables.js';

/** Words for who comes while a run of the session goes on; undefined when none does. */
export async function activeRun(trx: Kysely<Tables>, sessionId: string): Promise<OracleError | undefined> {
  const active = await trx
    .selectFrom('core_runs')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (active === undefined) return undefined;
  return new OracleError('run_active', {
    detail: `Run ${active.id} is active on this session.`,
    hint: 'Wait for its end, follow it at GET /messages/{sessionId}/runs/{runId}, or end it with POST /messages/{sessionId}/abort.',
    errors: [{ field: 'runId', message: active.id }],
    headers: { 'Retry-After': '2' },
  });
}
