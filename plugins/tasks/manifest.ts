import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Tasks',
  summary:
    'Does things at set times: once or again and again, in any time zone; shows, changes, pauses and cancels them.',
  whenToUse: [
    'Someone wants something done or answered later, or every day, week or month',
    'Someone asks what is planned, or what came of a task',
    'Someone wants a task changed, paused, resumed or cancelled',
  ],
  whenNotToUse: ['It shall be done now: do it', 'Taking back the last change: see undo_last_change'],
  examples: [
    {
      user: 'Schedule "What is the weather in Nairobi?" for "every Monday at 08:00"',
      tool: 'preview_task',
      args: { instruction: 'What is the weather in Nairobi?', when: 'every Monday at 08:00' },
    },
    {
      user: 'Remind me every Monday at 7 to check the loggers',
      tool: 'preview_task',
      args: { instruction: 'check the loggers', when: 'every Monday at 7', reminder: true },
    },
    { user: 'Create the task', tool: 'create_task', args: {} },
    { user: 'Which tasks are planned?', tool: 'list_tasks', args: {} },
    { user: 'Show the task "Weather"', tool: 'get_task', args: { task: 'Weather' } },
    { user: 'Pause the task "Weather"', tool: 'pause_task', args: { task: 'Weather' } },
    { user: 'Resume the task "Weather"', tool: 'resume_task', args: { task: 'Weather' } },
    { user: 'Cancel the task "Weather"', tool: 'cancel_task', args: { task: 'Weather' } },
  ],
  tags: [
    'task',
    'schedule',
    'remind',
    'reminder',
    'daily',
    'weekly',
    'every',
    'later',
    'plan',
    'cron',
    'recurring',
  ],
  category: 'people',
  loading: 'on-demand',
  stability: 'experimental',
};
