import type { VerificationStatus } from '../verification/status.js';
import type { TrailEntry } from './trail-entry.js';

/**
 * What stands out in a decision about a design: who decided, and by whose word we know.
 * @param actors who did something for the design before
 */
export function decisionMarks(
  entry: Extract<TrailEntry, { kind: 'moved' }>,
  actors: ReadonlySet<string>,
): string[] {
  const { independent, through = null, status, actor } = entry;
  if (independent === null) return [];
  const own = independent === false && (through !== 'api-key' || actors.has(actor));
  const by = through === null ? undefined : BY[through];
  return [
    ...(own
      ? [
          `The design was ${status} by its own owner or somebody who worked on it, ${actor}: no second pair of eyes saw it.`,
        ]
      : []),
    ...(by === undefined ? [] : [`The design was ${status} in the name of ${actor} by ${by}.`]),
  ];
}

/** What stands out in what was done with a design that nobody had approved by then. */
export function standingMarks(entry: TrailEntry, status: VerificationStatus | undefined): string[] {
  if (entry.kind === 'drawn' && (status === 'draft' || status === 'submitted'))
    return [`The design is ${status}: nobody approved it before the draw.`];
  if (status !== 'rejected') return [];
  if (entry.kind === 'analysed')
    return ['The design is rejected: a verifier turned it down before these readings were analysed.'];
  if (entry.kind === 'recalculated')
    return [`The design is rejected: what a verifier turned it down for may hold of ${entry.into} too.`];
  return [];
}

/** What is no signature of the DID itself: the operator of the oracle lets these in, and says who they are. */
const BY: Readonly<Record<string, string>> = {
  'api-key':
    'an API key that the operator of this oracle issued: it does not show that somebody else decided',
  person:
    'an invited person, who signed in here: that it is this one is the word of the operator of this oracle',
  external:
    'an account from outside, as the operator of this oracle knows it: it is no signature of that name',
  owner: 'the operator of this oracle',
};
