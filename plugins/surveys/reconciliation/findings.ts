import type { Fieldwork } from '../../sampling/service.js';

/** What is wrong with a submission, as far as it can be seen on arrival. */
export type Finding =
  | 'not drawn'
  | 'replacement not called'
  | 'replaced'
  | 'double'
  | 'before the draw'
  | 'in the future'
  | 'not as the form computes'
  | 'another list'
  | 'another version'
  | 'edit of no answer here'
  | 'times that cannot be';

/** Findings with which a submission does not count, unless a person decides otherwise. */
const LEAVES_OUT: ReadonlySet<Finding> = new Set<Finding>([
  'not drawn',
  'replacement not called',
  'replaced',
  'double',
  'before the draw',
  'in the future',
  'not as the form computes',
]);

/** Findings with which it counts. */
const TOLD: ReadonlySet<Finding> = new Set<Finding>(['edit of no answer here', 'times that cannot be']);

export function countsByItself(findings: readonly Finding[]): boolean {
  return findingsThatLeaveOut(findings).length === 0;
}

function findingsThatLeaveOut(findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => LEAVES_OUT.has(finding));
}

/** Findings with which a submission counts, and that the trail of the design tells. */
export function findingsToTell(findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => LEAVES_OUT.has(finding) || TOLD.has(finding));
}

/** What a submission is held against. */
interface Arrival {
  readonly unitId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Whether it measured something. */
  readonly measured: boolean;
  readonly version: string;
}

/**
 * Holds a submission against the draw as it stands.
 * @param known `tomorrow`: the first day that is later than today anywhere on earth. `earlier`: the household has a value that
 * counts already. `onList`: it stands in the list of whoever sent it; undefined where nobody has a list. `newest`: version of
 * the form. `computed`: what the phone worked out follows from the answers.
 */
export function findingsOf(
  { unitId, day, measured, version }: Arrival,
  { record, called, drawnOn }: Pick<Fieldwork, 'record' | 'called' | 'drawnOn'>,
  known: {
    readonly tomorrow: string;
    readonly earlier: boolean;
    readonly onList: boolean | undefined;
    readonly newest: string;
    readonly computed: boolean;
    /** Whether it says of itself that it takes the place of one that never came. */
    readonly editsNothing: boolean;
    /** Whether its beginning and end fit its day and each other; nobody asks where nothing was measured. */
    readonly timely: boolean;
  },
): Finding[] {
  const selected = record.strata.some((stratum) => stratum.selected.some(({ id }) => id === unitId));
  const standIn = record.strata.some((stratum) => stratum.replacements.some(({ id }) => id === unitId));
  const findings: Finding[] = [];
  if (!selected && !standIn) findings.push('not drawn');
  if (standIn && !called.some(({ by }) => by === unitId)) findings.push('replacement not called');
  if (measured && called.some((each) => each.unitId === unitId)) findings.push('replaced');
  if (known.earlier) findings.push('double');
  if (day < drawnOn) findings.push('before the draw');
  if (day >= known.tomorrow) findings.push('in the future');
  if (!known.computed) findings.push('not as the form computes');
  if ((selected || standIn) && known.onList === false) findings.push('another list');
  if (version !== known.newest) findings.push('another version');
  if (known.editsNothing) findings.push('edit of no answer here');
  if (measured && !known.timely) findings.push('times that cannot be');
  return findings;
}
