import { OracleError } from 'oracle-runtime/plugin';
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
