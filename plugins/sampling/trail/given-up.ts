import { knownFrom } from '../selection/authority-value.js';
import type { TrailEntry } from './trail-entry.js';

type Committed = Extract<TrailEntry, { readonly kind: 'committed' }>;

/** A commitment that another one took the place of when its value could be known. */
export interface GivenUp {
  /** Entry of the one in its place. */
  readonly seq: number;
  readonly commitmentId: string;
  /** Since when its value could be known: a time, or a day by UTC. */
  readonly since: string;
}

/** From when on the value of a commitment can be known: its round's time, or what it says of an authority's value. */
export function valueFrom({ publicAt, whichValue }: Committed): string | undefined {
  return publicAt ?? /, public from (\S+)$/.exec(whichValue ?? '')?.[1];
}

/** Commitments that were given up when their value could be known, in the order in which others took their place. */
export function givenUpLate(entries: readonly TrailEntry[]): GivenUp[] {
  const committed = entries.filter((entry): entry is Committed => entry.kind === 'committed');
  return committed.flatMap(({ seq, at, supersedes }) => {
    const before = committed.find(({ commitmentId }) => commitmentId === supersedes);
    const since = before && valueFrom(before);
    return supersedes !== null && since !== undefined && knownFrom(since) <= Date.parse(at)
      ? [{ seq, commitmentId: supersedes, since }]
      : [];
  });
}

/** Whether the value of a commitment that was left open could be known when its design's line committed anew. */
export function isKnownBy(since: string | null, at: string): boolean {
  return since === null || knownFrom(since) <= Date.parse(at);
}
