import type { Place } from '../store/sessions.js';
import { htmlOf } from './formatted.js';

/** Marks what an oracle said, so that two of them never talk to each other. */
export const SAID_BY_ORACLE = 'io.ixo.oracle';

/** Where an event goes: into a thread, or as an answer to one. */
export interface Target extends Pick<Place, 'roomId' | 'threadId'> {
  /** The event that is answered. */
  readonly replyTo?: string;
}

/** The content of a message that says this Markdown. */
export async function messageContent(
  markdown: string,
  target: Target,
  msgtype: 'm.text' | 'm.notice' = 'm.text',
): Promise<object> {
  return {
    ...(await textOf(markdown, msgtype)),
    'm.mentions': {},
    [SAID_BY_ORACLE]: true,
    ...relationTo(target),
  };
}

/** The content that puts this Markdown in the place of what a message said. */
export async function editContent(
  markdown: string,
  eventId: string,
  msgtype: 'm.text' | 'm.notice' = 'm.text',
): Promise<object> {
  return {
    msgtype,
    body: `* ${markdown.slice(0, 500)}`,
    'm.mentions': {},
    [SAID_BY_ORACLE]: true,
    'm.new_content': { ...(await textOf(markdown, msgtype)), 'm.mentions': {}, [SAID_BY_ORACLE]: true },
    'm.relates_to': { rel_type: 'm.replace', event_id: eventId },
  };
}

async function textOf(markdown: string, msgtype: string): Promise<object> {
  return {
    msgtype,
    body: markdown,
    format: 'org.matrix.custom.html',
    formatted_body: await htmlOf(markdown),
  };
}

/** As the specification has it: clients that know no threads show what is in one as an answer. */
export function relationTo({ threadId, replyTo }: Target): object {
  if (threadId !== undefined)
    return {
      'm.relates_to': {
        rel_type: 'm.thread',
        event_id: threadId,
        is_falling_back: true,
        'm.in_reply_to': { event_id: replyTo ?? threadId },
      },
    };
  return replyTo === undefined ? {} : { 'm.relates_to': { 'm.in_reply_to': { event_id: replyTo } } };
}
