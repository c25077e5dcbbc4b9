import type { MatrixClient, Room } from 'matrix-js-sdk';
import type { Logger } from 'oracle-runtime/plugin';
import { mayAsk } from './may-ask.js';

/**
 * The rooms that a room stands in the place of, the newest first, by what the rooms themselves say.
 * @see https://spec.matrix.org/v1.11/client-server-api/#room-upgrades
 */
function predecessorsOf(client: Pick<MatrixClient, 'getRoom'>, roomId: string): string[] {
  const found: string[] = [];
  for (let room = client.getRoom(roomId); room !== null; ) {
    const before = room.findPredecessor()?.roomId;
    if (before === undefined || before === roomId || found.includes(before)) break;
    found.push(before);
    room = client.getRoom(before);
  }
  return found;
}

/**
 * How many must agree in a room. What was set for a room holds in those that stand in its place: whoever claims that falsely
 * is asked for more, never for less.
 */
export function quorumIn(
  client: Pick<MatrixClient, 'getRoom'> | undefined,
  quorum: Readonly<Record<string, number>>,
  roomId: string,
): number {
  const rooms = client === undefined ? [roomId] : [roomId, ...predecessorsOf(client, roomId)];
  return Math.max(1, ...rooms.map((each) => quorum[each] ?? 1));
}

/** Follows rooms to those that replace them, and tells when the oracle has come over. */
export class ReplacedRooms {
  readonly #client: MatrixClient;
  readonly #allow: readonly string[];
  readonly #moved: (before: string, now: string) => Promise<void>;
  readonly #logger: Logger;

  constructor(
    client: MatrixClient,
    deps: {
      readonly allow: readonly string[];
      /** `now` stands in the place of `before`, and both rooms say so. */
      readonly moved: (before: string, now: string) => Promise<void>;
      readonly logger: Logger;
    },
  ) {
    this.#client = client;
    this.#allow = deps.allow;
    this.#moved = deps.moved;
    this.#logger = deps.logger;
  }

  async attach(): Promise<void> {
    const { RoomEvent, RoomStateEvent } = await import('matrix-js-sdk');
    this.#client.on(RoomStateEvent.Events, (event) => {
      if (event.getType() !== 'm.room.tombstone') return;
      const room = this.#client.getRoom(event.getRoomId());
      const sender = event.getSender() ?? '';
      if (room?.getMyMembership() === 'join' && mayAsk(sender, this.#allow)) void this.#follow(room, sender);
    });
    this.#client.on(RoomEvent.MyMembership, (room, membership) => {
      if (membership === 'join') void this.#arrive(room);
    });
  }

  async #follow(room: Room, sender: string): Promise<void> {
    const next = successorOf(room);
    if (next === undefined || this.#client.getRoom(next)?.getMyMembership() === 'join') return;
    try {
      await this.#client.joinRoom(next, { viaServers: [sender.slice(sender.indexOf(':') + 1)] });
    } catch (error) {
      this.#logger.warn(
        { err: error, room: room.roomId, replacement: next },
        'matrix: a room was replaced by one that could not be joined; invite the oracle there',
      );
    }
  }

  async #arrive(room: Room): Promise<void> {
    const before = room.findPredecessor()?.roomId;
    const old = before === undefined ? null : this.#client.getRoom(before);
    // A room may claim anything; only who may close the old one can say there what replaces it.
    if (before === undefined || old === null || successorOf(old) !== room.roomId) return;
    await this.#moved(before, room.roomId).catch((error: unknown) =>
      this.#logger.error(
        { err: error, room: before, replacement: room.roomId },
        'matrix: a room was left behind',
      ),
    );
  }
}

function successorOf(room: Room): string | undefined {
  const next: unknown = room.currentState.getStateEvents('m.room.tombstone', '')?.getContent()[
    'replacement_room'
  ];
  return typeof next === 'string' && next !== room.roomId ? next : undefined;
}
