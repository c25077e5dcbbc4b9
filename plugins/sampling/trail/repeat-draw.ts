import type { RegistrySource } from '../registry/registry-source.js';
import type { ReadOptions } from '../registry/registry-table.js';
import type { Witness } from '../selection/rests-on.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import { type Verification, verifySelectionRecord } from '../selection/verify-record.js';

/** A registry, and how it is read. */
export interface GivenRegistry {
  readonly source: RegistrySource;
  readonly read: ReadOptions;
}

/** The draw repeated from the registry that has its units; where none has, how it differs. */
export async function repeatFrom(
  registries: readonly GivenRegistry[],
  record: SelectionRecord,
  witnesses: readonly Witness[],
): Promise<Verification | undefined> {
  const found: Verification[] = [];
  for (const { source, read } of registries) {
    const repeated = await verifySelectionRecord(record, source, read, witnesses);
    if (repeated.verdict !== 'fail') return repeated;
    found.push(repeated);
  }
  const differs = found.find((each) => each.firstDifference !== undefined && !isOfOtherUnits(each));
  return differs ?? found.find(isOfOtherUnits) ?? found.at(-1);
}

/** Whether a draw was not repeated for these are not the units that it was made from. */
export function isOfOtherUnits({ verdict, firstDifference }: Verification): boolean {
  return verdict === 'fail' && firstDifference?.field.startsWith('frame.') === true;
}
