import { setTimeout as sleep } from 'node:timers/promises';
import type { BackgroundTask, Logger } from 'oracle-runtime/plugin';
import type { Server } from './server.js';

/** How often a server that is well is asked again, and one that is not: doubled from the first to the last. */
const WELL_MS = 60_000;
const FIRST_MS = 1_000;
const LAST_MS = 60_000;
/** A server that says over and over that its tools have changed is asked so often at most. */
const SOONEST_MS = 500;

/** Keeps what is known of a server fresh, and comes back to one that is down. */
export function watch(server: Server, logger: Logger): BackgroundTask {
  const { name } = server.settings;
  return {
    name: `mcp-${name}`,
    async run(signal) {
      let pause = FIRST_MS;
      let change = new AbortController();
      server.onChange = () => change.abort();
      while (!signal.aborted) {
        change = new AbortController();
        const before = server.state;
        const isWell = await look(server, signal);
        if (server.state !== before) logger.info({ server: name, state: server.state }, 'MCP server');
        const next = isWell ? WELL_MS : pause;
        pause = isWell ? FIRST_MS : Math.min(LAST_MS, pause * 2);
        await sleep(next, undefined, { signal: AbortSignal.any([signal, change.signal]) }).catch(
          () => undefined,
        );
        await sleep(SOONEST_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

async function look(server: Server, signal: AbortSignal): Promise<boolean> {
  try {
    await server.refresh(signal);
    return true;
  } catch {
    return false;
  }
}
