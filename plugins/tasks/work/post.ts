import { OracleError, type PendingApproval, type Principal } from 'oracle-runtime/plugin';
import type { ChatService } from '../../chat-integration/service.js';
import type { RoomService } from '../../matrix/service.js';
import type { Place } from '../definition.js';

/**
 * Brings Markdown to places; throws while a place cannot be reached, and nothing was posted then.
 * @param key names what is posted, where the other side knows the same again
 */
export type Post = (place: Place, text: string, key: string, signal: AbortSignal) => Promise<void>;

/** The chats that are there. */
export interface Chats {
  readonly slack: ChatService | undefined;
  readonly matrix: RoomService | undefined;
}

/** A run that waits for its person. */
export interface Waiting {
  readonly principal: Principal;
  readonly sessionId: string;
  readonly approvals: readonly PendingApproval[];
  /** What asks, in words. */
  readonly about: string;
  readonly place: Place;
}

/**
 * Asks somebody for leave where they can give it, however often it is called; false where that is nowhere but in the
 * session itself. @throws OracleError `unavailable` while the place is away
 */
export type Ask = (waiting: Waiting) => Promise<boolean>;

/** Asks in the Matrix room that a task was planned in, else in that in which its person talks with the oracle alone. */
export function askIn({ matrix }: Chats): Ask {
  return async ({ place, ...question }) => {
    if (matrix === undefined) return false;
    const room =
      place.to === 'matrix'
        ? { place: { roomId: place.room, ...(place.thread !== undefined && { threadId: place.thread }) } }
        : {};
    try {
      return await matrix.ask({ ...question, ...room });
    } catch (error) {
      // A room that is no place to ask in is told of it as of any result.
      if (OracleError.isInstance(error) && (error.code === 'not_found' || error.code === 'upstream_failed'))
        return false;
      throw error;
    }
  };
}

export function postTo({ slack, matrix }: Chats): Post {
  return async (place, text, key, signal) => {
    if (place.to === 'slack') {
      const { channel, threadTs } = place;
      await (slack ?? absent('Slack')).post(
        { channel, ...(threadTs === undefined ? {} : { threadTs }) },
        { text },
        signal,
      );
    }
    if (place.to === 'matrix') {
      const { room, thread } = place;
      await (matrix ?? absent('Matrix')).post(
        { roomId: room, ...(thread === undefined ? {} : { threadId: thread }) },
        { text, key },
      );
    }
  };
}

function absent(name: string): never {
  throw new OracleError('unavailable', { detail: `${name} is not connected to this oracle now.` });
}
