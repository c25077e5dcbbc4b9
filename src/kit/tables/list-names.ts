/** What programs call the list in an answer: `results` KoboToolbox, `value` OData (ODK Central), the rest by custom. */
export const LIST_NAMES = [
  'results',
  'value',
  'data',
  'records',
  'items',
  'rows',
  'submissions',
  'units',
  'households',
  'readings',
];
