import { OracleError, type Principal } from 'oracle-runtime/plugin';
import { NearestId } from '../registry/alike-ids.js';
import { NO_DESIGN, type SelectionRecord } from '../selection/selection-record.js';
import type { TrailHead } from '../trail/trail-entry.js';
import { marksOf } from '../trail/trail-marks.js';
import { ownerOf } from './designs.js';
import { assertNotRejected } from './not-rejected.js';
import type { SamplingService } from './sampling-service.js';
import { valuesBefore } from './values-before.js';

/** A unit that cannot be monitored. */
export interface LostUnit {
  readonly unitId: string;
  readonly reason: string;
}

/** Who stands in for whom. */
export interface CalledReplacement {
  readonly stratum: string | null;
  readonly unitId: string;
  readonly by: string;
  /** Place in the draw of the stratum. */
  readonly order: number;
  readonly reason: string;
}

export interface Replacements {
  readonly selectionId: string;
  readonly replaced: readonly CalledReplacement[];
  /** Stand-ins that are left, by stratum. */
  readonly left: readonly { readonly stratum: string | null; readonly replacements: number }[];
  /** What stands out, such as units whose values were known. */
  readonly warnings: readonly string[];
  readonly trail: TrailHead;
}

/**
 * Calls the next replacements of a draw, in the order in which they were drawn, for units that cannot be monitored.
 * @throws OracleError `not_found`; `conflict` for a draw of no design or of a rejected one; `invalid_request` for units that were not drawn or are
 * replaced already, and for a stand-in that is not the next; `insufficient_data` when a stratum has no replacement left
 */
export async function replaceUnits(
  service: SamplingService,
  principal: Principal,
  selectionId: string,
  lost: readonly LostUnit[],
  /** Who is to come for the only unit; the draw says who that may be. */
  standIn?: string,
): Promise<Replacements> {
  if (standIn !== undefined && lost.length > 1)
    throw refused('standIn', `'${standIn}' can stand in for one unit, and ${lost.length} are named`);
  const { record } = (await service.selections.get(principal.id, selectionId)).document;
  const { designId, strata } = record;
  if (designId === NO_DESIGN)
    throw new OracleError('conflict', {
      detail: `The selection '${selectionId}' is for no design, so there is no trail for its replacements.`,
      hint: 'Draw for a design: readings are held against it with its replacements.',
    });
  const design = await service.designs.get(ownerOf(principal), designId);
  assertNotRejected(design, 'no stand-ins are called for its draw');
  const values = await valuesBefore(
    service,
    designId,
    lost.map(({ unitId }) => unitId),
  );
  return service.trails.write(designId, async (_, trail) => {
    const known = trail.state().replacements.filter((each) => each.selectionId === selectionId);
    const replaced = new Map(known.map(({ unitId, by }) => [unitId, by]));
    const called = new Set(known.map(({ by }) => by));
    const done: CalledReplacement[] = [];
    const drawn = strata.reduce((sum, { selected }) => sum + selected.length, 0);
    let head = trail.head();
    for (const [row, { unitId, reason }] of lost.entries()) {
      const field = `units.${row}.unitId`;
      const stratum = strata.find(({ selected, replacements }) =>
        [...selected, ...replacements].some(({ id }) => id === unitId),
      );
      const inUse = stratum?.selected.some(({ id }) => id === unitId) === true || called.has(unitId);
      if (stratum === undefined || !inUse)
        throw refused(field, `'${unitId}' was not drawn${isIt(unitId, strata)}`);
      const before = replaced.get(unitId);
      if (before !== undefined) throw refused(field, `'${unitId}' was replaced by '${before}' already`);
      const next = stratum.replacements.find(({ id }) => !called.has(id));
      if (next === undefined)
        throw new OracleError('insufficient_data', {
          detail: `${stratum.name === null ? 'The draw' : `Stratum ${stratum.name}`} has no replacement left for '${unitId}'.`,
          hint: 'Report the unit as lost in the readings: the dropout that the design allows for covers it.',
          errors: [{ field, message: 'has no replacement left' }],
        });
      if (standIn !== undefined && next.id !== standIn)
        throw refused('standIn', `The next replacement for '${unitId}' is '${next.id}', not '${standIn}'`);
      const call = { stratum: stratum.name, unitId, by: next.id, order: next.order, reason };
      head = await trail.append(principal.did, {
        kind: 'replaced',
        selectionId,
        ...call,
        of: drawn,
        earlierValues: values.get(unitId) ?? 0,
      });
      called.add(next.id);
      replaced.set(unitId, next.id);
      done.push(call);
    }
    if (head === undefined) throw new RangeError('A design with a draw has a trail.');
    return {
      selectionId,
      replaced: done,
      left: strata.map(({ name, replacements }) => ({
        stratum: name,
        replacements: replacements.filter(({ id }) => !called.has(id)).length,
      })),
      warnings: marksOf(trail.entries())
        .filter(({ seq }) => seq === head?.length)
        .map(({ mark }) => mark),
      trail: head,
    };
  });
}

/** A question about the drawn unit that another spelling may stand for. */
function isIt(unitId: string, strata: SelectionRecord['strata']): string {
  const drawn = strata.flatMap(({ selected, replacements }) => [...selected, ...replacements]);
  const { nearest } = new NearestId(drawn.map(({ id }) => id)).to(unitId);
  return nearest === undefined || nearest === unitId ? '' : `: is it '${nearest}'?`;
}

function refused(field: string, message: string): OracleError {
  return new OracleError('invalid_request', {
    detail: `${message}, so nobody stands in for it. Nothing was recorded.`,
    errors: [{ field, message }],
  });
}
