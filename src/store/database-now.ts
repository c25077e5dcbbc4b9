import { type Expression, sql } from 'kysely';
import type { Clock } from '../plugin/index.js';
import type { Database } from './dialect.js';

/** The time in milliseconds as a part of a query, by one clock for all processes: those of two machines may be minutes apart. */
export function databaseNow(dialect: Database['dialect'], clock: Clock): () => Expression<number> {
  return () =>
    dialect === 'postgres'
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
      : sql<number>`${sql.lit(clock.now())}`;
}
