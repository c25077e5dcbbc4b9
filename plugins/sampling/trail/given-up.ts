import { knownFrom } from '../selection/authority-value.js';
import { choiceIn } from '../selection/left-to-choice.js';
import { durationWords } from '../selection/named-value.js';
import { namesNumber } from '../selection/reference-words.js';
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

/** Whether a commitment is to a value of a day, of which there may be several: it says neither a time nor which of them. */
export function namesDayAlone(committed: Committed): boolean {
  const [, reference = '', from = 'T'] = WHICH.exec(committed.whichValue ?? '') ?? [];
  return committed.publicAt === null && !from.includes('T') && !namesNumber(reference);
}

/** Words of a commitment that leave it open which value it is to; undefined where it names one. */
export function choiceOf({ publicAt, whichValue }: Committed): string | undefined {
  const reference = publicAt === null ? WHICH.exec(whichValue ?? '')?.[1] : undefined;
  return reference === undefined ? undefined : choiceIn(reference);
}

/** A value as an entry names it: its reference, and from when on it is public. */
const WHICH = /^(.*), public from (\S+)$/su;

const HOUR = 3_600_000;
/** What a clock on a wall may differ by. */
const MINUTE = 60_000;

/**
 * How a value came later than its commitment says, in words. By times: by more than an hour, or by more than a minute where its
 * reference has no number by which it is one of several; else by days. Undefined where it did not, and where nobody said when.
 */
export function laterThanCommitted(
  entry: Pick<Extract<TrailEntry, { readonly kind: 'drawn' }>, 'valuePublicAt'>,
  committed: Committed,
): string | undefined {
  const from = committed.publicAt === null ? valueFrom(committed) : undefined;
  const at = entry.valuePublicAt ?? undefined;
  if (from === undefined || at === undefined) return undefined;
  if (!from.includes('T'))
    return at.slice(0, 10) > from.slice(0, 10) ? `at ${at}, on a later day` : undefined;
  if (!at.includes('T')) return `on ${at}, at a time that nobody said`;
  const late = Date.parse(at) - Date.parse(from);
  const reference = WHICH.exec(committed.whichValue ?? '')?.[1] ?? '';
  if (late <= (namesNumber(reference) ? HOUR : MINUTE)) return undefined;
  return `at ${at}, ${late > HOUR ? `${Math.round(late / HOUR)} hours` : durationWords(Math.round(late / 1000))} later`;
}
