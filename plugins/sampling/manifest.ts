import type { Manifest } from 'oracle-runtime/plugin';

/** What the agent reads about sampling. */
export const manifest: Manifest = {
  title: 'Sampling',
  summary:
    'Designs statistically sound samples for household-energy monitoring: sizes, strata, dropout, verification.',
  whenToUse: [
    'How many households must be surveyed or monitored',
    'A sample size for a mean or a proportion with confidence and precision, such as 95/5 or 90/10',
    'Adjusting a sample for a finite population, dropout or strata',
    'Looking up a stored sample design',
  ],
  whenNotToUse: ['Estimating from data that are no sample', 'General statistics homework'],
  examples: [
    {
      user: 'Design a sample for 5000 households: mean usage 0.8, sd 0.2, 15% dropout, 95/5',
      tool: 'design_sample',
      args: {
        population: 5000,
        expectedMean: 0.8,
        expectedSD: 0.2,
        dropoutRate: 0.15,
        confidence: 0.95,
        precision: 0.05,
      },
    },
    {
      user: 'How many stoves do I need to check if 80% of 12,000 are in use?',
      tool: 'design_sample',
      args: { population: 12000, expectedMean: 0.8, parameterType: 'proportion' },
    },
    {
      user: 'Sample size for 5000 homes, 60% urban and 40% rural, mean 0.8 sd 0.2',
      tool: 'design_sample',
      args: {
        population: 5000,
        expectedMean: 0.8,
        expectedSD: 0.2,
        stratification: {
          enabled: true,
          strata: [
            { name: 'urban', weight: 0.6 },
            { name: 'rural', weight: 0.4 },
          ],
        },
      },
    },
    { user: 'Show my sample designs', tool: 'list_sample_designs', args: {} },
    {
      user: 'Gold Standard sample for 20000 stoves at 90/10, average 3.5 hours, standard deviation 2.5',
      tool: 'design_sample',
      args: { population: 20000, expectedMean: 3.5, expectedSD: 2.5, profile: 'gs-90-10' },
    },
  ],
  tags: [
    'sample',
    'sampling',
    'sample size',
    'survey',
    'households',
    'stoves',
    'monitoring',
    'confidence',
    'precision',
    'dropout',
    'strata',
    'statistics',
  ],
  category: 'monitoring',
  loading: 'on-demand',
  stability: 'stable',
};
