import type { MatrixClient, RoomMember } from 'matrix-js-sdk';
import type { Logger } from 'oracle-runtime/plugin';
import { mayAsk } from './may-ask.js';

/** Follows the invitations of those who may ask. */
export class Invitations {
  readonly #client: MatrixClient;
  readonly #allow: readonly string[];
  readonly #logger: Logger;
  readonly #joining = new Set<string>();

  constructor(client: MatrixClient, allow: readonly string[], logger: Logger) {
    this.#client = client;
    this.#allow = allow;
    this.#logger = logger;
  }

  async attach(): Promise<void> {
    const { RoomMemberEvent } = await import('matrix-js-sdk');
    this.#client.on(RoomMemberEvent.Membership, (event, member) => {
      if (member.userId === this.#client.getUserId() && member.membership === 'invite')
        void this.#join(member, event.getSender() ?? '');
    });
  }

  async #join({ roomId }: RoomMember, inviter: string): Promise<void> {
    if (this.#joining.has(roomId)) return;
    if (!mayAsk(inviter, this.#allow)) {
      this.#logger.info({ room: roomId, inviter }, 'matrix: an invitation was passed over');
      return;
    }
    this.#joining.add(roomId);
    try {
      await this.#client.joinRoom(roomId);
    } catch (error) {
      this.#logger.warn({ err: error, room: roomId }, 'matrix: a room could not be joined');
    } finally {
      this.#joining.delete(roomId);
    }
  }
}
