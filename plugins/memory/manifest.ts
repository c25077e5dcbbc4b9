import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Memory',
  summary:
    'Remembers facts that a person asks to be remembered, over all conversations; shows, changes and forgets them.',
  whenToUse: [
    'Someone asks to remember a fact for later, in other conversations too',
    'Someone asks what is remembered of them, or why something is known',
    'Someone asks to change or to forget what is remembered',
  ],
  whenNotToUse: [
    'How answers are written (language, tone, units): see user-preferences',
    'Taking back the last change: see undo_last_change',
  ],
  examples: [
    {
      user: 'Remember that my district is Kilifi',
      tool: 'save_memory',
      args: { text: 'my district is Kilifi' },
    },
    {
      user: 'What do you remember about my district?',
      tool: 'search_memory',
      args: { query: 'my district' },
    },
    { user: 'What do you remember of me?', tool: 'list_memories', args: {} },
    {
      user: 'Change the memory "my district is Kilifi" to "my district is Kwale"',
      tool: 'edit_memory',
      args: { memory: 'my district is Kilifi', text: 'my district is Kwale' },
    },
    {
      user: 'Forget the memory "my district is Kwale"',
      tool: 'forget_memory',
      args: { memory: 'my district is Kwale' },
    },
    {
      user: 'Why do you know that my district is Kilifi?',
      tool: 'explain_memory',
      args: { memory: 'my district is Kilifi' },
    },
  ],
  tags: ['memory', 'memories', 'remember', 'remembered', 'forget', 'recall', 'know', 'fact', 'note'],
  category: 'people',
  loading: 'on-demand',
  stability: 'experimental',
};
