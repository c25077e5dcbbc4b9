import { defineService, type PendingApproval, type Principal } from 'oracle-runtime/plugin';

/** Where a plugin's words go: a room, or a thread in it. */
export interface RoomPlace {
  /** Such as `!abc:example.org`. */
  readonly roomId: string;
  readonly threadId?: string;
}

/** What waits for somebody's leave in a session of theirs that another plugin leads. */
export interface RoomQuestion {
  /** Whose session it is, and who decides. */
  readonly principal: Principal;
  readonly sessionId: string;
  readonly approvals: readonly PendingApproval[];
  /** What it is that asks, Markdown, such as `The task **Weekly report**`. */
  readonly about: string;
  /** A room of the principal's account; default the one in which they talk with the oracle alone. */
  readonly place?: RoomPlace;
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
  /**
   * Asks for leave to each call that waits, by a message that reactions answer. Once all are decided the session goes on
   * as whoever decided; who leads it follows what comes of that. Asked again for the same calls it asks nothing new.
   * @returns false when the principal has no account here that has talked with the oracle alone
   * @throws OracleError as `post`
   */
  ask(question: RoomQuestion): Promise<boolean>;
}

/**
 * Rooms of Matrix. Where a run was asked in one, the metadata of its message say which: `{ matrix: { room, thread? } }`.
 */
export const Rooms = defineService<RoomService>()('matrix', 'rooms');
