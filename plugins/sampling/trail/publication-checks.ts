import type { Witness } from '../selection/rests-on.js';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { DrawnEntry } from './drawn-entry.js';
import { entryOf } from './trail-chain.js';
import type { TrailExport } from './trail-export.js';
import { isBefore, latestValue, publicationsCovering, type TrailState } from './trail-state.js';
import type { Check } from './verification-check.js';

/** A hash that whoever verifies saw at a time: of an entry, or of a commitment. */
export interface Seen {
  readonly hash: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** The entry up to which a hash vouches: an entry itself, or the one that holds a commitment. */
export function reach(
  { entries }: Pick<TrailExport, 'entries'>,
  { commitments }: TrailState,
  hash: string,
): number | undefined {
  const at = entries.findIndex((link) => link.hash === hash);
  if (at >= 0) return at + 1;
  return commitments.find(({ entry }) => entry?.sha256 === hash)?.entry?.seq;
}

/** Holds what somebody saw published against a trail: the entry is there, and was by then. */
export function checkSeen(trail: TrailExport, state: TrailState, { hash, at }: Seen, check: Check): void {
  const seq = reach(trail, state, hash);
  const link = seq === undefined ? undefined : trail.entries[seq - 1];
  const own = link && entryOf(link).at;
  // An entry behind a draw by a beacon is younger than its value, whatever the clock of the oracle said.
  const value = seq === undefined ? undefined : latestValue(trail.entries.slice(0, seq).map(entryOf));
  const made = own !== undefined && value !== undefined && isBefore(own, value) ? value : own;
  const early = made !== undefined && isBefore(at, made);
  const place =
    seq === undefined
      ? 'is of no entry: entries were taken away or changed since'
      : early
        ? `is of entry ${seq}, which came at ${made}: nobody can have seen it before`
        : `is of entry ${seq}: nothing before it was added, changed or taken away since`;
  check('published', seq !== undefined && !early, `${hash}, seen at ${at}, ${place}`);
}

/** Who saw the commitment of a draw, as its trail and what was seen published tell. */
export function witnessesFor(
  trail: TrailExport,
  state: TrailState,
  draw: DrawnEntry | undefined,
  { seed: { origin } }: SelectionRecord,
  seen: readonly Seen[],
): Witness[] {
  if (origin.trust !== 'verifiable') return [];
  const entry = state.commitments.find(({ commitmentId }) => commitmentId === draw?.commitmentId)?.entry;
  if (entry === undefined) return [];
  // Two commitments of before to one source have one hash: what was seen before this one is of the other.
  const sharesHash = state.commitments.some(
    (each) => each.entry !== entry && each.entry?.sha256 === entry.sha256,
  );
  return [
    ...seen
      .filter(({ hash, at }) =>
        hash === origin.commitment.sha256
          ? !(sharesHash && isBefore(at, entry.at))
          : (reach(trail, state, hash) ?? 0) >= entry.seq,
      )
      .map(({ at }): Witness => ({ by: 'auditor', where: 'where you saw it', at })),
    ...publicationsCovering(state, entry.seq).map(
      ({ where, publishedAt }): Witness => ({ by: 'stated', where, at: publishedAt }),
    ),
  ];
}
