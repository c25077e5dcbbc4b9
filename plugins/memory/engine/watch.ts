import { setTimeout as sleep } from 'node:timers/promises';
import { type BackgroundTask, type Logger, OracleError } from 'oracle-runtime/plugin';
import type { Clients } from './clients.js';
import type { EngineContext } from './engine-context.js';
import type { Part, Reach } from './reach.js';

const WELL_MS = 60_000;
const FIRST_MS = 1_000;
const LOOK_MS = 10_000;
/** Without these there is no memory; the others are for those who keep them. */
const NEEDED = ['memory_search', 'memory_save', 'memory_forget'];

export interface WatchDeps {
  /** Of this oracle: it asks for itself, so that nobody's memories are touched. */
  readonly did: string;
  readonly clients: Clients;
  readonly context: EngineContext;
  readonly reach: Reach;
  readonly logger: Logger;
}

/** Looks at both parts now and then, sooner while one is away, so that what comes back is used again by itself. */
export function watch({ did, clients, context, reach, logger }: WatchDeps): BackgroundTask {
  const looks: Readonly<Record<Part, (signal: AbortSignal) => Promise<void>>> = {
    engine: async (signal) => void (await context.of(did, 'hello', 1, signal)),
    async server(signal) {
      const tools = await clients.tools(did, signal);
      const missing = NEEDED.filter((name) => !tools.includes(name));
      if (missing.length > 0)
        throw new OracleError('upstream_failed', {
          detail: `The memory server has no ${missing.join(', ')}.`,
        });
    },
  };
  async function look(part: Part, ending: AbortSignal): Promise<boolean> {
    const late = AbortSignal.timeout(LOOK_MS);
    const before = reach.reason(part);
    const isWell = await reach
      .noting(part, ending, async () => {
        await looks[part](AbortSignal.any([ending, late])).catch((error: unknown) => {
          throw late.aborted
            ? new OracleError('upstream_timeout', { detail: `The memory ${part} does not answer.` })
            : error;
        });
        return true;
      })
      .catch(() => false);
    const reason = reach.reason(part);
    if (!ending.aborted && reason !== before) logger.info({ part, reason }, 'memory');
    return isWell;
  }
  return {
    name: 'watch-memory',
    async run(signal) {
      let pause = FIRST_MS;
      while (!signal.aborted) {
        const all = await Promise.all([look('engine', signal), look('server', signal)]);
        const isWell = all.every(Boolean);
        await sleep(isWell ? WELL_MS : pause, undefined, { signal }).catch(() => undefined);
        pause = isWell ? FIRST_MS : Math.min(WELL_MS, pause * 2);
      }
    },
  };
}
