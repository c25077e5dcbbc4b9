import { OracleError } from 'oracle-runtime/plugin';
import { entryOf } from './trail-chain.js';
import type { TrailEntry } from './trail-entry.js';
import { parseTrail } from './trail-export.js';

/** What an exported trail tells, in its order. */
export interface TrailEntries {
  readonly designId: string;
  readonly entries: readonly TrailEntry[];
}

/**
 * Reads an exported trail without checking its chain: `oracle sampling verify` does that.
 * @throws OracleError `invalid_request` for what is no trail
 */
export function trailEntries(json: unknown): TrailEntries {
  const trail = parseTrail(json);
  if (typeof trail === 'string')
    throw new OracleError('invalid_request', {
      detail: `The trail cannot be read: ${trail}.`,
      hint: 'Give the answer of GET /v1/sampling/<designId>/trail as a file.',
      errors: [{ field: 'trail', message: trail }],
    });
  return { designId: trail.designId, entries: trail.entries.map(entryOf) };
}
