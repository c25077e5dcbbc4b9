import type { Principal } from 'oracle-runtime/plugin';
import type { SubmissionVerdict } from '../service.js';
import { ownerOf } from './designs.js';
import type { SamplingService } from './sampling-service.js';

/** Writes in the trail of a design that somebody decided whether a submission counts. @throws OracleError `not_found` */
export async function recordVerdict(
  { designs, trails }: SamplingService,
  principal: Principal,
  { designId, value, ...verdict }: SubmissionVerdict,
): Promise<void> {
  await designs.get(ownerOf(principal), designId);
  await trails.write(designId, async (_, trail) => {
    await trail.append(principal.did, {
      kind: 'judged',
      ...verdict,
      value: value === null ? null : String(value),
    });
  });
}
