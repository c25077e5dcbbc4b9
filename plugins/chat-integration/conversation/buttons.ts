import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KnownBlock } from '@slack/web-api';
import { z } from 'zod';

export const ALLOW = 'oracle_allow';
export const REFUSE = 'oracle_refuse';
/** Characters of a notification. */
const SHORT = 200;

const question = z.strictObject({
  session: z.string(),
  run: z.string(),
  approval: z.string(),
  team: z.string(),
  user: z.string(),
  /** Where the person's organisation is another than `team`. */
  home: z.string().optional(),
  channel: z.string(),
  thread: z.string().optional(),
});

/** Which call a button decides about, and who may press it. */
export type Question = z.output<typeof question>;

/** What stands on a button: readable by whoever looks, made by nobody but us. */
export function sealQuestion(asked: Question, key: Buffer): string {
  const body = Buffer.from(JSON.stringify(asked)).toString('base64url');
  return `${body}.${macOf(body, key)}`;
}

/** Undefined for all that this oracle has not put on a button. */
export function openQuestion(value: string, key: Buffer): Question | undefined {
  const [body = '', mac = ''] = value.split('.');
  const expected = Buffer.from(macOf(body, key));
  const given = Buffer.from(mac);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
  return question.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
}

function macOf(body: string, key: Buffer): string {
  return createHmac('sha256', key).update(`approval:${body}`).digest('base64url');
}

/** The question, with two buttons. */
export function questionBlocks(summary: string, value: string): KnownBlock[] {
  return [
    exactly(summary, 'May I? '),
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: ALLOW,
          style: 'primary',
          text: { type: 'plain_text', text: 'Allow' },
          value,
        },
        {
          type: 'button',
          action_id: REFUSE,
          style: 'danger',
          text: { type: 'plain_text', text: 'Refuse' },
          value,
        },
      ],
    },
  ];
}

/** What stands in its place once it is decided. */
export function decidedBlocks(summary: string, decision: string): KnownBlock[] {
  return [exactly(summary), { type: 'context', elements: [{ type: 'mrkdwn', text: decision }] }];
}

/** `*Allowed* by <@U1>` and when, in each reader's own time. */
export function decisionWords(approved: boolean, user: string, at: number): string {
  const iso = new Date(at).toISOString();
  const when = `<!date^${Math.floor(at / 1_000)}^{date_short_pretty} {time}|${iso}>`;
  return `*${approved ? 'Allowed' : 'Refused'}* by <@${user}>, ${when}`;
}

/**
 * Words that are read letter for letter: no mark, mention or link takes effect in the text of a rich text block, and Slack's
 * limit of 3,000 escaped characters for a section is none of its.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
function exactly(words: string, lead = ''): KnownBlock {
  const bold = { type: 'text', text: lead, style: { bold: true } } as const;
  const text = { type: 'text', text: words } as const;
  return {
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: lead === '' ? [text] : [bold, text] }],
  };
}

/** The first of such words for a notification, where `&`, `<` and `>` are Slack's own marks. */
export function inShort(summary: string): string {
  const cut = summary.length > SHORT ? `${summary.slice(0, SHORT - 1)}…` : summary;
  return cut.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
