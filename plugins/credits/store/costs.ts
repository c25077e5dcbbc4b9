import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { CreditsTables } from './tables.js';

type Database = Kysely<CreditsTables>;

/** Sums over settled model calls. Amounts are millionths of a credit. */
export interface CostSums {
  readonly calls: number;
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly amount: number;
  /** Calls of models without a rate: they count nothing. */
  readonly unpriced: number;
  /** Calls whose endpoint reported no tokens. */
  readonly estimated: number;
}

export interface ModelCosts extends CostSums {
  readonly model: string;
}

export interface RunCosts extends CostSums {
  readonly runId: string;
  readonly sessionId: string;
  /** Milliseconds since the epoch, of its last call. */
  readonly at: number;
  /** Place of its last entry in the principal's chain. */
  readonly seq: number;
}

export interface PrincipalCosts extends CostSums {
  readonly principal: string;
}

/** What a principal's calls since a moment cost, by model, the dearest first. */
export function costsByModel(db: Database, principal: string, since: number): Promise<ModelCosts[]> {
  return settled(db, principal)
    .where('at', '>=', since)
    .select((eb) => eb.fn.coalesce('model', sql<string>`''`).as('model'))
    .select(sums)
    .groupBy('model')
    .orderBy('amount', 'desc')
    .orderBy('calls', 'desc')
    .limit(100)
    .execute();
}

export interface RunQuery {
  readonly sessionId?: string | undefined;
  readonly runId?: string | undefined;
  /** Only runs that end before this place of the chain. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** What a principal's runs cost, the newest first. */
export function costsByRun(
  db: Database,
  principal: string,
  { sessionId, runId, before, limit }: RunQuery,
): Promise<RunCosts[]> {
  let query = settled(db, principal)
    .select(['run_id as runId', 'session_id as sessionId'])
    .select((eb) => [eb.fn.max('at').as('at'), eb.fn.max('seq').as('seq')])
    .select(sums)
    .groupBy(['run_id', 'session_id']);
  if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
  if (runId !== undefined) query = query.where('run_id', '=', runId);
  if (before !== undefined) query = query.having((eb) => eb(eb.fn.max('seq'), '<', before));
  return query.orderBy('seq', 'desc').limit(limit).execute();
}

/** All calls of a conversation, of a principal, together. */
export function costsOfSession(db: Database, principal: string, sessionId: string): Promise<CostSums> {
  return settled(db, principal).where('session_id', '=', sessionId).select(sums).executeTakeFirstOrThrow();
}

/** What everybody's calls since a moment cost, the dearest first. */
export function costsByPrincipal(db: Database, since: number, limit: number): Promise<PrincipalCosts[]> {
  return db
    .selectFrom('credits_entries')
    .where('kind', '=', 'settle')
    .where('at', '>=', since)
    .select('principal')
    .select(sums)
    .groupBy('principal')
    .orderBy('amount', 'desc')
    .orderBy('principal')
    .limit(limit)
    .execute();
}

function settled(
  db: Database,
  principal: string,
): SelectQueryBuilder<CreditsTables, 'credits_entries', object> {
  return db.selectFrom('credits_entries').where('principal', '=', principal).where('kind', '=', 'settle');
}

/** PostgreSQL's sums of bigint are numeric, which its driver gives as text. */
const total = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;

const sums = () => [
  sql<number>`count(*)`.as('calls'),
  total('input_tokens').as('inputTokens'),
  total('cached_tokens').as('cachedInputTokens'),
  total('output_tokens').as('outputTokens'),
  total('amount').as('amount'),
  sql<number>`count(*) - count(rate)`.as('unpriced'),
  total('estimated').as('estimated'),
];

/** Tokens of the prompt and the answer of a conversation's last call; undefined when it had none. */
export async function lastTokens(
  db: Database,
  principal: string,
  sessionId: string,
): Promise<number | undefined> {
  const last = await settled(db, principal)
    .where('session_id', '=', sessionId)
    .select(['input_tokens', 'output_tokens'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last && (last.input_tokens ?? 0) + (last.output_tokens ?? 0);
}
