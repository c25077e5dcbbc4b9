import { type Kysely, type Selectable, sql } from 'kysely';
import { sha256Hex } from 'oracle-runtime/kit';
import {
  digitsOf,
  foldValue,
  isPartOfValue,
  isToldOtherwise,
  referenceKey,
} from '../selection/authority-value.js';
import type { SeedOrigin } from '../selection/seed-source.js';
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

/** What an authority said, as draws are found by it. */
export interface ToldValue {
  readonly authority: string;
  readonly value: string;
  readonly reference: string;
}

/** What the authority of a draw said. */
export function toldValue({
  commitment: { source },
  authority: { value, reference },
}: Extract<SeedOrigin, { kind: 'authority' }>): ToldValue {
  return { authority: source.kind === 'authority' ? source.authority : '', value, reference };
}

/** Draws that a value gave, however it was written and whoever was named for it; the first one first. */
export async function usesOfValue(on: Kysely<SamplingTables>, value: string): Promise<ValueUse[]> {
  const rows = await on
    .selectFrom('sampling_values')
    .selectAll()
    .where('value', '=', sha256Hex(foldValue(value)))
    .orderBy('at')
    .execute();
  return rows.map(useOf);
}

/** Draws by another value that has the same digits, or is said to stand in the same place. */
export async function usesLikeValue(
  on: Kysely<SamplingTables>,
  told: ToldValue,
): Promise<{ readonly digits: ValueUse[]; readonly reference: ValueUse[] }> {
  const { value, digits, reference } = keysOf(told);
  const rows = await on
    .selectFrom('sampling_values')
    .selectAll()
    .where('value', '<>', value)
    .where((eb) =>
      eb.or([eb('reference', '=', reference), ...(digits === null ? [] : [eb('digits', '=', digits)])]),
    )
    .orderBy('at')
    .execute();
  const found = (has: (row: (typeof rows)[number]) => boolean) => rows.filter(has).map(useOf);
  return {
    digits:
      digits === null
        ? []
        : found(
            (row) => row.digits === digits && (row.told === null || isToldOtherwise(row.told, told.value)),
          ),
    reference: found((row) => row.reference === reference),
  };
}

/** Draws of an owner, project or line by a value that this one is part of, or that is part of it; none of the same digits. */
export async function usesWithinValue(
  on: Kysely<SamplingTables>,
  told: ToldValue,
  { owner, projectId, line }: Pick<ValueUse, 'owner' | 'projectId'> & { readonly line: readonly string[] },
): Promise<ValueUse[]> {
  const rows = await on
    .selectFrom('sampling_values')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('owner', '=', owner),
        eb('design_id', 'in', line),
        ...(projectId === null ? [] : [eb(sql`lower(project_id)`, '=', projectId.toLowerCase())]),
      ]),
    )
    .orderBy('at')
    .execute();
  const { value, digits } = keysOf(told);
  return rows
    .filter((row) => row.value !== value && (digits === null || row.digits !== digits))
    .filter((row) => row.told !== null && isPartOfValue(row.told, told.value))
    .map(useOf);
}

export async function keepUseOfValue(
  on: Kysely<SamplingTables>,
  told: ToldValue,
  { selectionId, designId, owner, projectId, at }: ValueUse,
): Promise<void> {
  await on
    .insertInto('sampling_values')
    .values({
      selection_id: selectionId,
      ...keysOf(told),
      told: told.value,
      design_id: designId,
      owner,
      project_id: projectId,
      at,
    })
    .execute();
}

function useOf(row: Selectable<SamplingTables['sampling_values']>): ValueUse {
  const { selection_id: selectionId, design_id: designId, owner, project_id: projectId, at } = row;
  return { selectionId, designId, owner, projectId, at };
}

function keysOf({ authority, value, reference }: ToldValue) {
  const digits = digitsOf(value);
  return {
    value: sha256Hex(foldValue(value)),
    digits: digits === undefined ? null : sha256Hex(digits),
    reference: sha256Hex(referenceKey(authority, reference)),
  };
}
