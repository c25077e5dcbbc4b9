import type { IncomingMessage } from '../events/incoming.js';

/** Where an answer goes, and to whom. */
export interface Place {
  readonly team: string;
  readonly channel: string;
  /** Absent in a direct conversation outside of threads. */
  readonly threadTs: string | undefined;
  readonly user: string;
}

/** In a channel each first message begins a thread; what is said directly outside of threads is one conversation. */
export function placeOf({ team, channel, ts, threadTs, direct, user }: IncomingMessage): Place {
  return { team, channel, threadTs: threadTs ?? (direct ? undefined : ts), user };
}

/** The thread as the oracle's conversations name it. */
export function threadKey({ team, channel, threadTs = 'direct' }: Place): string {
  return `slack:${team}/${channel}/${threadTs}`;
}

/** One person's part of a thread: whoever else writes there has a conversation of their own. */
export function laneKey(place: Place): string {
  return `${threadKey(place)}/${place.user}`;
}
