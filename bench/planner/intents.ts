/** The intents of the corpora as operations of the bundled plugins, and their fields as fields of those. */
export interface IntentMapping {
  /** The first is taught; any of them is right. */
  readonly operations: readonly string[];
  /** Corpus field -> key of the operation's field. Fields that are not here are not asked for. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same of an operation that calls its fields otherwise. */
  readonly others?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Values that the intent stands for. */
  readonly given?: Readonly<Record<string, unknown>>;
}

const on = (operation: string, fields: Readonly<Record<string, string>> = {}): IntentMapping => ({
  operations: [operation],
  fields,
});

export const INTENTS: Readonly<Record<string, IntentMapping>> = {
  design: on('design_sample', {
    population: 'population',
    mean: 'expectedMean',
    sd: 'expectedSD',
    proportion: 'expectedMean',
    confidence: 'confidence',
    precision: 'precision',
    dropout: 'dropoutRate',
    strata: 'stratification.strata',
  }),
  'size-step': on('calculate_sample_size', {
    n: 'sampleSize',
    population: 'population',
    dropout: 'dropoutRate',
  }),
  // Drawing by a column of the list is told to the registry, not to the draw.
  select: on('select_households', { sampleSize: 'sampleSize', source: 'registryPath', seed: 'seed' }),
  register: on('register_households', { source: 'path' }),
  recalculate: on('recalculate_sample', { mean: 'mean', sd: 'sd', dropout: 'dropoutRate' }),
  'analyse-period': on('analyse_period', { source: 'path', period: 'monitoringPeriod' }),
  'plan-adjustment': on('plan_adjustment', { from: 'currentSize', to: 'requiredSize' }),
  // From a file, or from the numbers themselves.
  'usage-rate': {
    operations: ['analyse_stove_use', 'calculate_usage_rate'],
    fields: { source: 'path' },
    others: { calculate_usage_rate: {} },
  },
  'kitchen-test': {
    operations: ['analyse_kitchen_test', 'compare_fuel_use'],
    fields: { source: 'path' },
    others: { compare_fuel_use: {} },
  },
  submit: on('submit_design', { id: 'designId' }),
  approve: on('approve_design', { id: 'designId' }),
  reject: on('reject_design', { id: 'designId' }),
  'list-designs': { ...on('list_sampling_records'), given: { kind: 'designs' } },
  'show-design': on('get_sampling_record', { id: 'id' }),
  'list-files': on('vfs_list', { path: 'path' }),
  'read-file': { operations: ['vfs_read', 'vfs_fetch'], fields: { path: 'path' } },
  'search-files': {
    operations: ['vfs_search', 'vfs_grep', 'vfs_glob'],
    fields: { text: 'q' },
    others: { vfs_glob: { text: 'pattern' } },
  },
  publish: { ...on('vfs_set_public', { path: 'path' }), given: { public: true } },
  unpublish: { ...on('vfs_set_public', { path: 'path' }), given: { public: false } },
  // What is found of a path says whether it is public, and so does the list of its folder.
  'is-public': {
    operations: ['vfs_glob', 'vfs_list', 'vfs_fetch'],
    fields: { path: 'pattern' },
    others: { vfs_list: { path: 'path' }, vfs_fetch: { path: 'path' } },
  },
  move: on('vfs_move', { from: 'from', to: 'to' }),
  delete: on('vfs_delete', { paths: 'paths' }),
  restore: on('vfs_restore', { path: 'paths' }),
  'write-file': on('vfs_write', { path: 'path', text: 'content' }),
  'weather-now': on('get_current_weather', { city: 'city' }),
  forecast: on('get_weather_forecast', { city: 'city', days: 'days' }),
  entity: on('get_entity', { id: 'id' }),
  'resolve-did': on('resolve_did', { did: 'did' }),
  claims: on('entity_claims', { collection: 'collectionId', status: 'state' }),
  'search-entities': on('search_entities', { text: 'text' }),
  'chain-query': {
    operations: [
      'chain_query',
      'chain_list_queries',
      'chain_balance',
      'chain_transactions',
      'chain_validators',
      'chain_supply',
      'chain_inflation',
      'chain_module_params',
    ],
    fields: {},
  },
};
