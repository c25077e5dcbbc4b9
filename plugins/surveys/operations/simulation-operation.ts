import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { visitsOf } from '../households/household-list.js';
import { findForm, type Surveys } from '../services/surveys.js';
import { simulate } from '../simulation/simulate.js';
import { formId } from './fields.js';

const simulationView = z.object({
  formId: z.string(),
  odkFormId: z.string(),
  version: z.string(),
  interviews: z.int(),
  seed: z.int(),
  seconds: z.object({ least: z.number(), mean: z.number(), most: z.number() }),
  paths: z.array(
    z.object({
      status: z.string(),
      interviews: z.int(),
      questions: z.int(),
      seconds: z.number(),
      asked: z.array(z.string()),
    }),
  ),
  faults: z.array(z.string()),
});

/** `simulate_interviews`: a form is tried out before anybody is visited. */
export function simulationOperation(surveys: Surveys): AnyOperation {
  return defineOperation({
    name: 'simulate_interviews',
    title: 'Try a form with simulated interviews',
    description:
      'Leads interviews by chance through a form before field work: whether each ends, whether every question can be asked and answered within its constraint, and how long each path takes.',
    effect: 'read',
    scope: 'surveys',
    input: z.object({
      formId,
      interviews: withWords(z.int().min(1).max(10_000).default(1000), {
        aliases: ['interviews', 'how many'],
        unit: 'interviews',
      }),
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .default(1),
    }),
    answer: { description: 'What was found', schema: simulationView },
    run: async ({ formId: id, interviews, seed }, { principal }) => {
      const { form, owner } = await findForm(surveys, principal, id);
      const work = await surveys.designs.fieldwork(owner, form.designId, form.selectionId);
      const today = new Date(surveys.clock.now()).toISOString().slice(0, 10);
      const { paths, faults, ...rest } = simulate(form.model, visitsOf(work, form.enumerators), {
        interviews,
        seed,
        today,
      });
      return {
        formId: form.id,
        odkFormId: form.model.formId,
        version: form.model.version,
        ...rest,
        paths: paths.map((path) => ({ ...path, asked: [...path.asked] })),
        faults: [...faults],
      };
    },
    summary: ({ interviews, paths, seconds, faults }) =>
      faults.length === 0
        ? `${interviews} simulated interviews came to their end, on ${paths.length} paths of ${seconds.least} to ${seconds.most} seconds. Nothing is wrong with the form.`
        : `${interviews} simulated interviews found ${faults.length} faults: ${faults.join('; ')}.`,
    route: {
      method: 'post',
      path: '/v1/surveys/forms/:formId/simulation',
      errors: { 404: 'No such form of this owner' },
    },
  });
}
