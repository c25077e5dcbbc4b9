import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient } from 'matrix-js-sdk';
import { OracleError } from 'oracle-runtime/plugin';
import type { HeardEvents } from '../store/heard-events.js';

/** How long a message waits for a homeserver that is away. */
const PATIENCE_MS = 10 * 60_000;
const LONGEST_PAUSE_MS = 10_000;
/** How long an end waits for what is being sent. */
const LAST_MS = 3_000;

export interface SenderDeps {
  readonly client: () => MatrixClient | undefined;
  readonly events: Pick<HeardEvents, 'sent'>;
  readonly signal: AbortSignal;
}

/** Says things in rooms, encrypted where the room is. */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /**
   * Sends one event, and again while the homeserver is away or asks for patience.
   * @param key names it: the homeserver takes two of the same key for one
   * @param onAttempt called as each attempt begins: nobody has seen it before the last of them
   * @throws OracleError `not_found` for a room that the oracle is not in: whether it is encrypted is not known then
   * @throws OracleError `upstream_failed` when the homeserver refuses it, `unavailable` when it stays away
   */
  async send(
    roomId: string,
    type: 'm.room.message' | 'm.reaction',
    content: object,
    key: string,
    onAttempt?: () => void,
  ): Promise<string> {
    const { signal } = this.#deps;
    const until = Date.now() + PATIENCE_MS;
    for (let pause = 500; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        onAttempt?.();
        const attempt = this.#attempt(roomId, type, content, key);
        this.#underWay.add(attempt);
        const eventId = await attempt.finally(() => this.#underWay.delete(attempt));
        await this.#deps.events.sent(eventId, roomId);
        return eventId;
      } catch (error) {
        if (error instanceof OracleError && error.code === 'not_found') throw error;
        const wait = waitOf(error, pause);
        if (wait === undefined)
          throw new OracleError('upstream_failed', {
            detail: `The homeserver refused a message (${error instanceof Error ? error.message : error}).`,
          });
        if (signal.aborted || Date.now() + wait > until)
          throw new OracleError('unavailable', { detail: 'The homeserver does not take messages.' });
        await sleep(wait, undefined, { signal });
      }
    }
  }

  /** Resolves once nothing is being sent, or what is takes too long. */
  async idle(): Promise<void> {
    const stop = new AbortController();
    const late = sleep(LAST_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(this.#underWay), late]);
    stop.abort();
  }

  /** Shows that the oracle works on something, or no longer does. Nobody needs to know when that fails. */
  async typing(roomId: string, isTyping: boolean): Promise<void> {
    await this.#deps
      .client()
      ?.sendTyping(roomId, isTyping, 30_000)
      .catch(() => undefined);
  }

  async #attempt(roomId: string, type: 'm.room.message' | 'm.reaction', content: object, key: string) {
    const client = this.#deps.client();
    if (client === undefined || this.#deps.signal.aborted)
      throw new OracleError('unavailable', { detail: 'Not connected.' });
    const room = client.getRoom(roomId);
    if (room === null || room.getMyMembership() !== 'join')
      throw new OracleError('not_found', { detail: `The oracle is not in the room ${roomId}.` });
    const waiting = room.getPendingEvents().find((event) => event.getTxnId() === key);
    const { event_id: eventId } =
      waiting === undefined
        ? await client.sendEvent(roomId, null, type as never, content as never, key)
        : await client.resendEvent(waiting, room);
    return eventId;
  }
}

/** Milliseconds after which it may go better; undefined for what was refused. */
function waitOf(error: unknown, pause: number): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { httpStatus, data } = error as { httpStatus?: number; data?: { retry_after_ms?: number } };
  if (httpStatus === undefined) return pause;
  if (httpStatus === 429) return Math.max(data?.retry_after_ms ?? pause, 100);
  return httpStatus >= 500 ? pause : undefined;
}
