import type { RunBound, RunFigures } from 'oracle-runtime/plugin';
import type { Registry } from './registry.js';

/** Runs in flight, and how often their limits were reached. */
export function runMetrics(registry: Registry, figures: () => RunFigures): void {
  registry.observed('oracle_runs_active', 'Runs in flight.', 'gauge', () => [[{}, figures().active]]);
  registry.observed(
    'oracle_run_limits_reached_total',
    'Limits that runs reached: seconds, output, arguments of a call, storage, runs of one principal at once.',
    'counter',
    () => {
      const { bounded } = figures();
      return (Object.keys(bounded) as RunBound[]).map((limit) => [{ limit }, bounded[limit]] as const);
    },
  );
}
