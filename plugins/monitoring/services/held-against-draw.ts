import type { Principal } from 'oracle-runtime/plugin';
import type { DesignRecord, DesignService, ProtocolOfReadings } from '../../sampling/service.js';
import type { HouseholdUse } from '../use/household-use.js';
import type { AgainstDraw, HandedOver } from '../use/use-report.js';

/** The draw of a design whose households are monitored. */
export interface MonitoredDraw {
  readonly selectionId: string;
  /** Who is to be monitored now: the drawn ones, and replacements in the place of those that they were called for. */
  readonly expected: ReadonlySet<string>;
  /** Everybody who was ever to be monitored, with the stratum. */
  readonly strata: ReadonlyMap<string, string | null>;
  /** Day of the draw, `YYYY-MM-DD`. */
  readonly drawnOn: string;
  /** Days that designs before have analysed. */
  readonly analysedBefore: readonly { readonly from: string; readonly to: string }[];
}

const EXAMPLES = 10;
/** A household that was observed for a smaller share of its days says nothing of them. */
const LEAST_OBSERVED = 0.5;

/**
 * The draw that is named, or the only one of the design; undefined when nothing was drawn.
 * @throws OracleError as `Designs.fieldwork`
 */
export async function drawOf(
  designs: DesignService,
  principal: Principal,
  designId: string,
  named: string | undefined,
): Promise<MonitoredDraw | undefined> {
  if (named === undefined) {
    const { items } = await designs.draws(principal, designId, { limit: 1 });
    if (items.length === 0) return undefined;
  }
  const { selectionId, record, called, drawnOn, analysedBefore } = await designs.fieldwork(
    principal,
    designId,
    named,
  );
  const everybody = new Map(
    record.strata.flatMap(({ name, selected, replacements }) =>
      [...selected, ...replacements].map(({ id }) => [id, name] as const),
    ),
  );
  const expected = new Set(record.strata.flatMap(({ selected }) => selected.map(({ id }) => id)));
  const asked = new Set(expected);
  for (const { unitId, by } of called) {
    expected.delete(unitId);
    expected.add(by);
    asked.add(by);
  }
  return {
    selectionId,
    expected,
    drawnOn,
    analysedBefore,
    strata: new Map([...asked].map((id) => [id, everybody.get(id) ?? null])),
  };
}

export function againstDraw(households: readonly HouseholdUse[], draw: MonitoredDraw): AgainstDraw {
  const seen = new Set(households.map(({ household }) => household));
  const some = (ids: readonly string[]) => ({ count: ids.length, examples: ids.slice(0, EXAMPLES) });
  return {
    selectionId: draw.selectionId,
    drawn: draw.expected.size,
    monitored: [...draw.expected].filter((id) => seen.has(id)).length,
    without: some([...draw.expected].filter((id) => !seen.has(id))),
    notDrawn: some([...seen].filter((id) => !draw.strata.has(id))),
  };
}

/** Whether a household was observed for so many of its days that it has a value. */
export function isEnough({
  observedDays,
  expectedDays,
}: {
  readonly observedDays: number;
  readonly expectedDays: number;
}): boolean {
  return observedDays > 0 && observedDays / expectedDays >= LEAST_OBSERVED;
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
  /** By which settings use was found, for the trail of the design. */
  readonly protocol: ProtocolOfReadings;
}

/**
 * Hands one value a household to its design: the share of observed days with use, or for a design of a proportion
 * whether it was in use at all. A household that was observed too little has no value, for its device failed.
 * @throws OracleError as `Designs.addReadings`
 */
export async function handOver(
  designs: DesignService,
  principal: Principal,
  { design, draw, households, stove, from, to, reason, protocol }: Handing,
): Promise<HandedOver> {
  const inUse = design.parameters.parameterType === 'proportion';
  const readings = households.flatMap(({ household, stratum, stoves }) => {
    const use = stoves.find((each) => each.stove === stove);
    if (use === undefined || (draw !== undefined && !draw.strata.has(household))) return [];
    const enough = isEnough(use);
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
    protocol,
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
