import { OracleError, type Principal } from 'oracle-runtime/plugin';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { DesignRecord } from '../store/design-record.js';
import type { DrawElsewhere } from '../trail/analysed-entry.js';
import { entryOf } from '../trail/trail-chain.js';
import { marksOf } from '../trail/trail-marks.js';
import type { DrawState, TrailState } from '../trail/trail-state.js';
import { lineOf } from './line-of-designs.js';
import type { SamplingService } from './sampling-service.js';

type Call = TrailState['replacements'][number];
type Analysis = TrailState['analyses'][number];

/** The draw that readings are held against. */
export interface DrawOfPeriod {
  readonly selectionId: string;
  readonly registryId: string;
  readonly record: SelectionRecord;
  /** Its design and its marks, where it is another one that is analysed. */
  readonly elsewhere: DrawElsewhere | null;
  /** Replacements that were called, in their order. */
  readonly called: readonly Call[];
  /** Analyses of readings of this draw. */
  readonly analyses: readonly Pick<Analysis, 'to' | 'at'>[];
  /** Days of those that are final. */
  readonly finals: readonly { readonly from: string; readonly to: string }[];
  /** Days of analyses of designs that this one recalculates. */
  readonly analysedBefore: readonly { readonly from: string; readonly to: string }[];
  /** `YYYY-MM-DD`: of a kept panel the day of its first draw. */
  readonly drawnOn: string;
}

/**
 * The draw that says which units count and in which stratum, whether or not anybody names it: the one that is named,
 * else the only one of the design or of the nearest design that it recalculates. Undefined when nothing was drawn.
 * @throws OracleError `invalid_request` when there are several and none is named; `conflict` for a draw of another design,
 * and for one whose record is gone; `not_found`
 */
export async function drawOfPeriod(
  service: SamplingService,
  principal: Principal,
  selectionId: string | undefined,
  design: DesignRecord,
): Promise<DrawOfPeriod | undefined> {
  const { selections } = service;
  const line = await lineOf(service, design.designId);
  const states = line.map(({ state }) => state);
  const draws = states.flatMap((state) => state.draws);
  const chosen =
    selectionId === undefined
      ? onlyDraw(states)
      : draws.find((draw) => draw.selectionId === selectionId)?.selectionId;
  if (chosen === undefined) {
    if (selectionId === undefined) return undefined;
    const { document } = await selections.get(principal.id, selectionId);
    throw new OracleError('conflict', {
      detail: `The selection '${selectionId}' was not drawn for this design or one that it recalculates.`,
      errors: [{ field: 'selectionId', message: `was drawn for ${document.record.designId}` }],
    });
  }
  const stored = (await selections.ofAnybody(chosen))?.document;
  if (stored === undefined)
    throw new OracleError('conflict', {
      detail: `The trail has the draw '${chosen}', but its record is gone.`,
      hint: 'Restore it from a backup or from its record.json: readings cannot be held against a draw that is not there.',
      errors: [{ field: 'selectionId', message: 'is not stored any more' }],
    });
  const { registryId, record } = stored;
  const home = line.find(({ state }) => state.draws.some((draw) => draw.selectionId === chosen));
  const ofDraw = ({ selectionId: id }: { readonly selectionId: string | null }) => id === chosen;
  const analyses = states.flatMap((state) => state.analyses.filter(ofDraw));
  const analysed = new Set(analyses.map(({ periodId }) => periodId));
  return {
    selectionId: chosen,
    registryId,
    record,
    elsewhere:
      home === undefined || home.designId === design.designId
        ? null
        : { designId: home.designId, marks: await marksOfDraw(service, home.designId, chosen) },
    called: states.flatMap(({ replacements }) => replacements.filter(ofDraw)),
    analyses,
    finals: states.flatMap(({ finals }) => finals.filter(({ periodId }) => analysed.has(periodId))),
    analysedBefore: line
      .slice(1)
      .flatMap(({ state }) => state.analyses.map(({ from, to }) => ({ from, to }))),
    drawnOn: (firstOfPanel(draws, chosen)?.entry?.at ?? record.drawnAt).slice(0, 10),
  };
}

/** What stands out in a draw, as the trail of its design says it. */
async function marksOfDraw(
  { trails }: SamplingService,
  designId: string,
  selectionId: string,
): Promise<string[]> {
  const entries = (await trails.read(designId)).map(entryOf);
  const seq = entries.find((entry) => entry.kind === 'drawn' && entry.selectionId === selectionId)?.seq;
  return marksOf(entries).flatMap((each) => (each.seq === seq ? [each.mark] : []));
}

function onlyDraw(states: readonly TrailState[]): string | undefined {
  const draws = states.find((state) => state.draws.length > 0)?.draws ?? [];
  if (draws.length < 2) return draws[0]?.selectionId;
  const message = `is needed: the units were drawn more than once (${draws.map((draw) => draw.selectionId).join(', ')})`;
  throw new OracleError('invalid_request', {
    detail: `selectionId: ${message}.`,
    errors: [{ field: 'selectionId', message }],
  });
}

/** A kept panel was drawn when its first draw was. */
function firstOfPanel(draws: readonly DrawState[], selectionId: string): DrawState | undefined {
  const draw = draws.find((each) => each.selectionId === selectionId);
  const panel = draw?.entry?.panel;
  return panel?.choice === 'kept' ? (firstOfPanel(draws, panel.selectionId) ?? draw) : draw;
}
