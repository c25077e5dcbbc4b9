import { foldValue } from '../selection/authority-value.js';
import type { TrailFault } from './trail-chain.js';
import { entryOf } from './trail-chain.js';
import type { TrailExport } from './trail-export.js';
import { isBefore, stateOf } from './trail-state.js';

/** A draw by a value of an authority. */
interface DrawByValue {
  readonly designId: string;
  readonly draw: number;
  readonly seq: number;
  /** As it is compared. */
  readonly value: string;
  readonly drawnAt: string;
  readonly committedAt: string;
  /** Entry of its commitment. */
  readonly committed: number;
}

function drawsByValue({ designId, entries, records }: Pick<TrailExport, 'designId' | 'entries' | 'records'>) {
  const { draws, commitments } = stateOf(entries.map(entryOf));
  return draws.flatMap(({ selectionId, commitmentId, entry }): DrawByValue[] => {
    const origin = records[selectionId]?.seed.origin;
    const committed = commitments.find((each) => each.commitmentId === commitmentId)?.entry;
    if (origin?.kind !== 'authority' || entry === undefined || committed === undefined) return [];
    return [
      {
        designId,
        draw: entry.draw,
        seq: entry.seq,
        value: foldValue(origin.authority.value),
        drawnAt: entry.at,
        committedAt: committed.at,
        committed: committed.seq,
      },
    ];
  });
}

/** Draws of a trail by a value that a draw before their commitment gave away. */
export function valuesGivenAway(trail: Pick<TrailExport, 'designId' | 'entries' | 'records'>): TrailFault[] {
  const draws = drawsByValue(trail);
  return draws.flatMap((later) => {
    const first = draws.find((each) => each.value === later.value && each.seq < later.committed);
    return first === undefined
      ? []
      : [
          {
            seq: later.seq,
            problem: `draws by the value of draw ${first.draw}, which was known when entry ${later.committed} committed to it`,
          },
        ];
  });
}

/** The same of several trails: who commits for one design knows what another drew by. Also where both committed before. */
export function valuesInCommon(trails: readonly TrailExport[]) {
  const draws = trails.flatMap(drawsByValue);
  return draws.flatMap((later, at) =>
    draws.slice(0, at).flatMap((other) => {
      if (other.value !== later.value || other.designId === later.designId) return [];
      const [first, second] = isBefore(later.drawnAt, other.drawnAt) ? [later, other] : [other, later];
      const known = isBefore(first.drawnAt, second.committedAt);
      const by = `draw ${second.draw} of ${second.designId} is by the value of draw ${first.draw} of ${first.designId}`;
      return [
        {
          name: 'same value',
          passed: !known,
          ...(!known && { note: true }),
          detail: known
            ? `${by}, which was known when it was committed to`
            : `${by}, each by its own commitment before it`,
        },
      ];
    }),
  );
}

/** Draws of several trails from the same units: of two, the one that pleases can be handed in. */
export function unitsInCommon(trails: readonly TrailExport[], isOneLine: (a: string, b: string) => boolean) {
  const draws = trails.flatMap(({ designId, entries }) =>
    stateOf(entries.map(entryOf)).draws.flatMap(({ entry }) =>
      entry === undefined ? [] : [{ designId, entry }],
    ),
  );
  return draws.flatMap(({ designId, entry }, at) =>
    draws.slice(0, at).flatMap((other) =>
      !isOneLine(other.designId, designId)
        ? [unitsOf(other, { designId, entry }, trails)].flatMap((units) =>
            units === undefined
              ? []
              : [
                  {
                    name: 'same units',
                    passed: true,
                    note: true,
                    detail: `draw ${other.entry.draw} of ${other.designId} (${other.entry.at}) and draw ${entry.draw} of ${designId} (${entry.at}) are from ${units}: of several draws the one that pleases can be handed in`,
                  },
                ],
          )
        : [],
    ),
  );
}

interface DrawFromUnits {
  readonly designId: string;
  readonly entry: { readonly frameSha256: string };
}

/** What units two draws have in common, in words: by their hash, or where the oracle told one trail of the other's. */
function unitsOf(a: DrawFromUnits, b: DrawFromUnits, trails: readonly TrailExport[]): string | undefined {
  if (a.entry.frameSha256 === b.entry.frameSha256) return `the same units, ${a.entry.frameSha256}`;
  const told = (of: DrawFromUnits, { entry }: DrawFromUnits) =>
    trails
      .filter(({ designId }) => designId === of.designId)
      .flatMap(({ entries }) => entries.map(entryOf))
      .find((each) => each.kind === 'drawn elsewhere' && each.frameSha256 === entry.frameSha256);
  const first = told(a, b);
  const by = first ?? told(b, a);
  return by === undefined
    ? undefined
    : `registries that have some units in common, as entry ${by.seq} of ${first === undefined ? b.designId : a.designId} says`;
}
