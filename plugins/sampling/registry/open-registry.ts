import { openTable } from 'oracle-runtime/kit';
import { namesUnits } from './guess-columns.js';
import type { RegistrySource } from './registry-source.js';
import { asRefusal, type OpenRegistry, type ReadOptions } from './registry-table.js';

/**
 * Opens a registry as a table. The format is told from the first bytes, not from the file's name; of several sheets with
 * tables, the one with a column of ids is meant.
 *
 * @throws OracleError `invalid_request` naming what cannot be read, and the line.
 */
export async function openRegistry(source: RegistrySource, options: ReadOptions = {}): Promise<OpenRegistry> {
  try {
    const { batches, byteBatches, ...table } = await openTable(source, { isMeant: namesUnits, ...options });
    return {
      ...table,
      batches: refusing(batches),
      ...(byteBatches !== undefined && { byteBatches: refusing(byteBatches) }),
    };
  } catch (error) {
    throw asRefusal(error);
  }
}

async function* refusing<Batch>(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    throw asRefusal(error);
  }
}
