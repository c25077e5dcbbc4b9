import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Toolkit',
  summary:
    'Finds and uses tools of apps such as mail, calendars and spreadsheets, by accounts that a person connected.',
  whenToUse: [
    'Someone wants something done in an app elsewhere: a mail, a calendar, a spreadsheet, an issue tracker',
    'Someone asks which apps or accounts are connected, or wants to connect one',
  ],
  whenNotToUse: ['Files of this oracle, draws, reports and posts to Slack: their own tools do that'],
  examples: [
    {
      user: 'Search the toolkit for "send an email"',
      tool: 'search_app_tools',
      args: { query: 'send an email' },
    },
    { user: 'Which apps are connected?', tool: 'list_app_connections', args: {} },
    { user: 'Connect my gmail account', tool: 'connect_app', args: { app: 'gmail' } },
    {
      user: 'What does the app tool GMAIL_SEND_EMAIL need?',
      tool: 'describe_app_tool',
      args: { tool: 'GMAIL_SEND_EMAIL' },
    },
    {
      user: 'Use the app tool GMAIL_LIST_EMAILS',
      tool: 'use_app_tool',
      args: { tool: 'GMAIL_LIST_EMAILS' },
    },
  ],
  tags: ['app', 'apps', 'connect', 'connection', 'account', 'toolkit', 'email', 'calendar', 'integration'],
  category: 'tools',
  loading: 'on-demand',
  stability: 'experimental',
};
