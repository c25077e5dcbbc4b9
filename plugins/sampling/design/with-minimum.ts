import { leastUnits, type Profile } from '../profiles/profile.js';
import type { Step } from '../size/working.js';

export interface SizeWithMinimum {
  readonly size: number;
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
}

/** Raises a size to the profile's minimum, or to the whole group when that is smaller. */
export function withMinimum(
  size: number,
  population: number,
  profile: Profile,
  kind: 'minimumSample' | 'minimumStratum',
  name?: string,
): SizeWithMinimum {
  const least = leastUnits(profile, kind, population);
  if (size >= least) return { size, steps: [], notes: [] };
  const where = name === undefined ? '' : ` in stratum ${name}`;
  return {
    size: least,
    steps: [
      {
        step: 'minimum',
        formula: 'n = max(n, minimum), at most N',
        inputs: { n: size, minimum: profile[kind], N: population },
        unrounded: least,
        rounded: least,
        carried: 'rounded',
        source: profile.source,
      },
    ],
    notes: [
      least === population
        ? `All ${population} units${where} are surveyed: profile ${profile.name} asks for a census of a group this small.`
        : `The formula asks for ${size} units${where}; profile ${profile.name} sets the minimum of ${least}.`,
    ],
  };
}
