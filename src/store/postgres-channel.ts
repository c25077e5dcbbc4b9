import type { Client } from 'pg';
import type { DatabaseChannel } from './dialect.js';

const CHANNEL = 'oracle_runs';
const RETRY_MS = 1_000;
/** A word of ours to ourselves takes a millisecond. */
const ECHO_MS = 3_000;

/**
 * `NOTIFY` and `LISTEN`, on one connection of its own that is made again when it breaks.
 * @param send notifies through the pool, so that a listener which hears it hears what the others say
 */
export function postgresChannel(
  connect: () => Client,
  notify: (channel: string, payload: string) => Promise<void>,
): DatabaseChannel {
  let client: Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function open(hear: (payload: string) => void): Promise<void> {
    if (closed) return;
    const fresh = connect();
    client = fresh;
    const again = () => {
      if (client !== fresh) return;
      client = undefined;
      if (closed) return;
      retry = setTimeout(() => void open(hear), RETRY_MS);
      retry.unref();
    };
    fresh.on('error', again);
    fresh.on('end', again);
    fresh.on('notification', ({ payload }) => payload !== undefined && hear(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch {
      await fresh.end().catch(() => undefined);
      again();
    }
  }

  return {
    send: (payload) => notify(CHANNEL, payload),
    async listen(onPayload, warn) {
      let echoed: () => void = () => undefined;
      const echo = `echo-${Math.random()}`;
      const heard = new Promise<boolean>((resolve) => {
        echoed = () => resolve(true);
        setTimeout(() => resolve(false), ECHO_MS).unref();
      });
      await open((payload) => (payload === echo ? echoed() : onPayload(payload)));
      await notify(CHANNEL, echo).catch(() => undefined);
      // Nobody waits for this: a start need not know.
      void heard.then((direct) => {
        if (!direct && !closed)
          warn(
            'PostgreSQL sends no notifications to this process, as behind a pooler of transactions: answers of other ' +
              'processes are looked up once a second. Let DATABASE_URL name the server itself or a pool of sessions.',
          );
      });
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
