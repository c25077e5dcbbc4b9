import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { designOf, selectionRecordSchema } from '../selection/selection-record.js';
import { entryOf, headOf } from '../trail/trail-chain.js';
import type { TrailHead } from '../trail/trail-entry.js';
import { marksOf } from '../trail/trail-marks.js';
import { stateOf } from '../trail/trail-state.js';
import { readerOf } from './designs.js';
import type { SamplingService } from './sampling-service.js';

/** What the trail of its design says of a draw. */
export interface DrawInTrail {
  /** What stands out: which draw it is, others on the same units, fewer than planned, or that the trail does not hold it. */
  readonly marks?: readonly string[];
  /** Why it is not what was drawn; absent where an entry names its hash. */
  readonly fault?: string;
  /** The head of that trail. */
  readonly trail?: TrailHead;
}

/** Looks a record up in the trail of its design, where the caller may see the design; empty for others. @param json untrusted */
export async function drawInTrail(
  { designs, trails }: SamplingService,
  principal: Principal,
  json: unknown,
): Promise<DrawInTrail> {
  const record = selectionRecordSchema.safeParse(json);
  if (!record.success || designOf(record.data) === null) return {};
  const { designId, sha256 } = record.data;
  try {
    await designs.get(readerOf(principal), designId);
  } catch (error) {
    if (OracleError.isInstance(error) && error.code === 'not_found') return {};
    throw error;
  }
  const links = await trails.read(designId);
  const entries = links.map(entryOf);
  const trail = headOf(links);
  const draw = stateOf(entries).draws.find((each) => each.recordSha256 === sha256);
  if (draw === undefined) {
    const fault = `The trail of ${designId} holds no draw with this record.`;
    return { marks: [fault], fault, ...(trail && { trail }) };
  }
  const marks = marksOf(entries)
    .filter(({ seq }) => seq === draw.entry?.seq)
    .map(({ mark }) => mark);
  return { marks, ...(trail && { trail }) };
}
