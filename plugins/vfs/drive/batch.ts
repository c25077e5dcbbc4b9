import { nextTurn } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

/** How one item of a batch ended. */
export const batchResultSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      status: z.number().int().describe('The HTTP status that the item alone would have had.'),
      path: z.string().optional(),
      error: z.string().optional(),
    }),
  ),
  succeeded: z.number().int(),
  failed: z.number().int(),
});

type BatchResult = z.output<typeof batchResultSchema>;

/**
 * Does the same for each item, one after the other; what fails for one changes nothing for the others. An id that
 * comes twice is done once and refused the second time.
 */
export async function inBatch<Item extends { readonly id: string }>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<{ readonly path: string }>,
): Promise<BatchResult> {
  const results: BatchResult['results'] = [];
  const seen = new Set<string>();
  for (const item of items) {
    // Each waits for the disk without leaving the thread: others have their turns between.
    await nextTurn();
    signal.throwIfAborted();
    const { id } = item;
    if (seen.has(id)) {
      results.push({ id, ok: false, status: 409, error: 'Duplicate id in this batch.' });
      continue;
    }
    seen.add(id);
    try {
      results.push({ id, ok: true, status: 200, path: (await work(item)).path });
    } catch (error) {
      if (!OracleError.isInstance(error) || error.status >= 500) throw error;
      results.push({ id, ok: false, status: error.status, error: error.detail });
    }
  }
  const succeeded = results.filter(({ ok }) => ok).length;
  return { results, succeeded, failed: results.length - succeeded };
}
