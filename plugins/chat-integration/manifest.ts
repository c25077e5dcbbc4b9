import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Slack',
  summary: 'Posts texts and field lists to Slack channels; who writes to the bot in Slack is answered there.',
  whenToUse: [
    'Someone wants something posted to Slack or to a Slack channel',
    'Someone wants the list of a draw in the Slack channel of the field team',
    'Someone asks which Slack channels the bot is in',
  ],
  whenNotToUse: ['Answering somebody who writes in Slack: that goes by itself'],
  examples: [
    { user: 'Which Slack channels is the bot in?', tool: 'list_chat_channels', args: {} },
    {
      user: 'Post to Slack channel #field-team: "The draw is done."',
      tool: 'post_to_chat',
      args: { channel: '#field-team', text: 'The draw is done.' },
    },
    {
      user: 'Post the field list of selection-9a55 to the Slack channel #field-team',
      tool: 'post_field_list',
      args: { selectionId: 'selection-9a55', channel: '#field-team' },
    },
  ],
  tags: ['slack', 'channel', 'channels', 'post', 'chat', 'message', 'field list', 'team'],
  category: 'chat',
  loading: 'on-demand',
  stability: 'experimental',
};
