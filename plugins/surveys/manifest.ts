import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Surveys',
  summary:
    'Makes phone forms (ODK, XLSForm) for a drawn sample, serves them to phones, takes their submissions and says who was reached.',
  whenToUse: [
    'A form or questionnaire for phones is wanted for a sample that was drawn',
    'Interviewers need lists of the households that they visit',
    'Somebody asks how far the field work is: reached, refused, replaced, never asked',
  ],
  whenNotToUse: ['Sizing or drawing a sample: that is sampling', 'Readings of loggers: that is monitoring'],
  examples: [
    {
      user: 'Make the phone form for design-1',
      tool: 'make_survey_form',
      args: { designId: 'design-1' },
    },
    {
      user: 'Make the kitchen test form for design-1',
      tool: 'make_survey_form',
      args: { designId: 'design-1', template: 'kitchen_test' },
    },
    { user: 'List my survey forms', tool: 'list_survey_forms', args: {} },
    {
      user: 'Simulate 1000 interviews with form-1',
      tool: 'simulate_interviews',
      args: { formId: 'form-1', interviews: 1000 },
    },
    {
      user: 'How far is the field work of form-1?',
      tool: 'survey_progress',
      args: { formId: 'form-1' },
    },
    {
      user: 'Compare /exports/central.csv with the draw of design-1',
      tool: 'survey_progress',
      args: { path: '/exports/central.csv', designId: 'design-1' },
    },
    {
      user: 'Show the submissions of form-1',
      tool: 'list_submissions',
      args: { formId: 'form-1' },
    },
    {
      user: 'Analyse the submissions of form-1',
      tool: 'analyse_submissions',
      args: { formId: 'form-1' },
    },
  ],
  tags: [
    'survey',
    'form',
    'questionnaire',
    'interview',
    'xlsform',
    'odk',
    'kobo',
    'phone',
    'enumerator',
    'field work',
    'submission',
  ],
  category: 'field work',
  loading: 'on-demand',
  stability: 'experimental',
};
