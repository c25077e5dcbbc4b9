import type { TrailOfLine } from './draw-checks.js';
import { entryOf } from './trail-chain.js';
import type { TrailEntry } from './trail-entry.js';
import { isBefore, stateOf } from './trail-state.js';

/** Whole trails of a line of designs, by their designs. */
export type LineOfTrails = ReadonlyMap<string, TrailOfLine>;

/** What holding a trail against that of the design before came to. */
export interface PredecessorCheck {
  readonly outcome: boolean | 'unproven';
  readonly detail: string;
}

/** The design that a trail says it recalculates, with the head of its trail then; undefined for a first one. */
export function predecessorOf([created]: readonly TrailEntry[]) {
  return created?.kind === 'created' && created.recalculates !== null ? created.recalculates : undefined;
}

/**
 * Holds a trail against that of the design that it recalculates: the head that it names is of the entry there that tells of
 * it, and its draws count on from those before. Undefined for a design that recalculates none.
 */
export function checkPredecessor(
  entries: readonly TrailEntry[],
  line: LineOfTrails,
): PredecessorCheck | undefined {
  const predecessor = predecessorOf(entries);
  const [created] = entries;
  if (predecessor === undefined || created?.kind !== 'created') return undefined;
  const { designId: before, head } = predecessor;
  const links = line.get(before)?.trail.entries;
  if (links === undefined)
    return {
      outcome: 'unproven',
      detail: `it recalculates ${before}, whose trail is not given: verify that as well, in one go`,
    };
  const told = head && links[head.length - 1];
  if (!told || told.hash !== head?.hash)
    return {
      outcome: false,
      detail: `entry 1 says that the trail of ${before} stood at ${head ? `${head.length} entries and ${head.hash}` : 'no head'}, which is not in the one that is given`,
    };
  const entry = entryOf(told);
  if (
    entry.kind !== 'recalculated' ||
    entry.into !== created.designId ||
    entry.designSha256 !== created.designSha256
  )
    return {
      outcome: false,
      detail: `entry ${entry.seq} of the trail of ${before} does not tell that this design was made from it`,
    };
  const miscounted = countFault(entries, line);
  if (miscounted !== undefined) return { outcome: false, detail: miscounted };
  return { outcome: true, detail: `entry ${entry.seq} of ${before} tells that this design was made from it` };
}

/** Its first draw, where it does not count on from those that came before it in the line. */
function countFault(entries: readonly TrailEntry[], line: LineOfTrails): string | undefined {
  const first = stateOf(entries).draws[0]?.entry;
  const drawn = entries.find((entry) => entry.kind === 'drawn' && entry.selectionId === first?.selectionId);
  if (first === undefined || drawn === undefined) return undefined;
  const before = drawsBefore(entries, line);
  // Another draw may be of the same second, on either side.
  const least = before?.filter(({ at }) => isBefore(at, drawn.at)).length ?? 0;
  const most = before?.filter(({ at }) => !isBefore(drawn.at, at)).length ?? 0;
  return before === undefined || (first.draw > least && first.draw <= most + 1)
    ? undefined
    : `entry ${drawn.seq} says that it is draw ${first.draw} of the line, and ${least} came before it`;
}

/** Draws of all designs before, with their times; undefined where a trail is missing or began late. */
function drawsBefore(
  entries: readonly TrailEntry[],
  line: LineOfTrails,
): { readonly at: string }[] | undefined {
  const predecessor = predecessorOf(entries);
  if (predecessor === undefined) return entries[0]?.kind === 'created' ? [] : undefined;
  const trail = line.get(predecessor.designId)?.trail.entries.map(entryOf);
  const earlier = trail && drawsBefore(trail, line);
  return trail && earlier && [...earlier, ...trail.filter(({ kind }) => kind === 'drawn')];
}
