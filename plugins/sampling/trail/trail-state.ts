import type { DrawnEntry } from './drawn-entry.js';
import type { TrailEntry, TrailEvent, TrailHead } from './trail-entry.js';

type Of<Kind extends TrailEvent['kind']> = Extract<TrailEntry, { readonly kind: Kind }>;

/** A commitment and what became of it. */
export interface CommitmentState {
  readonly commitmentId: string;
  /** `open` until its first draw uses it up, or another takes its place. */
  readonly status: 'open' | 'used' | 'superseded';
  /** The draw that used it, or the commitment in its place. */
  readonly by: string | null;
  /** Its entry; absent when it is older than the trail. */
  readonly entry?: Of<'committed'>;
}

/** What matters of a draw for those that come after it. */
export type DrawState = Pick<
  DrawnEntry,
  'selectionId' | 'recordSha256' | 'frameSha256' | 'seed' | 'commitmentId'
> & {
  /** Absent when it is older than the trail. */
  readonly entry?: Of<'drawn'>;
};

/** What the entries of a trail come to. */
export interface TrailState {
  readonly commitments: readonly CommitmentState[];
  readonly draws: readonly DrawState[];
  readonly replacements: readonly Of<'replaced'>[];
  readonly analyses: readonly Of<'analysed'>[];
  /** Those that still hold. */
  readonly finals: readonly Of<'finalised'>[];
  /** Those that can be true, see `impossibleTime`. */
  readonly publications: readonly Of<'published'>[];
}

/** Folds the entries of a trail. */
export function stateOf(entries: readonly TrailEntry[]): TrailState {
  const commitments = new Map<string, CommitmentState>();
  const draws: DrawState[] = [];
  const finals = new Map<string, Of<'finalised'>>();
  const close = (id: string | null, status: 'used' | 'superseded', by: string) => {
    const known = id === null ? undefined : commitments.get(id);
    if (known !== undefined) commitments.set(known.commitmentId, { ...known, status, by });
  };
  const drawn = (draw: DrawState) => {
    draws.push(draw);
    close(draw.commitmentId, 'used', draw.selectionId);
  };
  for (const entry of entries) {
    if (entry.kind === 'begun') {
      for (const commitmentId of entry.commitments)
        commitments.set(commitmentId, { commitmentId, status: 'open', by: null });
      for (const draw of entry.draws) drawn(draw);
    } else if (entry.kind === 'committed') {
      const { commitmentId } = entry;
      close(entry.supersedes, 'superseded', commitmentId);
      commitments.set(commitmentId, { commitmentId, status: 'open', by: null, entry });
    } else if (entry.kind === 'drawn') drawn({ ...entry, entry });
    else if (entry.kind === 'finalised') {
      if (entry.supersedes !== null) finals.delete(entry.supersedes);
      finals.set(entry.periodId, entry);
    }
  }
  const all = <Kind extends TrailEvent['kind']>(kind: Kind) =>
    entries.filter((entry): entry is Of<Kind> => entry.kind === kind);
  return {
    commitments: [...commitments.values()],
    draws,
    replacements: all('replaced'),
    analyses: all('analysed'),
    finals: [...finals.values()],
    publications: all('published').filter((entry) => impossibleTime(entries, entry) === undefined),
  };
}

/**
 * The committed draw whose panel another one goes on with: the same seed over the same units. Undefined where the panel is
 * not kept, where the registry is another, and where a person typed the seed of the first.
 */
export function committedPanel(entry: DrawnEntry, draws: readonly DrawState[]): DrawState | undefined {
  const kept = entry.panel?.choice === 'kept' ? entry.panel.selectionId : undefined;
  const base = draws.find(({ selectionId }) => selectionId === kept && selectionId !== entry.selectionId);
  const same = (['frameSha256', 'seed'] as const).every((key) => base?.[key] === entry[key]);
  const alike = (['strataSha256', 'sizesSha256'] as const).every((key) => base?.entry?.[key] === entry[key]);
  if (base === undefined || !same || !alike) return undefined;
  const at = draws.indexOf(base);
  return base.commitmentId !== null ? base : base.entry && committedPanel(base.entry, draws.slice(0, at));
}

/** When the latest value was public that a draw of these entries rests on: nobody had them before. Undefined for none. */
export function latestValue(entries: readonly TrailEntry[]): string | undefined {
  const { commitments, draws } = stateOf(entries);
  return draws
    .flatMap(({ commitmentId }) => {
      const known = commitments.find((each) => each.commitmentId === commitmentId);
      return known?.entry?.publicAt ?? [];
    })
    .sort()
    .at(-1);
}

/** Whether two spans of days, both ends included, have a day in common. */
export function overlaps(
  a: { readonly from: string; readonly to: string },
  b: { readonly from: string; readonly to: string },
): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** Whether a time is before another, in whole seconds: other clocks than the oracle's may give no more. Both ISO 8601. */
export function isBefore(time: string, other: string): boolean {
  return Math.floor(Date.parse(time) / 1000) < Math.floor(Date.parse(other) / 1000);
}

/** Why a head cannot have been published when somebody says: it was not there yet, or that time was still to come. */
export function impossibleTime(
  entries: readonly TrailEntry[],
  { head, publishedAt, at }: Pick<Of<'published'>, 'head' | 'publishedAt' | 'at'>,
): string | undefined {
  const headAt = entries[head.length - 1]?.at;
  if (headAt !== undefined && isBefore(publishedAt, headAt))
    return `is before that head existed, at ${headAt}`;
  return isBefore(at, publishedAt) ? `was still to come at ${at}` : undefined;
}

/** Publications of a head that covers an entry. */
export function publicationsCovering(
  { publications }: TrailState,
  seq: number,
): readonly { readonly head: TrailHead; readonly where: string; readonly publishedAt: string }[] {
  return publications.filter(({ head }) => head.length >= seq);
}
