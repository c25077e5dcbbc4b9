import { OracleError } from 'oracle-runtime/plugin';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { OtherDraws, Panel, RenamedUnits, Shortfall } from './drawn-entry.js';
import type { DrawState, TrailState } from './trail-state.js';

/** What a design plans to draw. */
interface PlannedSample {
  readonly adjustedSize: number;
  readonly strata?: readonly { readonly name: string; readonly sampleSize: number }[] | undefined;
}

/** What this oracle knows of draws and commitments that are not of a design's line. */
export interface DrawsElsewhere {
  readonly others?: OtherDraws | undefined;
  readonly renamed?: RenamedUnits | undefined;
}

/** What a person says of a draw that is not the first of its design. */
export interface DrawAgain {
  readonly panel?: 'kept' | 'fresh' | undefined;
  readonly reason?: string | undefined;
}

/**
 * How a draw relates to those before it.
 * @param draws of the design and those that it recalculates, oldest first
 * @param last the record of the last one; undefined when it is gone
 * @throws OracleError `conflict` when the draw is not what the panel is said to be; `invalid_request` for a panel of a first draw
 */
export function panelOf(
  record: Pick<SelectionRecord, 'seed' | 'strata'>,
  draws: readonly DrawState[],
  last: Pick<SelectionRecord, 'strata'> | undefined,
  { panel }: DrawAgain,
): Panel | null {
  const before = draws.at(-1);
  if (before === undefined) {
    if (panel !== 'kept') return null;
    throw new OracleError('invalid_request', {
      detail: 'There is no panel to keep: nothing was drawn for this design yet.',
      errors: [{ field: 'panel', message: 'cannot be kept in a first draw' }],
    });
  }
  const seed = record.seed.text;
  const { selectionId } = before;
  if (panel === 'fresh' && draws.some((draw) => draw.seed === seed))
    throw new OracleError('conflict', {
      detail: `The seed ${seed} drew the units of ${draws.find((draw) => draw.seed === seed)?.selectionId} already: the same seed gives the same homes again, which is no fresh panel.`,
      hint: 'Take a new seed, or commit to a new value, for a fresh panel; say that the panel is kept to go on with the same homes.',
      errors: [{ field: 'seed', message: 'was used before, so the panel is not fresh' }],
    });
  if (panel === 'kept' && before.seed !== seed)
    throw new OracleError('conflict', {
      detail: `Another seed draws other homes, so the panel of ${selectionId} is not kept.`,
      hint: `Give its seed again to make the sample larger, hold the readings against ${selectionId} without drawing at all, or say that the panel is fresh.`,
      errors: [{ field: 'seed', message: `is not that of ${selectionId}` }],
    });
  return { choice: panel ?? 'unsaid', selectionId, same: last === undefined ? 0 : common(record, last) };
}

/**
 * The commitment that a draw uses up.
 * @throws OracleError `conflict` when it is not open any more
 */
export function assertOpen({ commitments }: TrailState, commitmentId: string): void {
  const known = commitments.find((commitment) => commitment.commitmentId === commitmentId);
  if (known === undefined || known.status === 'open') return;
  const used = known.status === 'used';
  throw new OracleError('conflict', {
    detail: used
      ? `The commitment '${commitmentId}' is used up: it gave the draw ${known.by}. One commitment takes one value.`
      : `The commitment '${commitmentId}' is superseded by ${known.by}.`,
    hint: used
      ? `Use ${known.by}; for another draw publish a new commitment first.`
      : `Draw with ${known.by}.`,
    errors: [
      { field: 'commitmentId', message: used ? `was used by ${known.by}` : `was superseded by ${known.by}` },
    ],
  });
}

/**
 * What a new commitment takes the place of.
 * @throws OracleError `conflict` while another one is open and is not named; `invalid_request` for one that is not open
 */
export function assertMayCommit(
  { commitments }: TrailState,
  { supersedes, reason }: { readonly supersedes?: string | undefined; readonly reason?: string | undefined },
): void {
  const open = commitments.filter(({ status }) => status === 'open');
  if (supersedes !== undefined) {
    if (!open.some(({ commitmentId }) => commitmentId === supersedes))
      throw new OracleError('conflict', {
        detail: `'${supersedes}' is no open commitment of this design.`,
        errors: [{ field: 'supersedes', message: 'is not open' }],
      });
    if (reason === undefined)
      throw new OracleError('invalid_request', {
        detail: 'A commitment gives way only for a reason, which stands in the trail.',
        errors: [{ field: 'reason', message: 'is required with supersedes' }],
      });
  }
  const left = open.find(({ commitmentId }) => commitmentId !== supersedes);
  if (left === undefined) return;
  throw new OracleError('conflict', {
    detail: `The commitment '${left.commitmentId}' of this design is still open: whoever holds several can choose the one whose draw pleases.`,
    hint: `Draw with it when its value is public, or name it in \`supersedes\` with a \`reason\`, which stays in the trail.`,
    errors: [{ field: 'supersedes', message: `must name ${left.commitmentId}` }],
  });
}

/** What a trail says of draws elsewhere: on the same units, and of the same project on units of other names. */
export function othersIn({ others, renamed }: DrawsElsewhere): {
  readonly otherDesigns: number;
  readonly others: OtherDraws | null;
  readonly renamed: RenamedUnits | null;
} {
  return { otherDesigns: others?.designs ?? 0, others: others ?? null, renamed: renamed ?? null };
}

/** Where a draw gives fewer units than its design plans. */
export function shortfallsOf(
  { strata }: Pick<SelectionRecord, 'strata'>,
  { adjustedSize, strata: planned = [] }: PlannedSample,
): Shortfall[] {
  const drawnIn = (name: string) =>
    strata.find((each) => each.name?.toLowerCase() === name.toLowerCase())?.selected.length ?? 0;
  const drawn = strata.reduce((sum, { selected }) => sum + selected.length, 0);
  const byStratum = strata.every(({ name }) => name === null)
    ? []
    : planned.map(({ name, sampleSize }) => ({ stratum: name, drawn: drawnIn(name), planned: sampleSize }));
  return [{ stratum: null, drawn, planned: adjustedSize }, ...byStratum].filter(
    (each) => each.drawn < each.planned,
  );
}

/** What a draw gives beyond what its design plans; undefined where it does not. */
export function surplusOf(
  { strata }: Pick<SelectionRecord, 'strata'>,
  { adjustedSize: planned }: Pick<PlannedSample, 'adjustedSize'>,
): { readonly drawn: number; readonly planned: number } | undefined {
  const drawn = strata.reduce((sum, { selected }) => sum + selected.length, 0);
  return drawn > planned ? { drawn, planned } : undefined;
}

function common(a: Pick<SelectionRecord, 'strata'>, b: Pick<SelectionRecord, 'strata'>): number {
  const ids = new Set(b.strata.flatMap(({ selected }) => selected.map(({ id }) => id)));
  return a.strata.reduce((sum, { selected }) => sum + selected.filter(({ id }) => ids.has(id)).length, 0);
}

/** Other units than adopters that make a registry one of adopters alone, as a part of all. */
const HARDLY_OTHERS = 0.02;

/** Units that adopted, where hardly any other is in the registry; null where others are, or nobody says. */
export function mostlyAdopters({ frame: { adoption, size } }: Pick<SelectionRecord, 'frame'>) {
  if (adoption === undefined || size - adoption.adopters >= HARDLY_OTHERS * size) return null;
  return { units: adoption.adopters, of: size };
}
