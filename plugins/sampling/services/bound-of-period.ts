import { OracleError } from 'oracle-runtime/plugin';
import { entryOf } from '../trail/trail-chain.js';
import type { SamplingService } from './sampling-service.js';

type Bound = 'none' | 'lower' | 'upper';

/**
 * The bound by which the reductions of the period count that a design was recalculated from; the one that is asked for where
 * that is known of no period.
 * @throws OracleError `invalid_request` for another one than the period has
 */
export async function boundOfPeriod(
  { designs, periods, trails }: SamplingService,
  designId: string | undefined,
  asked: Bound | undefined,
): Promise<Bound | undefined> {
  const before = designId === undefined ? null : await designs.recalculatedBy(designId);
  if (before === null) return asked;
  const entry = (await trails.read(before))
    .map(entryOf)
    .findLast((each) => each.kind === 'recalculated' && each.into === designId);
  const periodId = entry?.kind === 'recalculated' ? entry.periodId : null;
  const bound =
    periodId === null
      ? undefined
      : (await periods.ofAnybody(periodId))?.document.analysis.erAdjustment?.bound;
  if (bound !== undefined && asked !== undefined && asked !== bound)
    throw new OracleError('invalid_request', {
      detail: `'${designId}' was recalculated from ${periodId}, whose reductions count with the bound "${bound}", and not "${asked}".`,
      hint: 'Leave erBound out: the bound of that period is taken.',
      errors: [{ field: 'erBound', message: `is "${bound}" by ${periodId}` }],
    });
  return bound ?? asked;
}
