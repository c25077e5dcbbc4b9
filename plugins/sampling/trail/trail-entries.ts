import { OracleError } from 'oracle-runtime/plugin';
import { entryOf } from './trail-chain.js';
import type { TrailEntry } from './trail-entry.js';
import { parseTrail } from './trail-export.js';
import { verifyTrail } from './verify-trail.js';

/** What an exported trail tells, in its order, and what speaks against believing it. */
export interface TrailEntries {
  readonly designId: string;
  readonly entries: readonly TrailEntry[];
  /** When it was exported, by the file. */
  readonly exportedAt: string;
  /** What is wrong with it: an entry that was changed, an end that was cut off. */
  readonly faults: readonly string[];
  /** What it does not show: who signed it, that it ends here. */
  readonly open: readonly string[];
}

/** Of these checks it depends whether the entries are those of the oracle, all of them until it was exported. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set(['chain', 'signatures', 'head', 'end', 'file', 'trail']);

/**
 * Reads an exported trail and checks chain, signatures and end. Draws and values are left to `oracle sampling verify`.
 * @param signer DID of the oracle that must have signed it
 * @throws OracleError `invalid_request` for what is no trail
 */
export async function trailEntries(json: unknown, signer?: string): Promise<TrailEntries> {
  const trail = parseTrail(json);
  if (typeof trail === 'string')
    throw new OracleError('invalid_request', {
      detail: `The trail cannot be read: ${trail}.`,
      hint: 'Give the answer of GET /v1/sampling/<designId>/trail as a file.',
      errors: [{ field: 'trail', message: trail }],
    });
  const { checks } = await verifyTrail(json, { signer });
  const worded = ({ name, detail }: { readonly name: string; readonly detail: string }) =>
    `${name}: ${detail}`;
  return {
    designId: trail.designId,
    entries: trail.entries.flatMap((link) => entryIn(link)),
    exportedAt: trail.exportedAt,
    faults: checks.filter(({ passed, open }) => !passed && open !== true).map(worded),
    open: checks.filter(({ name, open }) => open === true && OF_THE_WHOLE.has(name)).map(worded),
  };
}

/** None for one that cannot be read, which is a fault of the chain. */
function entryIn(link: Parameters<typeof entryOf>[0]): TrailEntry[] {
  try {
    return [entryOf(link)];
  } catch {
    return [];
  }
}
