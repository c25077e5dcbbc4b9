import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Preferences',
  summary: 'Remembers how a person wants to be answered: language, tone, units, number format and time zone.',
  whenToUse: [
    'Someone says in which language, tone or units they want to be answered from now on',
    'Someone says how they write numbers, or where they are: a decimal comma, a time zone',
    'Someone asks what is remembered of their preferences',
  ],
  whenNotToUse: ['A wish for one answer alone, such as a translation'],
  examples: [
    { user: 'What are my preferences?', tool: 'get_preferences', args: {} },
    { user: 'Show my preferences', tool: 'get_preferences', args: {} },
    { user: 'Set my units to imperial', tool: 'set_preference', args: { units: 'imperial' } },
    { user: 'Set the tone to formal', tool: 'set_preference', args: { tone: 'formal' } },
    { user: 'Forget my preferences', tool: 'forget_preferences', args: {} },
    { user: 'Set decimals to comma', tool: 'set_preference', args: { decimals: 'comma' } },
  ],
  tags: [
    'preference',
    'preferences',
    'language',
    'units',
    'tone',
    'decimal',
    'timezone',
    'settings',
    'format',
  ],
  category: 'people',
  loading: 'on-demand',
  stability: 'experimental',
};
