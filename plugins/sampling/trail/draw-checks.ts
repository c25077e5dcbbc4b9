import { type Foundation, foundationOf, type Witness } from '../selection/rests-on.js';
import { recordHash, type SelectionRecord } from '../selection/selection-record.js';
import type { DrawnEntry } from './drawn-entry.js';
import { type Seen, witnessesFor } from './publication-checks.js';
import { type GivenRegistry, isOfOtherUnits, repeatFrom } from './repeat-draw.js';
import { entryOf, type TrailFault } from './trail-chain.js';
import type { TrailEntry } from './trail-entry.js';
import type { TrailExport } from './trail-export.js';
import { committedPanel, type DrawState, stateOf, type TrailState } from './trail-state.js';
import type { Check } from './verification-check.js';

/** A whole trail of a line of designs, and what was seen published of it. */
export interface TrailOfLine {
  readonly trail: TrailExport;
  readonly seen: readonly Seen[];
}

/** Against what the draws of a trail are checked. */
interface Against {
  readonly registries: readonly GivenRegistry[];
  /** Trails of the designs that it recalculates, the nearest first. */
  readonly before: readonly TrailOfLine[];
  /** Draws in all the other trails that are given. */
  readonly drawsElsewhere: number;
}

/** Checks every draw of a trail against its entry, its commitment and the registries that are given. */
export async function checkDraws(
  own: TrailOfLine,
  { registries, before, drawsElsewhere: elsewhere }: Against,
  check: Check,
): Promise<void> {
  const { trail, seen } = own;
  const state = stateOf(trail.entries.map(entryOf));
  let otherRegistry = 0;
  for (const draw of state.draws) {
    const { selectionId, entry, recordSha256 } = draw;
    const name = entry === undefined ? selectionId : `draw ${entry.draw}`;
    const record = trail.records[selectionId];
    const problem =
      record === undefined
        ? 'its record is not in the file'
        : (mismatch(record, recordSha256) ?? commitmentFault(state, entry, record));
    if (record === undefined || problem !== undefined) {
      check(name, false, `${selectionId}: ${problem}`);
      continue;
    }
    const witnesses = witnessesFor(trail, state, entry, record, seen);
    const repeated = await repeatFrom(registries, record, witnesses);
    if (repeated?.verdict === 'fail') {
      const last = repeated.checks.at(-1);
      const isOther = isOfOtherUnits(repeated);
      if (isOther) otherRegistry += 1;
      const detail = isOther
        ? `was drawn from other units than those of ${registries.length === 1 ? 'this registry' : 'these registries'} (${record.frame.sha256})`
        : `${last?.name}: ${last?.detail}`;
      // A design may have drawn from several registries; one that fits none of its draws is the wrong one, or was changed.
      const another = isOther && otherRegistry < state.draws.length + elsewhere;
      check(
        name,
        another ? 'unproven' : false,
        `${selectionId}: ${another ? 'not repeated, it ' : ''}${detail}`,
      );
      continue;
    }
    const { proven, restsOn } = foundationOfDraw([...before.toReversed(), own], { entry, record, witnesses });
    const how = repeated === undefined ? 'was not repeated, for no registry was given' : 'repeats';
    check(
      name,
      repeated !== undefined && proven ? true : 'unproven',
      `${selectionId} ${how}; it rests on ${restsOn}`,
    );
  }
}

interface RestingDraw {
  readonly entry: DrawnEntry | undefined;
  readonly record: SelectionRecord;
  readonly witnesses: readonly Witness[];
}

function drawsOf({ trail }: TrailOfLine): readonly DrawState[] {
  return stateOf(trail.entries.map(entryOf)).draws;
}

/** What a draw rests on; a kept panel on what its first draw does, in whichever trail of the line that stands. */
function foundationOfDraw(
  line: readonly TrailOfLine[],
  { entry, record, witnesses }: RestingDraw,
): Foundation {
  const base = entry && committedPanel(entry, line.flatMap(drawsOf));
  const holder = base && line.find(({ trail }) => trail.records[base.selectionId] !== undefined);
  const first = base && holder?.trail.records[base.selectionId];
  if (base?.entry === undefined || holder === undefined || first === undefined)
    return foundationOf(record.seed.origin, witnesses);
  const { trail, seen } = holder;
  const state = stateOf(trail.entries.map(entryOf));
  const found = foundationOf(first.seed.origin, witnessesFor(trail, state, base.entry, first, seen));
  return { ...found, restsOn: `the panel of ${base.selectionId}, which it keeps: ${found.restsOn}` };
}

function mismatch(record: SelectionRecord, recordSha256: string): string | undefined {
  if (recordHash(record) !== record.sha256) return 'its record does not have the hash that it carries';
  return record.sha256 === recordSha256
    ? undefined
    : `its record has the hash ${record.sha256}, the trail has ${recordSha256}`;
}

/** A draw by a commitment needs one in the trail before it, which no other draw used. */
function commitmentFault(
  { commitments, draws }: TrailState,
  entry: DrawnEntry | undefined,
  record: SelectionRecord,
): string | undefined {
  const { origin } = record.seed;
  if (origin.trust !== 'verifiable' || entry === undefined) return undefined;
  const known = commitments.find(({ commitmentId }) => commitmentId === entry.commitmentId);
  if (known === undefined) return 'its commitment is not in the trail';
  if (known.entry !== undefined && known.entry.sha256 !== origin.commitment.sha256)
    return 'its commitment is not the one of the trail';
  const uses = draws.filter(({ commitmentId }) => commitmentId === entry.commitmentId);
  if (uses[0]?.selectionId !== entry.selectionId)
    return `its commitment was used up by ${uses[0]?.selectionId}`;
  return undefined;
}

interface NamedDraw {
  readonly seq: number;
  /** As what it is named. */
  readonly of: string;
  readonly id: string;
  /** The design whose trail it stands in, where the entry says it. */
  readonly designId?: string | undefined;
}

/** Draws that entries name and that are not in this file: what they were drawn from, and how, is not shown. */
export function drawsElsewhere(entries: readonly TrailEntry[], draws: TrailState['draws']): TrailFault[] {
  const given = new Set(draws.map(({ selectionId }) => selectionId));
  const named = entries.flatMap((entry): NamedDraw[] => {
    if (entry.kind === 'drawn' && entry.panel)
      return [{ seq: entry.seq, of: `the panel before draw ${entry.draw}`, id: entry.panel.selectionId }];
    if (entry.kind !== 'analysed' || entry.selectionId === null) return [];
    const { seq, periodId, selectionId: id, elsewhere } = entry;
    return [{ seq, of: `the draw behind ${periodId}`, id, designId: elsewhere?.designId }];
  });
  return named.flatMap(({ seq, of, id, designId = 'a design that this one recalculates' }) =>
    given.has(id)
      ? []
      : [
          {
            seq,
            problem: `${of}, ${id}, stands in the trail of ${designId}, which is not given: verify that as well`,
          },
        ],
  );
}
