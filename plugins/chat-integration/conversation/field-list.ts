import type { Principal, ToolCallEvent } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { DesignService } from '../../sampling/service.js';
import type { ChatFile } from '../service.js';

/** A new draw says what its randomness rests on. */
const drawn = z.object({ selectionId: z.string(), restsOn: z.string() });

/** The draw that a tool call made; undefined for all others. */
export function drawOf({ plugin, status, output }: ToolCallEvent): string | undefined {
  if (plugin !== 'sampling' || status !== 'done') return undefined;
  const read = drawn.safeParse(output);
  return read.success ? read.data.selectionId : undefined;
}

/**
 * What a field team takes along: one row a unit, replacements after the selected of their stratum.
 * @throws OracleError `not_found`, `forbidden`
 */
export async function fieldList(
  designs: DesignService,
  principal: Principal,
  selectionId: string,
): Promise<{ readonly file: ChatFile; readonly selected: number; readonly replacements: number }> {
  const { record } = await designs.draw(principal, selectionId);
  const { selectionCsv } = await import('../../sampling/library.js');
  const count = (part: 'selected' | 'replacements') =>
    record.strata.reduce((sum, stratum) => sum + stratum[part].length, 0);
  return {
    file: { name: `${selectionId}.csv`, content: Buffer.from(selectionCsv(record)) },
    selected: count('selected'),
    replacements: count('replacements'),
  };
}
