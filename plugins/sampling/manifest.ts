import type { Capability } from 'oracle-runtime/plugin';

/** Whatever part of the work is at hand, one looks up what is stored. */
const RECORDS = ['get_sampling_record', 'list_sampling_records'] as const;

const sampleSize: Capability = {
  name: 'sample-size',
  manifest: {
    title: 'Sample size',
    summary:
      'Designs statistically sound samples for household-energy monitoring: sizes for a mean or proportion, finite population, dropout, strata.',
    whenToUse: [
      'How many households must be surveyed or monitored',
      'A sample size for a mean or a proportion with confidence and precision, such as 95/5 or 90/10',
      'Adjusting a sample for a finite population, dropout or strata',
      'The variation to plan with, from a pilot',
      'Looking up stored designs',
    ],
    whenNotToUse: ['General statistics homework'],
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
      { user: 'Show the design design-1', tool: 'get_sampling_record', args: { id: 'design-1' } },
      {
        user: 'Show the history of design-1',
        tool: 'get_sampling_record',
        args: { id: 'design-1', history: true },
      },
      {
        user: 'Base sample size for a mean of 0.8 with a standard deviation of 0.2',
        tool: 'calculate_sample_size',
        args: { mean: 0.8, sd: 0.2 },
      },
      {
        user: 'Adjust a sample of 384 for a population of 5000',
        tool: 'calculate_sample_size',
        args: { sampleSize: 384, population: 5000 },
      },
      {
        user: 'How many do I draw if I need 357 and 15% drop out?',
        tool: 'calculate_sample_size',
        args: { sampleSize: 357, dropoutRate: 0.15 },
      },
      {
        user: 'Allow for 10% dropout on a sample of 95',
        tool: 'calculate_sample_size',
        args: { sampleSize: 95, dropoutRate: 0.1 },
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
    stability: 'stable',
  },
  operations: [
    'design_sample',
    'calculate_sample_size',
    'allocate_sample',
    'estimate_pilot_variation',
    ...RECORDS,
  ],
};

const sampleSelection: Capability = {
  name: 'sample-selection',
  manifest: {
    title: 'Sample selection',
    summary:
      'Draws households at random from a registry, by a seed or a value that nobody knew before, and proves that the draw was random.',
    whenToUse: [
      'Registering the households to select from',
      'Selecting households at random from a registry with a seed, and proving that the draw was random',
      'Committing to a draw before its random value exists',
      'Replacing households that cannot be monitored by the next ones of the draw',
      'Looking up stored registries and selections',
    ],
    examples: [
      { user: 'What registries are there?', tool: 'list_sampling_records', args: { kind: 'registries' } },
      {
        user: 'List the selections of design-1',
        tool: 'list_sampling_records',
        args: { kind: 'selections', designId: 'design-1' },
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
        user: 'Validate the randomness of selection-1 at 95% confidence',
        tool: 'validate_randomness',
        args: { selectionId: 'selection-1', confidence: 0.95 },
      },
      {
        user: 'List the commitments of design-1',
        tool: 'list_sampling_records',
        args: { kind: 'commitments', designId: 'design-1' },
      },
    ],
    tags: [
      'sampling',
      'households',
      'registry',
      'random selection',
      'seed',
      'randomness',
      'draw',
      'commitment',
    ],
    category: 'monitoring',
    stability: 'stable',
  },
  operations: [
    'register_households',
    'delete_registry',
    'select_households',
    'commit_to_draw',
    'validate_randomness',
    'replace_units',
    ...RECORDS,
  ],
};

const monitoringPeriod: Capability = {
  name: 'monitoring-period',
  manifest: {
    title: 'Monitoring period',
    summary:
      'Analyses what monitoring showed: mean, spread, dropout, achieved precision, usage and fuel; recalculates the sample and plans its change.',
    whenToUse: [
      'Analysing a monitoring period: mean, standard deviation, achieved precision, dropout',
      'Recalculating a sample from actual values and planning which households to add or release',
      'The usage rate of stove use monitors, the fuel saved in a kitchen performance test',
      'Looking up stored period analyses',
    ],
    whenNotToUse: ['Estimating from data that are no sample'],
    examples: [
      {
        user: 'Analyse the first quarter of 2024 of design-1 from the attached readings',
        tool: 'analyse_period',
        args: { designId: 'design-1', monitoringPeriod: '2024-Q1' },
      },
      {
        user: 'Declare period-1 final',
        tool: 'declare_final',
        args: { periodId: 'period-1' },
      },
      {
        user: 'Recompute period-1',
        tool: 'get_sampling_record',
        args: { id: 'period-1', recompute: true },
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
    ],
    tags: [
      'sampling',
      'monitoring period',
      'readings',
      'recalculation',
      'adjustment plan',
      'usage rate',
      'fuel',
      'dropout',
      'emission reductions',
    ],
    category: 'monitoring',
    stability: 'stable',
  },
  operations: [
    'analyse_period',
    'declare_final',
    'recalculate_sample',
    'plan_adjustment',
    'calculate_usage_rate',
    'compare_fuel_use',
    ...RECORDS,
  ],
};

const verification: Capability = {
  name: 'verification',
  manifest: {
    title: 'Verification',
    summary:
      'Takes sample designs to their verifier and lists of projects to the authority that selects from them.',
    whenToUse: [
      'Submitting a design for verification, approving or rejecting one',
      'Preparing and sending the list of projects that an authority selects from',
      "Recording the authority's random selection of projects",
      'The signed trail of a design, for an auditor',
      'Looking up stored submissions',
    ],
    examples: [
      {
        user: 'Prepare a submission for 2024-Q1 with ER coverage 0.85 with the active projects did:ixo:project/a and did:ixo:project/b',
        tool: 'prepare_submission',
        args: {
          monitoringPeriod: '2024-Q1',
          erCoverage: 0.85,
          activeProjects: ['did:ixo:project/a', 'did:ixo:project/b'],
        },
      },
      {
        user: 'Show the trail of design-1',
        tool: 'get_sampling_record',
        args: { id: 'design-1', trail: true },
      },
      { user: 'Submit design-1 for verification', tool: 'submit_design', args: { designId: 'design-1' } },
    ],
    tags: [
      'sampling',
      'verification',
      'verifier',
      'approval',
      'submission',
      'authority',
      'projects',
      'trail',
      'audit',
    ],
    category: 'monitoring',
    stability: 'stable',
  },
  operations: [
    'submit_design',
    'approve_design',
    'reject_design',
    'prepare_submission',
    'send_submission',
    'record_authority_draw',
    ...RECORDS,
  ],
};

/** What the agent reads about sampling, in the parts in which a person thinks of it. */
export const capabilities: readonly Capability[] = [
  sampleSize,
  sampleSelection,
  monitoringPeriod,
  verification,
];
