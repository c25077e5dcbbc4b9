import { z } from 'zod';

/** Somebody edited or deleted a message of theirs. */
export interface Changed {
  readonly team: string;
  readonly channel: string;
  /** Of the message as it was said. */
  readonly ts: string;
  /** Whose message it is, where Slack tells. */
  readonly user?: string;
  /** As it stands now; undefined for one that is gone. */
  readonly text: string | undefined;
}

const id = z.string().min(1).max(100);
const ts = z.string().regex(/^\d{1,16}\.\d{1,10}$/);

const envelope = { type: z.literal('event_callback'), team_id: id };
const edited = z.object({
  ...envelope,
  event: z.object({
    type: z.literal('message'),
    subtype: z.literal('message_changed'),
    channel: id,
    message: z.object({
      ts,
      user: id.nullish(),
      subtype: z.string().nullish(),
      text: z.string().max(100_000).nullish(),
    }),
    previous_message: z.object({ text: z.string().nullish() }).nullish(),
  }),
});
const deleted = z.object({
  ...envelope,
  event: z.object({
    type: z.literal('message'),
    subtype: z.literal('message_deleted'),
    channel: id,
    deleted_ts: ts,
  }),
});

/** What a payload of Slack's says has changed; undefined where no words have. */
export function readChanged(payload: unknown): Changed | undefined {
  const gone = deleted.safeParse(payload);
  if (gone.success) {
    const { team_id: team, event } = gone.data;
    return { team, channel: event.channel, ts: event.deleted_ts, text: undefined };
  }
  const now = edited.safeParse(payload);
  if (!now.success) return undefined;
  const { channel, message, previous_message: before } = now.data.event;
  const { ts, user } = message;
  const place = { team: now.data.team_id, channel, ts, ...(user == null ? {} : { user }) };
  // The first message of a thread that goes on leaves a stone in its place.
  if (message.subtype === 'tombstone') return { ...place, text: undefined };
  // Slack tells of a preview of a link by the same event.
  return before?.text === message.text ? undefined : { ...place, text: message.text ?? '' };
}
