/** What a run, a principal or (`memory`) all runs of the process together can have used up. */
export type RunBound = 'seconds' | 'output' | 'arguments' | 'storage' | 'memory' | 'runs';

/** The runs of this process, counted. */
export interface RunFigures {
  /** In flight. */
  readonly active: number;
  /** How often each bound was reached since the start. */
  readonly bounded: Readonly<Record<RunBound, number>>;
}
