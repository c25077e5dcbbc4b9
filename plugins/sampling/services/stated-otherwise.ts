import type { StatedAlone, StatedOtherwise } from '../trail/outcome-entries.js';
import { entryOf } from '../trail/trail-chain.js';
import { stateOf } from '../trail/trail-state.js';
import type { RecalculationRequest } from './recalculations.js';
import type { SamplingService } from './sampling-service.js';

/** Stated values may be rounded: within one in a hundred they say the same. */
const ROUNDED = 0.01;

/** The values that a recalculation states where nothing of the design was analysed; null where something was, or none is stated. */
export async function statedAlone(
  { trails }: SamplingService,
  { designId, strata, ...request }: RecalculationRequest,
  { currentSize, requiredSize }: { readonly currentSize: number; readonly requiredSize: number },
): Promise<StatedAlone | null> {
  const { analyses } = stateOf((await trails.read(designId)).map(entryOf));
  const values = [
    ...(['mean', 'sd', 'dropoutRate'] as const).flatMap((value) => {
      const stated = request[value];
      return stated === undefined ? [] : [{ value, stated: String(stated) }];
    }),
    ...(strata === undefined ? [] : [{ value: 'strata', stated: String(strata.length) }]),
  ];
  return analyses.length > 0 || values.length === 0
    ? null
    : { values, sizeBefore: currentSize, size: requiredSize };
}

/** The stated values of a recalculation that the newest final analysis of the design has otherwise, else its newest one. */
export async function statedOtherwise(
  { trails, periods }: SamplingService,
  request: RecalculationRequest,
): Promise<StatedOtherwise[]> {
  const { finals, analyses } = stateOf((await trails.read(request.designId)).map(entryOf));
  const isFinal = finals.length > 0;
  const final = [...(isFinal ? finals : analyses)]
    .sort((a, b) => (a.to === b.to ? a.seq - b.seq : a.to < b.to ? -1 : 1))
    .at(-1);
  const pooled = final && (await periods.ofAnybody(final.periodId))?.document.analysis.pooled;
  if (final === undefined || pooled === undefined) return [];
  return (['mean', 'sd', 'dropoutRate'] as const).flatMap((value) => {
    const [stated, analysed] = [request[value], pooled[value]];
    const { periodId } = final;
    return stated === undefined ||
      analysed === null ||
      Math.abs(stated - analysed) <= ROUNDED * Math.abs(analysed)
      ? []
      : [{ value, stated: String(stated), analysed: String(analysed), periodId, isFinal }];
  });
}
