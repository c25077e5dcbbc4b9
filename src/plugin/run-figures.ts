/** What a run or a principal can have used up. */
export type RunBound = 'seconds' | 'output' | 'arguments' | 'storage' | 'runs';

/** The runs of this process, counted. */
export interface RunFigures {
  /** In flight. */
  readonly active: number;
  /** How often each bound was reached since the start. */
  readonly bounded: Readonly<Record<RunBound, number>>;
}
