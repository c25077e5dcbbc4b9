/**
 * How long the process answers nobody while it works: the worst turn of its event loop, as whoever else waits for it
 * would feel it.
 */
import { readFileSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds. */
export interface Turns {
  /** The longest that the loop was held. */
  readonly worst: number;
  /** CPU of the loop's own thread in the turn that had most of it: what others do on the machine is not in it. */
  readonly worstCpu: number;
}

/** Looks at every turn from {@link begin} to {@link end}. */
export class LoopWatch {
  #delay: IntervalHistogram | undefined;
  #worstCpu = 0;

  begin(): void {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    this.#delay = delay;
    this.#worstCpu = 0;
    delay.enable();
    void this.#turn(delay);
  }

  async end(): Promise<Turns> {
    // The turn that ended the work is seen by the next one.
    await setTimeout(10);
    const delay = this.#delay;
    this.#delay = undefined;
    if (delay === undefined) throw new Error('Nothing was watched.');
    delay.disable();
    return { worst: delay.max / 1e6, worstCpu: this.#worstCpu };
  }

  async #turn(delay: IntervalHistogram): Promise<void> {
    for (let before = cpuMs(); this.#delay === delay; ) {
      await setImmediate();
      const now = cpuMs();
      this.#worstCpu = Math.max(this.#worstCpu, now - before);
      before = now;
    }
  }
}

/** Milliseconds of CPU that this thread has had, as Linux counts them: nanoseconds on the processor come first. */
function cpuMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
}
