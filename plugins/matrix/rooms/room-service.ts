import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { messageContent } from '../answers/content.js';
import { partsOf } from '../answers/formatted.js';
import type { Sender } from '../connection/sender.js';
import type { RoomPlace, RoomService } from '../service.js';
import type { Outbox } from '../store/outbox.js';

export interface RoomServiceDeps {
  readonly sender: Sender;
  readonly outbox: Outbox;
  /** Whether this process is the one that is connected. */
  readonly isConnected: () => boolean;
  readonly signal: AbortSignal;
}

/** How long words wait for the process that is connected. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 20;

/** Says things for other plugins: itself where this process is connected, else by the process that is. */
export function roomService({ sender, outbox, isConnected, signal }: RoomServiceDeps): RoomService {
  return {
    async post(place, { text, key = randomUUID() }) {
      if (isConnected()) return { eventId: await say(sender, place, text, key) };
      await outbox.put({ key, roomId: place.roomId, threadId: place.threadId ?? '', text });
      const until = Date.now() + PATIENCE_MS;
      while (Date.now() < until && !signal.aborted) {
        const posted = await outbox.resultOf(key);
        if (posted !== undefined && 'eventId' in posted) return posted;
        if (posted !== undefined) throw new OracleError('upstream_failed', { detail: posted.fault });
        await sleep(LOOK_EVERY_MS, undefined, { signal });
      }
      await outbox.takeBack(key);
      throw new OracleError('unavailable', { detail: 'No process of this oracle is connected to Matrix.' });
    },
  };
}

/** Says what other processes left to be said, until `signal`; nothing while this process is not the connected one. */
export async function emptyOutbox(
  { sender, outbox, isConnected }: RoomServiceDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const posts = isConnected() ? await outbox.waiting(AT_ONCE).catch(() => []) : [];
    await Promise.all(
      posts.map(async ({ key, roomId, threadId, text }) => {
        const place = threadId === '' ? { roomId } : { roomId, threadId };
        try {
          await outbox.settle(key, { eventId: await say(sender, place, text, key) });
        } catch (error) {
          // While the homeserver is away it waits on.
          if (OracleError.isInstance(error) && error.code !== 'unavailable')
            await outbox.settle(key, { fault: error.detail });
          else if (!OracleError.isInstance(error)) await outbox.settle(key, { fault: messageOf(error) });
        }
      }),
    );
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function say(
  sender: Sender,
  { roomId, threadId }: RoomPlace,
  text: string,
  key: string,
): Promise<string> {
  let eventId = '';
  for (const [i, part] of partsOf(text).entries()) {
    const content = await messageContent(part, { roomId, threadId });
    eventId = await sender.send(roomId, 'm.room.message', content, `post.${key}.${i}`);
  }
  return eventId;
}
