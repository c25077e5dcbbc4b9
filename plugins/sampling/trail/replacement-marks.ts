import { percent } from '../design/percent.js';
import type { TrailEntry } from './trail-entry.js';

type Replaced = Extract<TrailEntry, { readonly kind: 'replaced' }>;

/** Units that a mark names. */
const EXAMPLES = 5;
/** Replaced units that are many, as a part of those drawn. */
const MANY = 0.1;

/** What stands out in the units that were replaced so far: whoever chooses whom to replace chooses the sample. */
export function replacementMarks(entries: readonly TrailEntry[]): string[] {
  const replaced = entries.filter((entry): entry is Replaced => entry.kind === 'replaced');
  const draws = new Set(replaced.map(({ selectionId }) => selectionId));
  return [
    ...[...draws].flatMap((id) => manyMark(replaced.filter(({ selectionId }) => selectionId === id))),
    ...knownMark(replaced.filter(({ earlierValues = 0 }) => earlierValues > 0)),
  ];
}

/** Units of one draw. */
function manyMark(replaced: readonly Replaced[]): string[] {
  const of = replaced.at(-1)?.of;
  if (of === undefined || replaced.length <= MANY * of) return [];
  return [
    `${replaced.length} of the ${of} drawn units (${percent(replaced.length / of)}) were replaced, ${reasonsOf(replaced)}: were they those that do badly, the sample was chosen.`,
  ];
}

/** Why units were replaced, where all have one reason. */
export function reasonsOf(replaced: readonly Pick<Replaced, 'reason'>[]): string {
  const reasons = new Set(replaced.map(({ reason }) => reason));
  return reasons.size === 1
    ? `all with the reason "${[...reasons][0]}"`
    : `with ${reasons.size} different reasons`;
}

/** Units although an analysis has their values. */
function knownMark(known: readonly Replaced[]): string[] {
  if (known.length === 0) return [];
  const values = known.reduce((sum, { earlierValues = 0 }) => sum + earlierValues, 0);
  const examples = known.slice(0, EXAMPLES).map(({ unitId }) => unitId);
  return [
    `${known.length} units were replaced after they had given ${values} values in analyses before (${examples.join(', ')}${known.length > EXAMPLES ? ', …' : ''}): whoever replaced them could know their values.`,
  ];
}
