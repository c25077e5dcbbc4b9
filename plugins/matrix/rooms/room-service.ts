import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient } from 'matrix-js-sdk';
import { messageOf } from 'oracle-runtime/kit';
import { OracleError, type Principals } from 'oracle-runtime/plugin';
import { messageContent } from '../answers/content.js';
import { partsOf } from '../answers/formatted.js';
import type { ApprovalStore } from '../approvals/approval-store.js';
import { askFor } from '../approvals/ask.js';
import type { Sender } from '../connection/sender.js';
import type { RoomService } from '../service.js';
import type { MatrixConfig } from '../settings.js';
import type { Outbox, WaitingPost } from '../store/outbox.js';
import type { People } from '../store/people.js';
import { accountOf } from './account-of.js';
import { isDirectRoom } from './direct-room.js';
import { quorumIn } from './replaced-rooms.js';

export interface RoomServiceDeps {
  readonly sender: Sender;
  readonly outbox: Outbox;
  readonly people: People;
  readonly approvals: ApprovalStore;
  readonly principals: Principals;
  readonly config: MatrixConfig;
  readonly client: () => MatrixClient | undefined;
  /** Whether this process is the one that is connected. */
  readonly isConnected: () => boolean;
  readonly signal: AbortSignal;
}

/** How long words wait for the process that is connected. */
const PATIENCE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 20;

/** Says things for other plugins: itself where this process is connected, else by the process that is. */
export function roomService(deps: RoomServiceDeps): RoomService {
  return {
    async post({ roomId, threadId = '' }, { text, key = randomUUID() }) {
      return { eventId: await bring({ key, roomId, threadId, text, ask: undefined }, deps) };
    },
    async ask({ principal, sessionId, approvals, about, place }) {
      const known = await accountOf(principal, deps);
      if (known === undefined) return false;
      const { userId } = known;
      const { roomId, threadId = '' } = place ?? { roomId: known.roomId };
      if (roomId === undefined) return false;
      // At once: whoever answers the first is not to be asked a second after it.
      await Promise.all(
        approvals.map(({ id: callId, summary }) => {
          const said = `${about}: ${summary}`;
          const ask = { sessionId, callId, userId, summary: said, alone: place === undefined };
          const key = `ask.${sessionId}.${callId}.${roomId}.${threadId}`;
          return bring({ key, roomId, threadId, text: '', ask }, deps);
        }),
      );
      return true;
    },
  };
}

/** @returns the id of the event that it is. @throws OracleError as `RoomService.post` */
async function bring(post: WaitingPost, deps: RoomServiceDeps): Promise<string> {
  const { outbox, isConnected, signal } = deps;
  if (isConnected()) return utter(post, deps);
  await outbox.put(post);
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && !signal.aborted) {
    const posted = await outbox.resultOf(post.key);
    if (posted !== undefined && 'eventId' in posted) return posted.eventId;
    if (posted !== undefined) throw new OracleError('upstream_failed', { detail: posted.fault });
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
  await outbox.takeBack(post.key);
  throw new OracleError('unavailable', { detail: 'No process of this oracle is connected to Matrix.' });
}

/** Says what other processes left to be said, until `signal`; nothing while this process is not the connected one. */
export async function emptyOutbox(deps: RoomServiceDeps, signal: AbortSignal): Promise<void> {
  const { outbox, isConnected } = deps;
  while (!signal.aborted) {
    const posts = isConnected() ? await outbox.waiting(AT_ONCE).catch(() => []) : [];
    await Promise.all(
      posts.map(async (post) => {
        const { key } = post;
        try {
          await outbox.settle(key, { eventId: await utter(post, deps) });
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

/** Says or asks it, in the process that is connected. */
async function utter(post: WaitingPost, deps: RoomServiceDeps): Promise<string> {
  const { key, roomId, text, ask } = post;
  const target = { roomId, threadId: post.threadId === '' ? undefined : post.threadId };
  if (ask !== undefined) return askIn(target, ask, deps);
  let eventId = '';
  for (const [i, part] of partsOf(text).entries()) {
    const content = await messageContent(part, target);
    eventId = await deps.sender.send(roomId, 'm.room.message', content, `post.${key}.${i}`);
  }
  return eventId;
}

async function askIn(
  target: { readonly roomId: string; readonly threadId: string | undefined },
  { sessionId, callId, userId, summary, alone }: NonNullable<WaitingPost['ask']>,
  { client, config, sender, approvals }: RoomServiceDeps,
): Promise<string> {
  const room = client()?.getRoom(target.roomId);
  const isThere = room?.getMember(userId)?.membership === 'join' && (!alone || isDirectRoom(room));
  if (room && !isThere)
    throw new OracleError('not_found', {
      detail: `${userId} does not talk with the oracle ${alone ? 'alone ' : ''}in ${target.roomId} any more.`,
    });
  const quorum = quorumIn(client(), config.quorum, target.roomId);
  const place = { target, sessionId, asker: userId, quorum, ledElsewhere: true };
  const [eventId = ''] = await askFor([{ id: callId, summary }], place, { sender, store: approvals });
  return eventId;
}
