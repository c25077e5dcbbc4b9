import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Sharing',
  summary: 'Lets other people here see or change a design, a conversation or a folder, and ends that again.',
  whenToUse: [
    'Someone wants another person to see or work on what is theirs',
    'Someone asks what was shared with them, or what they have shared',
    'Someone wants to end a share',
  ],
  whenNotToUse: ['Publishing a file for everybody: that is done with files'],
  examples: [
    { user: 'What was shared with me?', tool: 'list_shares', args: {} },
    { user: 'List my shares', tool: 'list_shares', args: {} },
  ],
  tags: ['share', 'sharing', 'shared', 'people', 'person', 'access', 'invite', 'auditor', 'together'],
  category: 'people',
  loading: 'on-demand',
  stability: 'experimental',
};
