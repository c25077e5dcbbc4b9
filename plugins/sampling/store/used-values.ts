import type { Kysely } from 'kysely';
import { sha256Hex } from 'oracle-runtime/kit';
import { foldValue } from '../selection/authority-value.js';
import type { SamplingTables } from './tables.js';

/** A draw of this oracle by a value of an authority. */
export interface ValueUse {
  readonly selectionId: string;
  readonly designId: string;
  readonly owner: string;
  readonly projectId: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** Draws that a value gave, however it was written and whoever was named for it; the first one first. */
export async function usesOfValue(on: Kysely<SamplingTables>, value: string): Promise<ValueUse[]> {
  const rows = await on
    .selectFrom('sampling_values')
    .selectAll()
    .where('value', '=', hashOf(value))
    .orderBy('at')
    .execute();
  return rows.map(({ selection_id: selectionId, design_id: designId, owner, project_id: projectId, at }) => ({
    selectionId,
    designId,
    owner,
    projectId,
    at,
  }));
}

export async function keepUseOfValue(
  on: Kysely<SamplingTables>,
  value: string,
  { selectionId, designId, owner, projectId, at }: ValueUse,
): Promise<void> {
  await on
    .insertInto('sampling_values')
    .values({
      selection_id: selectionId,
      value: hashOf(value),
      design_id: designId,
      owner,
      project_id: projectId,
      at,
    })
    .execute();
}

function hashOf(value: string): string {
  return sha256Hex(foldValue(value));
}
