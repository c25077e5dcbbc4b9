import { meanOf } from '../trail/judged-marks.js';

const EXAMPLES = 5;
/** Standard errors that two means lie apart where chance hardly made them. */
const FAR = 2;

/** Units that are left, with the mean of their values and that of the others, in four digits. */
export interface ApartByMean {
  readonly units: number;
  /** The first of them. */
  readonly examples: readonly string[];
  readonly mean: string;
  readonly others: string;
  /** Whether chance may make the difference of both. */
  readonly byChance: boolean;
}

/** How units that are not there any more differ from the others; undefined where all or none are there. */
export function apartByMean(
  means: ReadonlyMap<string, number>,
  isHere: (unitId: string) => boolean,
): ApartByMean | undefined {
  const gone = [...means].filter(([unitId]) => !isHere(unitId));
  const others = [...means].flatMap(([unitId, mean]) => (isHere(unitId) ? [mean] : []));
  if (gone.length === 0 || others.length === 0) return undefined;
  const values = gone.map(([, mean]) => mean);
  const error = spread([...values, ...others]) * Math.sqrt(1 / values.length + 1 / others.length);
  return {
    units: gone.length,
    examples: gone.slice(0, EXAMPLES).map(([unitId]) => unitId),
    mean: meanOf(values) ?? '',
    others: meanOf(others) ?? '',
    byChance: Math.abs(average(values) - average(others)) <= FAR * error,
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function spread(values: readonly number[]): number {
  const mean = average(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1),
  );
}
