import type { RankCounter } from './rank-counter.js';

/** A part of the frame with what was drawn from it, counted while the frame streams past. */
export interface FrameGroup {
  readonly name: string | null;
  readonly ids: readonly string[];
  readonly ranks: RankCounter;
  /** Variable -> value -> units in sample and frame. */
  readonly classes: Map<string, Map<string, { sample: number; frame: number }>>;
}

/** Counts one unit under a value of a variable. */
export function tally(group: FrameGroup, variable: string, value: string, inSample: boolean): void {
  const classes = group.classes.get(variable) ?? new Map<string, { sample: number; frame: number }>();
  group.classes.set(variable, classes);
  const counts = classes.get(value) ?? { sample: 0, frame: 0 };
  classes.set(value, counts);
  counts.frame++;
  if (inSample) counts.sample++;
}
