import type { EarlierSubmission } from './outcome-entries.js';

/** What stands out in a submission of a project that was submitted before for days of the same period. */
export function submittedAgain(period: string, earlier: readonly EarlierSubmission[]): string[] {
  if (earlier.length === 0) return [];
  const drawn = earlier.filter((each) => each.drawn).map(({ submissionId }) => submissionId);
  const after =
    drawn.length === 0
      ? ''
      : ` An authority had selected from ${drawn.join(', ')} before: its result was known.`;
  return [
    `It is submission ${earlier.length + 1} of this project for days of ${period}, after ${earlier.map(({ submissionId }) => submissionId).join(', ')}.${after}`,
  ];
}
