import { z } from 'zod';

/** A file beside a message, as Slack names it. */
export interface SlackFile {
  readonly name: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Where the bot's token downloads it. */
  readonly url: string;
}

/** Somebody said something where the bot can read it. */
export interface IncomingMessage {
  readonly kind: 'message';
  readonly eventId: string;
  readonly team: string;
  readonly channel: string;
  /** Slack's id of the message within its channel. */
  readonly ts: string;
  /** The thread that it stands in; absent outside of threads. */
  readonly threadTs?: string;
  /** In a conversation with the bot alone. */
  readonly direct: boolean;
  /** Whose it is; Slack's ids of people hold within their own organisation alone. */
  readonly user: string;
  /** The organisation of the person, where it is another than the one that the bot is in: channels may be shared. */
  readonly homeTeam?: string;
  readonly text: string;
  readonly files: readonly SlackFile[];
}

/** Somebody pressed one of our buttons. */
export interface IncomingPress {
  readonly kind: 'press';
  readonly team: string;
  readonly channel: string;
  /** Of the message that the button stands on. */
  readonly ts: string;
  readonly user: string;
  readonly homeTeam?: string;
  readonly action: string;
  readonly value: string;
  readonly pressedAt: string;
}

export type Incoming = IncomingMessage | IncomingPress;

const id = z.string().min(1).max(100);
const ts = z.string().regex(/^\d{1,16}\.\d{1,10}$/);

const file = z.object({
  name: z.string().max(500).nullish(),
  mimetype: z.string().max(200).nullish(),
  size: z.number().nonnegative().nullish(),
  url_private_download: z.string().max(2_000).nullish(),
  url_private: z.string().max(2_000).nullish(),
});

const message = z.object({
  type: z.literal('event_callback'),
  event_id: id,
  team_id: id,
  event: z.object({
    type: z.enum(['message', 'app_mention']),
    /** Joins and the like are no words to us; a file, a reply that is also shown in the channel, and `/me` are. */
    subtype: z.enum(['file_share', 'thread_broadcast', 'me_message']).nullish(),
    bot_id: z.undefined().or(z.null()).optional(),
    user: id,
    user_team: id.nullish(),
    source_team: id.nullish(),
    team: id.nullish(),
    channel: id,
    channel_type: z.string().nullish(),
    ts,
    thread_ts: ts.nullish(),
    text: z.string().max(100_000).nullish(),
    files: z.array(file.catch({})).max(50).nullish(),
  }),
});

const press = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id }),
  user: z.object({ id, team_id: id.nullish() }),
  container: z.object({ channel_id: id, message_ts: ts }),
  actions: z.tuple([
    z.object({ action_id: z.string().max(255), value: z.string().max(2_000), action_ts: ts }),
  ]),
});

/** What a payload of Slack's means to us; undefined for all that is not for us, and for what is none. */
export function readIncoming(payload: unknown): Incoming | undefined {
  const said = message.safeParse(payload);
  if (said.success) return messageOf(said.data);
  const pressed = press.safeParse(payload);
  if (!pressed.success) return undefined;
  const { team, user, container, actions } = pressed.data;
  const [{ action_id, value, action_ts }] = actions;
  return {
    kind: 'press',
    team: team.id,
    channel: container.channel_id,
    ts: container.message_ts,
    user: user.id,
    ...homeOf(user.team_id, team.id),
    action: action_id,
    value,
    pressedAt: action_ts,
  };
}

function messageOf({ event_id, team_id, event }: z.output<typeof message>): IncomingMessage {
  return {
    kind: 'message',
    eventId: event_id,
    team: team_id,
    channel: event.channel,
    ts: event.ts,
    ...(event.thread_ts == null ? {} : { threadTs: event.thread_ts }),
    direct: event.channel_type === 'im' || event.channel.startsWith('D'),
    user: event.user,
    ...homeOf(event.user_team ?? event.source_team ?? event.team, team_id),
    text: event.text ?? '',
    files: (event.files ?? []).flatMap(({ name, mimetype, size, url_private_download, url_private }) => {
      const url = url_private_download ?? url_private;
      if (url == null) return [];
      return [
        { name: name ?? 'file', mimeType: mimetype ?? 'application/octet-stream', size: size ?? 0, url },
      ];
    }),
  };
}

function homeOf(home: string | null | undefined, team: string): { readonly homeTeam?: string } {
  return home == null || home === team ? {} : { homeTeam: home };
}
