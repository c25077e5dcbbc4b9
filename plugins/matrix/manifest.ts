import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Matrix rooms',
  summary: 'What a Matrix room wants remembered: saves it, finds it, lists it and forgets it.',
  whenToUse: [
    'Someone in a Matrix room wants something remembered for the room',
    'Someone asks what the room knows, decided or agreed earlier',
    'Someone wants the room to forget something',
  ],
  whenNotToUse: ['Conversations outside Matrix', 'What concerns one person alone, such as their preferences'],
  examples: [
    {
      user: 'Remember for this room: we meet on Tuesdays',
      tool: 'room_memory_save',
      args: { text: 'we meet on Tuesdays' },
    },
    { user: 'What does this room remember?', tool: 'room_memory_list', args: {} },
  ],
  tags: ['matrix', 'room', 'remember', 'memory', 'forget', 'agreed', 'decided'],
  category: 'people',
  loading: 'on-demand',
  stability: 'experimental',
};
