import { type AnyOperation, defineOperation, OracleError, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { DesignService } from '../../sampling/service.js';
import { fieldList } from '../conversation/field-list.js';
import type { ChatService } from '../service.js';
import type { Channels } from './channels.js';

const channel = withWords(
  z
    .string()
    .trim()
    .min(1)
    .max(100)
    // What Slack calls a channel, in small letters, or an id: no text that stands beside it.
    .regex(/^(?:#?[\p{L}\p{M}\p{N}_-]+|[CG][A-Z0-9]+)$/u, 'must be a name such as #field-team, or an id')
    .describe('Name such as #field-team, or id, of a channel that the bot is in'),
  { aliases: ['channel', 'slack channel'] },
);
const posted = z.object({
  channel: z.string(),
  ts: z.string().describe("Slack's id of the message in the channel"),
  link: z.string().optional(),
});
const cannotUnsay = () => ({ whyNot: 'others may have read it; it can be deleted in Slack' });

/** What an agent does in Slack besides answering there. */
export function chatOperations(
  channels: Channels,
  chat: ChatService,
  designs: DesignService | undefined,
): AnyOperation[] {
  return [
    defineOperation({
      name: 'list_chat_channels',
      title: 'Channels in Slack',
      description: 'Lists the Slack channels that the bot is in.',
      effect: 'read',
      scope: 'slack',
      input: z.object({}),
      answer: {
        description: 'Channels',
        schema: z.object({
          channels: z.array(z.object({ id: z.string(), name: z.string(), private: z.boolean() })),
        }),
      },
      route: { method: 'get', path: '/v1/slack/channels' },
      run: async (_input, { signal }) => ({ channels: await channels.list(signal) }),
      summary: ({ channels: found }) =>
        found.length === 0
          ? 'The bot is in no channel yet; invite it in Slack.'
          : `The bot is in ${found.map(({ name }) => `#${name}`).join(', ')}.`,
    }),
    defineOperation({
      name: 'post_to_chat',
      title: 'Post to Slack',
      description: 'Posts a text (Markdown) to a Slack channel as the bot. The person is asked first.',
      effect: 'write',
      scope: 'slack',
      approval: 'always',
      input: z.object({ channel, text: z.string().trim().min(1).max(40_000).describe('What to say there') }),
      answer: { description: 'Where it stands', schema: posted },
      route: {
        method: 'post',
        path: '/v1/slack/messages',
        status: 201,
        errors: { 404: 'The bot is not there' },
      },
      describe: ({ channel: to, text }) => `Post to ${named(to)} in Slack: ${text}`,
      undo: cannotUnsay,
      run: async ({ channel: to, text }, { signal }) => {
        const { id, name } = await channels.find(to, signal);
        return { channel: `#${name}`, ...(await chat.post({ channel: id }, { text }, signal)) };
      },
      summary: ({ channel: where }) => `Posted to ${where}.`,
    }),
    defineOperation({
      name: 'post_field_list',
      title: 'Post a field list to Slack',
      description:
        'Posts the list of a draw (CSV) to a Slack channel, for the field team. The person is asked first.',
      effect: 'write',
      scope: 'slack',
      approval: 'always',
      input: z.object({
        selectionId: withWords(z.string().regex(/^selection-[A-Za-z0-9-]{1,60}$/), {
          aliases: ['selection', 'draw'],
        }).describe('The draw, such as selection-9a55…'),
        channel,
      }),
      answer: {
        description: 'Where it stands',
        schema: posted.extend({ selected: z.int(), replacements: z.int() }),
      },
      route: {
        method: 'post',
        path: '/v1/slack/field-lists',
        status: 201,
        errors: { 404: 'No such draw of this owner, or the bot is not there' },
      },
      describe: ({ selectionId, channel: to }) => `Post the list of ${selectionId} to ${named(to)} in Slack`,
      undo: cannotUnsay,
      run: async ({ selectionId, channel: to }, { principal, signal }) => {
        if (designs === undefined) throw noDraws();
        const { id, name } = await channels.find(to, signal);
        const { file, selected, replacements } = await fieldList(designs, principal, selectionId);
        const text = `Field list of \`${selectionId}\`: ${selected} to visit, ${replacements} replacements in their order.`;
        const where = await chat.post({ channel: id }, { text, files: [file] }, signal);
        return { channel: `#${name}`, selected, replacements, ...where };
      },
      summary: ({ channel: where, selected }) => `Posted the list of ${selected} to ${where}.`,
    }),
  ];
}

function named(to: string): string {
  return /^[CG][A-Z0-9]{6,}$/.test(to) ? to : `#${to.replace(/^#/, '')}`;
}

function noDraws(): OracleError {
  return new OracleError('unavailable', {
    detail: 'This oracle draws no samples.',
    hint: 'Turn the plugin sampling on: features: { sampling: true }.',
  });
}
