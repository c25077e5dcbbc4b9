import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ChainQueries } from '../service.js';

export type Ask = Pick<ChainQueries, 'query' | 'list'>;

/** Text that the chain may leave out. */
export const word = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** A list that the chain may write as null. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((all) => all ?? []);

/**
 * One query, its answer as a shape.
 * @throws OracleError what the chain's failures are; `upstream_failed` for an answer of another shape
 */
export async function ask<T>(
  queries: Ask,
  method: string,
  params: Readonly<Record<string, unknown>>,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const { body } = await queries.query(method, params, signal);
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new OracleError('upstream_failed', {
    detail: `${method}: the answer is not what this oracle understands: ${issue?.path.join('.')} ${issue?.message}.`,
  });
}

/** Whether the chain runs a query. */
export async function serves(queries: Ask, method: string): Promise<boolean> {
  return (await queries.list()).some((each) => each.method === method);
}
