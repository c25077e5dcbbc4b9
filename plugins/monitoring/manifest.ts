import type { Capability, Manifest } from 'oracle-runtime/plugin';

const manifest: Manifest = {
  title: 'Stove monitoring',
  summary:
    'Reads files of stove use loggers, finds cooking events, use days and broken devices, and compares fuel in kitchen performance tests.',
  whenToUse: [
    'Analysing files of temperature loggers on stoves: events, use days, usage rate, stacking',
    'Seeing how a logger file is read, and which loggers failed',
    'Fixing before the data how cooking is detected',
    'Analysing a file of a kitchen performance test: fuel per person-day, saving',
  ],
  whenNotToUse: ['Readings of households that are one value each: analyse a monitoring period'],
  examples: [
    {
      user: 'Analyse the stove use in /loggers/march.csv',
      tool: 'analyse_stove_use',
      args: { path: '/loggers/march.csv' },
    },
    {
      user: 'Find the cooking events in /loggers/march.csv for design-1',
      tool: 'analyse_stove_use',
      args: { path: '/loggers/march.csv', designId: 'design-1' },
    },
    {
      user: 'Preview the logger file /loggers/hh-012.csv',
      tool: 'preview_logger_files',
      args: { path: '/loggers/hh-012.csv' },
    },
    {
      user: 'Seal the detection settings of design-1',
      tool: 'seal_detection',
      args: { designId: 'design-1' },
    },
    { user: 'Show the detection settings', tool: 'show_detection', args: {} },
    { user: 'List the stove use reports', tool: 'list_stove_use', args: {} },
    { user: 'Show the stove use report use-1', tool: 'get_stove_use', args: { reportId: 'use-1' } },
    {
      user: 'Analyse the kitchen performance test in /kpt/weighings.csv',
      tool: 'analyse_kitchen_test',
      args: { path: '/kpt/weighings.csv' },
    },
  ],
  tags: [
    'stove use',
    'logger',
    'sensor',
    'temperature',
    'SUMs',
    'cooking events',
    'usage rate',
    'stacking',
    'kitchen performance test',
    'KPT',
    'fuel',
    'weighings',
    'monitoring',
  ],
  category: 'monitoring',
  loading: 'on-demand',
  stability: 'experimental',
};

const calendar: Manifest = {
  title: 'Monitoring calendar',
  summary:
    'Has the draw of a design made once its value is public, and the end of a monitoring period announced two weeks before.',
  whenToUse: [
    'Planning the calendar of a monitoring period: the awaited draw, a warning before the end',
    'Making a draw that waits for a value that is public by now',
    'How many days a monitoring period has left, and how many values are still missing',
  ],
  whenNotToUse: ['Analysing readings: analyse a monitoring period'],
  tags: ['calendar', 'awaited draw', 'end of the period', 'days left'],
  category: 'monitoring',
  loading: 'on-demand',
  stability: 'experimental',
};

/** What the agent loads. */
export const capabilities: readonly Capability[] = [
  {
    name: 'monitoring',
    manifest,
    operations: [
      'analyse_stove_use',
      'preview_logger_files',
      'seal_detection',
      'show_detection',
      'list_stove_use',
      'get_stove_use',
      'analyse_kitchen_test',
    ],
  },
  {
    name: 'monitoring-calendar',
    manifest: calendar,
    operations: ['plan_monitoring_calendar', 'make_awaited_draw', 'check_monitoring_period'],
  },
];
