import type { Manifest } from 'oracle-runtime/plugin';

/** What the agent reads about sampling. */
export const manifest: Manifest = {
  title: 'Sampling',
  summary:
    'Designs statistically sound samples for household-energy monitoring: sizes, strata, random selection, period analysis, submission.',
  whenToUse: [
    'How many households must be surveyed or monitored',
    'A sample size for a mean or a proportion with confidence and precision, such as 95/5 or 90/10',
    'Adjusting a sample for a finite population, dropout or strata',
    'Selecting households at random from a registry with a seed, and proving that the draw was random',
    'Analysing a monitoring period: mean, standard deviation, achieved precision, dropout',
    'Recalculating a sample from actual values and planning which households to add or release',
    'Preparing the list of projects that an authority selects from',
    'Looking up stored designs, registries, selections and submissions',
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
    {
      user: 'Gold Standard sample for 20000 stoves at 90/10, average 3.5 hours, standard deviation 2.5',
      tool: 'design_sample',
      args: { population: 20000, expectedMean: 3.5, expectedSD: 2.5, profile: 'gs-90-10' },
    },
    { user: 'Show my sample designs', tool: 'list_sampling_records', args: { kind: 'designs' } },
    { user: 'What registries are there?', tool: 'list_sampling_records', args: { kind: 'registries' } },
    { user: 'Show the design design-1', tool: 'get_sampling_record', args: { id: 'design-1' } },
    {
      user: 'Show the history of design-1',
      tool: 'get_sampling_record',
      args: { id: 'design-1', history: true },
    },
    {
      user: 'Base sample size for a mean of 0.8 with a standard deviation of 0.2',
      tool: 'calculate_base_size',
      args: { mean: 0.8, sd: 0.2 },
    },
    {
      user: 'Adjust a sample of 384 for a population of 5000',
      tool: 'adjust_for_finite_population',
      args: { baseSize: 384, population: 5000 },
    },
    {
      user: 'How many do I draw if I need 357 and 15% drop out?',
      tool: 'adjust_for_dropout',
      args: { sampleSize: 357, dropoutRate: 0.15 },
    },
    {
      user: 'Split a total of 420 into 60% urban and 40% rural',
      tool: 'allocate_sample',
      args: {
        totalSize: 420,
        strata: [
          { name: 'urban', weight: 0.6 },
          { name: 'rural', weight: 0.4 },
        ],
      },
    },
    { user: 'Register the attached household registry', tool: 'register_households', args: {} },
    {
      user: 'Select households from registry-1 for design-1 with seed 20240220',
      tool: 'select_households',
      args: { registryId: 'registry-1', designId: 'design-1', seed: '20240220' },
    },
    {
      user: 'Draw the sample from /registers/village.csv with seed 20240220',
      tool: 'select_households',
      args: { registryPath: '/registers/village.csv', seed: '20240220' },
    },
    {
      user: 'Verify the record /sampling/design-1/selection-1/record.json with /registers/village.csv',
      tool: 'validate_randomness',
      args: {
        recordPath: '/sampling/design-1/selection-1/record.json',
        registryPath: '/registers/village.csv',
      },
    },
    {
      user: 'Check that selection-1 is random',
      tool: 'validate_randomness',
      args: { selectionId: 'selection-1' },
    },
    {
      user: 'Recalculate design-1 with an actual mean of 0.78, sd 0.25 and 12% dropout',
      tool: 'recalculate_sample',
      args: { designId: 'design-1', mean: 0.78, sd: 0.25, dropoutRate: 0.12 },
    },
    {
      user: 'Plan the change from 112 to 175 households starting 2024-04-01',
      tool: 'plan_adjustment',
      args: { currentSize: 112, requiredSize: 175, implementationDate: '2024-04-01' },
    },
    {
      user: 'Analyse the first quarter of 2024 of design-1 from the attached readings',
      tool: 'analyse_period',
      args: { designId: 'design-1', monitoringPeriod: '2024-Q1' },
    },
    {
      user: 'Prepare a submission for 2024-Q1 with ER coverage 0.85 with the active projects did:ixo:project/a and did:ixo:project/b',
      tool: 'prepare_submission',
      args: {
        monitoringPeriod: '2024-Q1',
        erCoverage: 0.85,
        activeProjects: ['did:ixo:project/a', 'did:ixo:project/b'],
      },
    },
    { user: 'Submit design-1 for verification', tool: 'submit_design', args: { designId: 'design-1' } },
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
    'registry',
    'random selection',
    'seed',
    'randomness',
    'monitoring period',
    'recalculation',
    'adjustment plan',
    'submission',
    'emission reductions',
  ],
  category: 'monitoring',
  loading: 'on-demand',
  stability: 'stable',
};
