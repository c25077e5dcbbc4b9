import { hasScope, type Principal } from 'oracle-runtime/plugin';
import { computeDesign } from '../design/compute-design.js';
import type { DesignRequest } from '../design/design-request.js';
import { loadDistributions } from '../distributions/load-distributions.js';
import type { DesignRecord } from '../store/design-record.js';
import type { Reader } from '../store/designs-store.js';
import type { SamplingService } from './sampling-service.js';

/**
 * Designs that a principal may see. Submitting one hands it to the verifiers of this oracle, all of them: who could choose
 * which of them sees it would choose who approves it.
 */
export function readerOf(principal: Principal): Reader {
  return { owner: principal.id, verifier: hasScope(principal, 'sampling/verify') };
}

/** What a principal may change: its own. */
export function ownerOf(principal: Principal): Reader {
  return { owner: principal.id, verifier: false };
}

/** Computes and stores a design for its owner. */
export async function designSample(
  { profiles, designs }: SamplingService,
  principal: Principal,
  request: DesignRequest,
): Promise<DesignRecord> {
  const design = computeDesign(request, profiles, await loadDistributions());
  return designs.create(principal.id, principal.did, design);
}
