import { oneLine } from 'oracle-runtime/kit';
import { asMeant } from '../registry/alike-ids.js';
import { foldValue, isPartOfValue, isToldOtherwise, referenceKey } from '../selection/authority-value.js';
import type { TrailFault } from './trail-chain.js';
import { entryOf } from './trail-chain.js';
import type { TrailExport } from './trail-export.js';
import { isBefore, stateOf } from './trail-state.js';

/** Characters of a place that are shown. */
const SHOWN = 60;

/** What was found of values, as a check says it. */
interface Found {
  readonly name: string;
  readonly passed: boolean;
  readonly open?: boolean;
  readonly note?: boolean;
  readonly detail: string;
}

/** A draw by a value of an authority. */
interface DrawByValue {
  readonly designId: string;
  readonly draw: number;
  readonly seq: number;
  /** As it is compared. */
  readonly value: string;
  readonly text: string;
  readonly reference: string;
  /** The same as it is told, with the time that is told with it. */
  readonly place: string;
  readonly publicAt: string | undefined;
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
        text: origin.authority.value,
        reference: referenceKey(
          origin.commitment.source.kind === 'authority' ? origin.commitment.source.authority : '',
          origin.authority.reference,
        ),
        place: origin.authority.reference,
        publicAt: origin.authority.publicAt,
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

/**
 * Draws of one trail, or of several of them against each other, whose values are told otherwise and may be one: by their
 * digits or numbers, or because both are said to stand in one place. Which of it holds, only whoever looks them up can tell.
 */
export function likeValues(
  trails: readonly Pick<TrailExport, 'designId' | 'entries' | 'records'>[],
): Found[] {
  const draws = trails.flatMap(drawsByValue);
  return draws.flatMap((later, at) =>
    draws.slice(0, at).flatMap((first): Found[] => {
      const isAcross = first.designId !== later.designId;
      if (first.value === later.value || isAcross !== trails.length > 1) return [];
      const of = ({ draw, designId }: DrawByValue) => `draw ${draw}${isAcross ? ` of ${designId}` : ''}`;
      if (isToldOtherwise(first.text, later.text))
        return [
          {
            name: 'like value',
            passed: false,
            open: true,
            detail: `${of(later)} is by a value with the digits of that of ${of(first)}, told otherwise: were they one, it was known before`,
          },
        ];
      if (isPartOfValue(first.text, later.text))
        return [
          {
            name: 'like value',
            passed: false,
            open: true,
            detail: `${of(later)} is by the value of ${of(first)} with something more or less: were they one, it was known before`,
          },
        ];
      if (first.reference !== later.reference) return [];
      const detail = `${of(later)} is by another value than ${of(first)}, and both are said to stand at "${oneLine(later.place, SHOWN)}"`;
      return [
        first.publicAt === later.publicAt
          ? {
              name: 'like value',
              passed: false,
              open: true,
              detail: `${detail}, made public at one time: look them up there`,
            }
          : {
              name: 'like value',
              passed: true,
              note: true,
              detail: `${detail}, each at a time of its own: look them up there`,
            },
      ];
    }),
  );
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
  readonly entry: { readonly selectionId: string; readonly frameSha256: string };
}

/**
 * What units two draws have in common, in words: by the hash of all, where the oracle told one trail of the other's, or by
 * the ids that both drew. Registries of which some ids are the same and none of these was drawn twice are not seen.
 */
function unitsOf(a: DrawFromUnits, b: DrawFromUnits, trails: readonly TrailExport[]): string | undefined {
  if (a.entry.frameSha256 === b.entry.frameSha256) return `the same units, ${a.entry.frameSha256}`;
  const told = (of: DrawFromUnits, { entry }: DrawFromUnits) =>
    trails
      .filter(({ designId }) => designId === of.designId)
      .flatMap(({ entries }) => entries.map(entryOf))
      .find(
        (each) =>
          each.kind === 'drawn elsewhere' && each.otherIds !== true && each.frameSha256 === entry.frameSha256,
      );
  const first = told(a, b);
  const by = first ?? told(b, a);
  if (by !== undefined)
    return `registries that have some units in common, as entry ${by.seq} of ${first === undefined ? b.designId : a.designId} says`;
  const drawn = new Set(drawnBy(a, trails));
  const both = drawnBy(b, trails).filter((id) => drawn.has(id)).length;
  return both === 0 ? undefined : `registries of which both drew ${both} unit(s) of the same id`;
}

/** Ids that a draw selected, as they are meant. */
function drawnBy({ designId, entry }: DrawFromUnits, trails: readonly TrailExport[]): string[] {
  const record = trails.find((each) => each.designId === designId)?.records[entry.selectionId];
  return (record?.strata ?? []).flatMap(({ selected }) => selected.map(({ id }) => asMeant(id)));
}
