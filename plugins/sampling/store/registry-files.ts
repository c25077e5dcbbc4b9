import type { Kysely } from 'kysely';
import { registriesWithColumn } from './registry-columns.js';
import type { SamplingTables } from './tables.js';

type Database = Kysely<SamplingTables>;

/** What tells a registry's list from others. */
export interface RegistryFile {
  readonly registryId: string;
  readonly bytes: number;
  /** SHA-256 of the file; null where it is not known. */
  readonly file: string | null;
  /** SHA-256 of the ids, as the registry was first understood. */
  readonly frame: string;
}

/** Keeps what tells a registry's list from others; it stays when the registry is deleted. */
export async function keepFile(
  on: Database,
  { registryId, bytes, file, frame }: RegistryFile,
): Promise<void> {
  await on
    .insertInto('sampling_registry_files')
    .values({ registry_id: registryId, bytes, file, frame })
    .execute();
}

/** Registries, whoever stored them, of the same file, of the same ids or with a column of the same cells as this one, and this one. */
export async function registriesOfList(on: Database, registryId: string): Promise<string[]> {
  const own = await on
    .selectFrom('sampling_registry_files')
    .select(['file', 'frame'])
    .where('registry_id', '=', registryId)
    .executeTakeFirst();
  const byColumn = await registriesWithColumn(on, registryId);
  if (own === undefined) return [registryId, ...byColumn];
  const rows = await on
    .selectFrom('sampling_registry_files')
    .select('registry_id')
    .where((eb) =>
      eb.or([eb('frame', '=', own.frame), ...(own.file === null ? [] : [eb('file', '=', own.file)])]),
    )
    .execute();
  return [...new Set([registryId, ...byColumn, ...rows.map((row) => row.registry_id)])];
}

/** Registries of before whose files are as long as that of this one, and were not read since: any may be the same file. */
export async function unreadAlike(on: Database, registryId: string): Promise<string[]> {
  const rows = await on
    .selectFrom('sampling_registry_files')
    .select('registry_id')
    .where('file', 'is', null)
    .where('bytes', '=', (eb) =>
      eb.selectFrom('sampling_registry_files').select('bytes').where('registry_id', '=', registryId),
    )
    .execute();
  return rows.map((row) => row.registry_id);
}

/** Says what a file of before holds. */
export async function tellFile(on: Database, registryId: string, file: string): Promise<void> {
  await on
    .updateTable('sampling_registry_files')
    .set({ file })
    .where('registry_id', '=', registryId)
    .execute();
}
