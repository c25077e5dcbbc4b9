import { setTimeout as sleep } from 'node:timers/promises';
import type { DoAlone, Logger } from '../plugin/index.js';
import type { Store } from '../store/types.js';

export interface DoAloneDeps {
  readonly leases: Store['leases'];
  readonly logger: Logger;
}

/** How often the holder says that it is there, as a part of the lease; and how often the others ask for it. */
const EVERY = 1 / 3;
const ASKED_EVERY = 1 / 15;

/**
 * Holds a lease around work, for one plugin. Time is measured by a clock that nobody sets, and from before the database
 * was asked: this process stops before another may begin.
 */
export function createDoAlone(plugin: string, { leases, logger }: DoAloneDeps): DoAlone {
  const everyMs = leases.leaseMs * EVERY;

  return async ({ name, signal, waits, work }) => {
    const lease = `${plugin}/${name}`;
    const taken = async (): Promise<boolean> => {
      try {
        return await leases.take(lease);
      } catch (error) {
        logger.warn({ err: error, lease }, 'the lease cannot be asked for');
        return false;
      }
    };
    for (let told = false; !signal.aborted; ) {
      const asked = performance.now();
      if (!(await taken())) {
        if (!told) waits?.();
        told = true;
        await sleep(leases.leaseMs * ASKED_EVERY, undefined, { signal });
        continue;
      }
      told = false;
      const lost = new AbortController();
      const kept = keep(lease, asked, lost);
      try {
        await work(AbortSignal.any([signal, lost.signal]));
        return;
      } catch (error) {
        if (!lost.signal.aborted || signal.aborted) throw error;
        logger.warn({ lease }, 'another process may be at it: this one has stopped');
      } finally {
        await kept.end();
        await leases.release(lease).catch(() => undefined);
      }
    }
    signal.throwIfAborted();
  };

  /** Renews the lease until `end`; `lost` when another has it, or when it may have lapsed without this process knowing. */
  function keep(lease: string, taken: number, lost: AbortController): { end(): Promise<void> } {
    const lapse = () => lost.abort(new Error(`the lease ${lease} lapsed`));
    // Not in the renewal: a database that hangs must not hold the work beyond its lease.
    let lapses = setTimeout(lapse, taken + leases.leaseMs - performance.now()).unref();
    const renewOnce = async () => {
      const asked = performance.now();
      try {
        const held = await leases.take(lease);
        clearTimeout(lapses);
        if (ended) return;
        if (held) lapses = setTimeout(lapse, asked + leases.leaseMs - performance.now()).unref();
        else lost.abort(new Error(`another process holds the lease ${lease}`));
      } catch {
        // Asked again in time, or it lapses.
      }
      if (!ended && !lost.signal.aborted) timer = setTimeout(renew, everyMs).unref();
    };
    let renewing: Promise<void> | undefined;
    const renew = () => {
      renewing = renewOnce();
    };
    let ended = false;
    let timer = setTimeout(renew, everyMs).unref();
    return {
      // A renewal under way comes to its end first: it must not take what is given back.
      end: async () => {
        ended = true;
        clearTimeout(timer);
        clearTimeout(lapses);
        if (!lost.signal.aborted) await renewing;
      },
    };
  }
}
