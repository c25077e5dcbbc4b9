import { otherShares, strataOfRegistry, weighedPopulations } from '../selection/strata-of-registry.js';
import type { DesignRecord } from '../store/design-record.js';
import { largestRemainder } from '../strata/largest-remainder.js';
import type { OtherPopulations } from '../trail/drawn-entry.js';
import { lineOf } from './line-of-designs.js';
import type { RecalculationRequest } from './recalculations.js';
import type { SamplingService } from './sampling-service.js';
import { listedStrata } from './strata-in-registry.js';

/** What a recalculation takes from the registry in the place of what its design says. */
export interface PopulationsOfLine {
  readonly population?: number | undefined;
  readonly populations?: readonly { readonly name: string; readonly population: number }[] | undefined;
  /** The same beside what the design says, for the trail. */
  readonly told: OtherPopulations;
}

/**
 * The populations of a design as the registry that its last draw was made from has them, where that has more units than
 * the design says, or strata in other shares: the readings are weighed so, and so must be what is planned from them. A
 * total that is stated stands, in the shares of the registry, and is told where it is another. Undefined without a draw, and where the two agree.
 */
export async function populationsOfLine(
  service: SamplingService,
  { designId, parameters, stratification }: DesignRecord,
  { selectionId, population: stated }: Pick<RecalculationRequest, 'selectionId' | 'population'>,
): Promise<PopulationsOfLine | undefined> {
  const draws = (await lineOf(service, designId)).flatMap(({ state }) => [...state.draws].reverse());
  const drawn = draws.find((draw) => selectionId === undefined || draw.selectionId === selectionId);
  const stored = drawn && (await service.selections.ofAnybody(drawn.selectionId))?.document;
  if (stored === undefined) return undefined;
  const { record } = stored;
  const { population: designed } = parameters;
  const planned = stratification?.strata ?? [];
  const found = strataOfRegistry(planned, record, await listedStrata(service, stored));
  if (found === undefined) {
    const { size } = record.frame;
    if (stated !== undefined) return statedTotal(stated, size, designed);
    return size > designed
      ? { population: size, told: { registry: size, design: designed, strata: null } }
      : undefined;
  }
  const total = found.reduce((a, b) => a + b, 0);
  const strata = otherShares(planned, found);
  if (strata === null && stated !== undefined) return statedTotal(stated, total, designed);
  if (strata === null && total <= designed) return undefined;
  const weighed = stated === undefined ? weighedPopulations(planned, found) : largestRemainder(stated, found);
  return {
    populations: planned.map(({ name }, h) => ({ name, population: weighed[h] ?? 0 })),
    told: { registry: total, design: designed, strata, ...otherTotal(stated, total) },
  };
}

/** A stated total stands, and is told where the registry has another. */
function statedTotal(stated: number, registry: number, design: number): PopulationsOfLine | undefined {
  const told = { registry, design, strata: null, ...otherTotal(stated, registry) };
  return stated === registry ? undefined : { told };
}

function otherTotal(stated: number | undefined, registry: number): { readonly stated?: number } {
  return stated === undefined || stated === registry ? {} : { stated };
}
