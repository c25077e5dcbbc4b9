import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { stepsOf } from '../form/form-model.js';
import { LANGUAGE_CODES } from '../form/languages.js';
import { ownQuestion } from '../form/own-questions.js';
import { TEMPLATE_NAMES } from '../form/templates/index.js';
import { WEIGHABLE } from '../form/templates/kitchen-test.js';
import { type FormTerms, type MadeForm, makeForm } from '../services/make-form.js';
import { findForm, ownerOf, type Surveys } from '../services/surveys.js';
import type { KeptForm } from '../store/forms-store.js';
import { designId, formId, page, selectionId } from './fields.js';

const formView = z.object({
  formId: z.string(),
  odkFormId: z.string().describe('As phones know it'),
  version: z.string().describe('yyyymmddNN'),
  title: z.string(),
  template: z.enum(TEMPLATE_NAMES),
  languages: z.array(z.enum(LANGUAGE_CODES)),
  designId: z.string(),
  selectionId: z.string(),
  enumerators: z.array(z.string()),
  questions: z.int().describe('That a person answers'),
  createdAt: z.iso.datetime(),
});

const madeView = formView.extend({
  households: z.int().describe('In the list of the form'),
  assumed: z
    .literal(true)
    .optional()
    .describe('Nobody said which form: a design of a mean does not tell stove use from weighed fuel'),
  weighed: z
    .array(z.string())
    .optional()
    .describe('Of a kitchen test: the fuels that give a value; who cooks with another gives none'),
  lists: z.array(z.object({ enumerator: z.string().nullable(), households: z.int() })),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), what: z.string() })),
});

const NOT_FOUND = { 404: 'No such form of this owner' };

/** Forms of surveys. */
export function formOperations(surveys: Surveys): AnyOperation[] {
  return [
    defineOperation({
      name: 'make_survey_form',
      title: 'Make the form of a survey',
      description:
        'Makes the phone form (XLSForm and XForm) of a design whose sample was drawn: consent, household of the draw, stove use, fuel, dropout reasons, GPS. Leaves it with the list of households in the files.',
      effect: 'write',
      additive: true,
      scope: 'surveys',
      input: z.object({
        designId,
        selectionId: selectionId.optional(),
        template: withWords(
          z.enum(TEMPLATE_NAMES).optional().describe('What is measured; by default what the design needs'),
          { aliases: ['template', 'kind of form'] },
        ),
        title: z
          .string()
          .trim()
          .min(1)
          .max(100)
          .regex(/^\P{C}*$/u)
          .optional(),
        languages: withWords(
          z.array(z.enum(LANGUAGE_CODES)).min(1).max(6).optional().describe('First: the default'),
          {
            aliases: ['languages', 'language'],
          },
        ),
        enumerators: withWords(
          z
            .array(
              z
                .string()
                .trim()
                .min(1)
                .max(60)
                .regex(/^\P{C}*$/u),
            )
            .max(200)
            .optional()
            .describe('Who visits: a list for each'),
          { aliases: ['enumerators', 'enumerator', 'team', 'interviewers'] },
        ),
        equivalents: z
          .partialRecord(z.enum(WEIGHABLE), z.number().min(0.1).max(20))
          .optional()
          .describe(
            'Of a kitchen test: kg of dry wood that 1 kg of a fuel stands for, such as {"charcoal": 1.8}; without it wood alone is weighed',
          ),
        questions: z.array(ownQuestion).max(100).optional().describe('Asked besides'),
      }),
      answer: { description: 'The form', schema: madeView },
      run: async (input, { principal }) => viewMade(await makeForm(surveys, principal, input), input),
      route: {
        method: 'post',
        path: '/v1/surveys/forms',
        status: 201,
        errors: { 404: 'No such design or selection', 409: 'Nothing was drawn for the design' },
        location: (made) => `/v1/surveys/forms/${made.formId}`,
      },
      summary: ({ title, version, households, files, weighed, assumed }) =>
        `The form "${title}", version ${version}, is made for ${households} households: ${files.map(({ path }) => path).join(', ')}.${
          weighed === undefined
            ? ''
            : ` It weighs ${weighed.join(', ')}; who cooks with another fuel gives no value.`
        }${
          assumed === undefined
            ? ''
            : ' Nobody said what is measured, so it asks on how many of seven days the stove was used: for weighed fuel make the form kitchen_test.'
        }`,
      undo: () => ({ whyNot: 'a form stays as it was made; make another, which phones then take' }),
    }),
    defineOperation({
      name: 'list_survey_forms',
      title: 'List survey forms, newest first',
      description: 'Lists the survey forms, newest first, of a design or all.',
      effect: 'read',
      scope: 'surveys',
      input: z.object({ designId: designId.optional(), ...page }),
      answer: {
        description: 'A page of forms',
        schema: z.object({ items: z.array(formView), cursor: z.string().optional() }),
      },
      route: { method: 'get', path: '/v1/surveys/forms' },
      run: async ({ designId: design, ...which }, { principal }) => {
        const owner = design === undefined ? principal : await ownerOf(surveys, principal, design);
        const { items, ...rest } = await surveys.forms.list(owner.id, which, design);
        return { items: items.map(viewForm), ...rest };
      },
      summary: ({ items }) => (items.length === 1 ? 'One form.' : `${items.length} forms.`),
    }),
    defineOperation({
      name: 'get_survey_form',
      title: 'Read a survey form',
      description: 'Reads one survey form with its questions.',
      effect: 'read',
      scope: 'surveys',
      input: z.object({ formId }),
      answer: {
        description: 'The form',
        schema: formView.extend({ model: z.record(z.string(), z.unknown()) }),
      },
      tool: false,
      route: { method: 'get', path: '/v1/surveys/forms/:formId', errors: NOT_FOUND },
      run: async (input, { principal }) => {
        const { form } = await findForm(surveys, principal, input.formId);
        return { ...viewForm(form), model: { ...form.model } };
      },
    }),
  ];
}

function viewForm({
  id,
  createdAt,
  designId: design,
  selectionId: selection,
  template,
  enumerators,
  model,
}: KeptForm) {
  return {
    formId: id,
    odkFormId: model.formId,
    version: model.version,
    title: model.title,
    template,
    languages: [...model.languages],
    designId: design,
    selectionId: selection,
    enumerators: [...enumerators],
    questions: [...stepsOf(model.steps)].filter(({ step }) => step.kind === 'question').length,
    createdAt,
  };
}

function viewMade(
  { kept, visits, files }: MadeForm,
  { template, equivalents = {} }: Pick<FormTerms, 'template' | 'equivalents'>,
) {
  const shares = new Map<string | null, number>();
  for (const { enumerator = null } of visits) shares.set(enumerator, (shares.get(enumerator) ?? 0) + 1);
  return {
    ...viewForm(kept),
    households: visits.length,
    ...(template === undefined && kept.template === 'stove_use' && { assumed: true as const }),
    ...(kept.template === 'kitchen_test' && { weighed: ['wood', ...Object.keys(equivalents)] }),
    lists: [...shares].map(([enumerator, households]) => ({ enumerator, households })),
    files: [...files],
  };
}
