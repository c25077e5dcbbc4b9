import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Charts',
  summary:
    'Draws charts of sample designs, their results and any table, for everybody to read, and reads the numbers back out of them.',
  whenToUse: [
    'Showing how a sample is divided, what precision other sizes reach, the intervals of periods, or where a sample lies on a map',
    'Drawing a bar, line, area or point chart, a histogram, or use over a week, of a CSV or of rows',
    'Getting the numbers back out of a chart that this oracle drew',
  ],
  whenNotToUse: ['Photographs, diagrams and drawings that show no numbers'],
  examples: [
    {
      user: 'Chart the allocation of design-1',
      tool: 'draw_design_chart',
      args: { designId: 'design-1', chart: 'allocation' },
    },
    {
      user: 'Draw the precision against the sample size of design-1',
      tool: 'draw_design_chart',
      args: { designId: 'design-1', chart: 'precision' },
    },
    {
      user: 'Show the confidence intervals of the periods of design-1 as a chart',
      tool: 'draw_design_chart',
      args: { designId: 'design-1', chart: 'intervals' },
    },
    {
      user: 'Map the coverage of design-1 from /registers/places.csv',
      tool: 'draw_design_chart',
      args: { designId: 'design-1', chart: 'coverage', path: '/registers/places.csv' },
    },
    {
      user: 'Draw a line chart of /data/use.csv',
      tool: 'draw_chart',
      args: { type: 'line', path: '/data/use.csv' },
    },
    {
      user: 'Draw the week of use-1',
      tool: 'draw_chart',
      args: { type: 'week', reportId: 'use-1' },
    },
    {
      user: 'Read the numbers of the chart /charts/allocation.png',
      tool: 'read_chart',
      args: { path: '/charts/allocation.png' },
    },
  ],
  tags: [
    'chart',
    'graph',
    'plot',
    'diagram',
    'picture',
    'bar chart',
    'line chart',
    'histogram',
    'map',
    'visualise',
    'curve',
  ],
  category: 'documents',
  loading: 'on-demand',
  stability: 'stable',
};
