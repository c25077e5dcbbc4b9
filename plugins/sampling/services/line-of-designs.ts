import { entryOf } from '../trail/trail-chain.js';
import { stateOf, type TrailState } from '../trail/trail-state.js';
import type { SamplingService } from './sampling-service.js';

/** A design of a line, with what its trail comes to. */
export interface DesignOfLine {
  readonly designId: string;
  readonly state: TrailState;
}

/**
 * A design and those that it recalculates, newest first: their draw goes on. Whoever may see a design may see what it
 * recalculates.
 */
export async function lineOf(
  { designs, trails }: Pick<SamplingService, 'designs' | 'trails'>,
  designId: string,
): Promise<DesignOfLine[]> {
  const line: DesignOfLine[] = [];
  for (let at: string | null = designId; at !== null; at = await designs.recalculatedBy(at))
    line.push({ designId: at, state: stateOf((await trails.read(at)).map(entryOf)) });
  return line;
}
