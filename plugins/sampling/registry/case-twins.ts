import type { FrameColumns } from './frame-columns.js';
import { FaultList, type FrameFault } from './frame-faults.js';
import { readFrame } from './read-frame.js';
import type { OpenRegistry } from './registry-table.js';
import { IdSorter } from './sorter/id-sorter.js';

/**
 * Ids that differ in capital letters alone, such as `HH-1` and `hh-1`: nearly always one household entered twice, which
 * would have twice the chance. Reads the registry once more; memory does not grow with it.
 */
export async function caseTwins(
  table: OpenRegistry,
  columns: Pick<FrameColumns, 'id'>,
  signal: AbortSignal | undefined,
): Promise<FrameFault[]> {
  const folded = new IdSorter();
  const faults = new FaultList();
  try {
    await readFrame(table, columns, {
      onUnit: ({ id, line }) => folded.add(id.toLowerCase(), line, 0),
      ...(signal && { signal }),
    });
    await folded.forEach((bytes, start, end, line, _tag, repeated) => {
      if (repeated) faults.add('case_twin', line, bytes.toString('utf8', start, end));
    });
    return faults.list();
  } finally {
    folded.dispose();
  }
}
