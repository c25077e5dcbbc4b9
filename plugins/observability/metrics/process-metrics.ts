import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from './registry.js';

/** Milliseconds between the samples of the event loop's delay. */
const RESOLUTION_MS = 20;

/**
 * Memory, CPU time and event loop delay of this process.
 * Returns the function that ends the sampling.
 */
export function processMetrics(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();

  registry.observed(
    'oracle_event_loop_delay_seconds',
    'How much later than due timers ran since the last scrape.',
    'gauge',
    () => {
      // A sample is the time between two ticks of a timer, so the interval itself is not delay.
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
      const samples: [{ quantile: string }, number][] = [
        [{ quantile: '0.5' }, delay.count === 0 ? 0 : late(delay.percentile(50))],
        [{ quantile: '0.99' }, delay.count === 0 ? 0 : late(delay.percentile(99))],
        [{ quantile: '1' }, delay.count === 0 ? 0 : late(delay.max)],
      ];
      delay.reset();
      return samples;
    },
  );
  registry.observed('process_resident_memory_bytes', 'Resident memory.', 'gauge', () => [
    [{}, process.memoryUsage.rss()],
  ]);
  registry.observed('oracle_heap_bytes', 'JavaScript heap, used and reserved.', 'gauge', () => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return [
      [{ kind: 'used' }, heapUsed],
      [{ kind: 'total' }, heapTotal],
      [{ kind: 'external' }, external],
    ];
  });
  registry.observed('process_cpu_seconds_total', 'CPU time, user and system.', 'counter', () => {
    const { user, system } = process.cpuUsage();
    return [[{}, (user + system) / 1e6]];
  });
  // Where there is no /proc, nobody can say.
  registry.observed('process_open_fds', 'Open descriptors: files, sockets.', 'gauge', () =>
    counted(() => readdirSync('/proc/self/fd').length),
  );
  registry.observed('process_max_fds', 'The most that may be open.', 'gauge', () =>
    counted(() => Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])),
  );
  const startedAt = Date.now() / 1000 - process.uptime();
  registry.observed(
    'process_start_time_seconds',
    'Start of the process, seconds since the epoch.',
    'gauge',
    () => [[{}, startedAt]],
  );
  return () => void delay.disable();
}

function counted(count: () => number): readonly (readonly [Record<string, string>, number])[] {
  try {
    return [[{}, count()]];
  } catch {
    return [];
  }
}
