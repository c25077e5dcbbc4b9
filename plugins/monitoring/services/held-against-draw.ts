import type { Principal } from 'oracle-runtime/plugin';
import type { DesignRecord, DesignService } from '../../sampling/service.js';
import type { HouseholdUse } from '../use/household-use.js';
import type { AgainstDraw, HandedOver } from '../use/use-report.js';

/** The draw of a design whose households are monitored, with where each belongs. */
export interface MonitoredDraw {
  readonly selectionId: string;
  readonly selected: ReadonlySet<string>;
  /** Selected ones and the replacements that wait, each with its stratum. */
  readonly strata: ReadonlyMap<string, string | null>;
}

const EXAMPLES = 10;
/** A household that was observed for a smaller share of its days says nothing of them. */
const LEAST_OBSERVED = 0.5;

/** The draw that is named, or the newest of the design; undefined when nothing was drawn. */
export async function drawOf(
  designs: DesignService,
  principal: Principal,
  designId: string,
  selectionId: string | undefined,
): Promise<MonitoredDraw | undefined> {
  const draw =
    selectionId === undefined
      ? (await designs.draws(principal, designId, { limit: 1 })).items[0]
      : await designs.draw(principal, selectionId);
  if (draw === undefined) return undefined;
  const { strata } = draw.record;
  return {
    selectionId: draw.selectionId,
    selected: new Set(strata.flatMap(({ selected }) => selected.map(({ id }) => id))),
    strata: new Map(
      strata.flatMap(({ name, selected, replacements }) =>
        [...selected, ...replacements].map(({ id }) => [id, name] as const),
      ),
    ),
  };
}

export function againstDraw(households: readonly HouseholdUse[], draw: MonitoredDraw): AgainstDraw {
  const seen = new Set(households.map(({ household }) => household));
  const without = [...draw.selected].filter((id) => !seen.has(id));
  const strange = [...seen].filter((id) => !draw.strata.has(id));
  const some = (ids: readonly string[]) => ({ count: ids.length, examples: ids.slice(0, EXAMPLES) });
  return {
    selectionId: draw.selectionId,
    drawn: draw.selected.size,
    monitored: [...draw.selected].filter((id) => seen.has(id)).length,
    without: some(without),
    notDrawn: some(strange),
  };
}

/** What is handed to a design. */
export interface Handing {
  readonly design: DesignRecord;
  readonly draw: MonitoredDraw | undefined;
  readonly households: readonly HouseholdUse[];
  readonly stove: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | undefined;
}

/**
 * Hands one value a household to its design: the share of observed days with use, or for a design of a proportion
 * whether it was in use at all. A household that was observed too little has no value, for its device failed.
 * @throws OracleError as `Designs.addReadings`
 */
export async function handOver(
  designs: DesignService,
  principal: Principal,
  { design, draw, households, stove, from, to, reason }: Handing,
): Promise<HandedOver> {
  const inUse = design.parameters.parameterType === 'proportion';
  const readings = households.flatMap(({ household, stratum, stoves }) => {
    const use = stoves.find((each) => each.stove === stove);
    if (use === undefined || (draw !== undefined && !draw.strata.has(household))) return [];
    const enough = use.observedDays > 0 && use.observedDays / use.expectedDays >= LEAST_OBSERVED;
    const share = inUse ? Number(use.useDays > 0) : use.useDays / use.observedDays;
    return [
      {
        unitId: household,
        date: to,
        value: enough ? share : null,
        ...(!enough && { status: 'device failed' }),
        ...(draw === undefined && stratum !== null && { stratum }),
      },
    ];
  });
  const period = await designs.addReadings(principal, {
    designId: design.designId,
    from,
    to,
    readings,
    ...(draw !== undefined && { selectionId: draw.selectionId }),
    ...(reason !== undefined && { reason }),
  });
  const { planned, valid, mean, sd, dropoutRate, estimate, met } = period.pooled;
  return {
    periodId: period.periodId,
    value: inUse ? 'in use' : 'share of days with use',
    stove,
    mean,
    sd,
    n: valid,
    planned,
    dropoutRate,
    relativePrecision: estimate?.relativePrecision ?? null,
    met,
    warnings: period.warnings,
  };
}
