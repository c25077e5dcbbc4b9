import { defineService } from 'oracle-runtime/plugin';

/** Where a plugin's words go: a room, or a thread in it. */
export interface RoomPlace {
  /** Such as `!abc:example.org`. */
  readonly roomId: string;
  readonly threadId?: string;
}

/** Says things in Matrix rooms that the oracle is in, for plugins with results for people there. */
export interface RoomService {
  /**
   * @param message `text` is Markdown; two of the same `key` are one
   * @throws OracleError `unavailable` while the homeserver is away, `not_found` for a room that the oracle is not in,
   * `upstream_failed` when the homeserver refuses it
   */
  post(
    place: RoomPlace,
    message: { readonly text: string; readonly key?: string },
  ): Promise<{ readonly eventId: string }>;
}

/**
 * Rooms of Matrix. Where a run was asked in one, the metadata of its message say which: `{ matrix: { room, thread? } }`.
 */
export const Rooms = defineService<RoomService>()('matrix', 'rooms');
