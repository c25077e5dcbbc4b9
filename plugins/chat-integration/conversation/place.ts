import type { IncomingMessage } from '../events/incoming.js';

/** Where an answer goes, and to whom. */
export interface Place {
  readonly team: string;
  readonly channel: string;
  /** Absent in a direct conversation outside of threads. */
  readonly threadTs: string | undefined;
  readonly user: string;
  /** The person's own organisation; that of the channel is `team`. */
  readonly homeTeam: string;
}

/** In a channel each first message begins a thread; what is said directly outside of threads is one conversation. */
export function placeOf({
  team,
  channel,
  ts,
  threadTs,
  direct,
  user,
  homeTeam = team,
}: IncomingMessage): Place {
  return { team, channel, threadTs: threadTs ?? (direct ? undefined : ts), user, homeTeam };
}

/** Who somebody is: their id says nothing without their organisation. */
export function personKey({ homeTeam, user }: Pick<Place, 'homeTeam' | 'user'>): string {
  return `${homeTeam}/${user}`;
}

/** The thread as the oracle's conversations name it. */
export function threadKey({ team, channel, threadTs = 'direct' }: Place): string {
  return `slack:${team}/${channel}/${threadTs}`;
}

/** One person's part of a thread: whoever else writes there has a conversation of their own. */
export function laneKey(place: Place): string {
  const { team, homeTeam, user } = place;
  return `${threadKey(place)}/${homeTeam === team ? user : personKey(place)}`;
}
