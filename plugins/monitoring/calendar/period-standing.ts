import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { AnalysedPeriod, DesignService, Fieldwork } from '../../sampling/service.js';

const DAY_MS = 86_400_000;
/** Analyses that are looked through for the newest of the period. */
const MOST = 100;

/** How a monitoring period of a design stands. Days are `YYYY-MM-DD`. */
export interface PeriodStanding {
  readonly designId: string;
  readonly from: string;
  readonly to: string;
  /** Whole days until it is over, from today on; below 0 once it is. */
  readonly daysLeft: number;
  /** Units that were drawn; null while nothing was. */
  readonly drawn: number | null;
  /** Valid values that the design needs. */
  readonly needed: number;
  /** Units with a valid value in the newest analysis within the period; null without one. */
  readonly valid: number | null;
  /** That analysis. */
  readonly periodId: string | null;
  /** What it says of precision and smallest sample; null without one. */
  readonly met: boolean | null;
}

/** @param today `YYYY-MM-DD`, where the oracle's monitoring is. @throws OracleError `not_found` */
export async function periodStanding(
  designs: DesignService,
  principal: Principal,
  { designId, from, to }: { readonly designId: string; readonly from: string; readonly to: string },
  today: string,
): Promise<PeriodStanding> {
  const design = await designs.get(principal, designId);
  const { items } = await designs.periods(principal, designId, { limit: MOST });
  const newest: AnalysedPeriod | undefined = items.find((each) => each.from >= from && each.to <= to);
  const fieldwork = await drawnFor(designs, principal, designId);
  return {
    designId,
    from,
    to,
    daysLeft: Math.round((Date.parse(to) - Date.parse(today)) / DAY_MS),
    drawn: fieldwork?.record.strata.reduce((sum, { selected }) => sum + selected.length, 0) ?? null,
    needed: design.parameters.calculatedSize,
    valid: newest?.pooled.valid ?? null,
    periodId: newest?.periodId ?? null,
    met: newest?.pooled.met ?? null,
  };
}

async function drawnFor(
  designs: DesignService,
  principal: Principal,
  designId: string,
): Promise<Fieldwork | undefined> {
  try {
    return await designs.fieldwork(principal, designId);
  } catch (error) {
    // Nothing was drawn, or several draws were made and none is named.
    if (OracleError.isInstance(error) && (error.code === 'conflict' || error.code === 'invalid_request'))
      return undefined;
    throw error;
  }
}

/** In sentences: the end first, then what is there, then what to do. */
export function standingInWords(standing: PeriodStanding): string {
  const { designId, from, to, daysLeft, drawn, needed, valid, periodId, met } = standing;
  const end =
    daysLeft < 0
      ? `is over since ${to}`
      : daysLeft === 0
        ? 'ends today'
        : `ends in ${daysLeft} day${daysLeft === 1 ? '' : 's'}, on ${to}`;
  const there =
    valid === null
      ? 'No readings of it were analysed yet'
      : `${valid} valid values so far (${periodId}), ${needed} are needed${met === true ? '; the precision is reached' : ''}`;
  const draw = drawn === null ? 'No one draw says whom to visit' : `${drawn} units were drawn`;
  const open = valid === null || valid < needed;
  const next =
    !open || daysLeft < 0
      ? ''
      : ` Visits of ${valid === null || drawn === null ? 'the drawn units' : `${Math.max(0, drawn - valid)} units`} are open: what is measured after ${to} does not count.`;
  return `The monitoring period ${from} to ${to} of ${designId} ${end}. ${draw}. ${there}.${next}`;
}
