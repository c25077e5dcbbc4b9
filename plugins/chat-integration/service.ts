import { defineService } from 'oracle-runtime/plugin';

/** Where in Slack something goes: a channel or a direct conversation by its id, and a thread of it. */
export interface ChatPlace {
  /** Such as `C0123456789`, `D…`, or a user's `U…` for a direct message. */
  readonly channel: string;
  /** The `ts` of the message that begins the thread. */
  readonly threadTs?: string;
}

export interface ChatFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface ChatPost {
  /** Markdown; long texts become several messages of one thread. */
  readonly text: string;
  readonly files?: readonly ChatFile[];
}

/**
 * Says something in Slack as the bot, for plugins that bring results there. It asks nobody: whoever calls has the
 * person's leave for this place.
 */
export interface ChatService {
  /**
   * @returns the first message's `ts`, and a link to it where Slack gives one
   * @throws OracleError `unavailable` while Slack cannot be reached, `not_found` for a place where the bot is not
   */
  post(
    place: ChatPlace,
    post: ChatPost,
    signal: AbortSignal,
  ): Promise<{ readonly ts: string; readonly link?: string }>;
}

/** Slack, for plugins that bring results to it. */
export const Chat = defineService<ChatService>()('chat-integration', 'chat');
