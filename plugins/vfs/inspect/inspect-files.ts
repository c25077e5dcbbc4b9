import type { Inspection, StoredFault } from 'oracle-runtime/plugin';
import { lostBytes } from './lost-bytes.js';
import { type StrayDeps, strays } from './strays.js';

/** What is wrong with stored files: rows without their bytes, and bytes without a row. */
export async function* inspectFiles(
  vfs: Parameters<typeof lostBytes>[0] & StrayDeps,
  { deep, repair }: Inspection,
): AsyncGenerator<StoredFault> {
  for await (const detail of lostBytes(vfs, deep)) yield { kind: 'lost', detail };
  for await (const { detail, remove } of strays(vfs)) {
    if (repair && remove !== undefined) {
      await remove();
      yield { kind: 'removed', detail: `${detail}; removed` };
    } else yield { kind: 'stray', detail };
  }
}
