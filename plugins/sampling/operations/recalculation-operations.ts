import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { dayOf } from '../periods/calendar.js';
import { planAdjustment } from '../recalculation/adjustment-plan.js';
import { dropoutRate } from '../schemas/design-schema.js';
import { day } from '../schemas/period-schema.js';
import { boundOfPeriod } from '../services/bound-of-period.js';
import { inFieldsOf } from '../services/in-fields-of.js';
import { type Recalculation, recalculateDesign } from '../services/recalculations.js';
import type { SamplingService } from '../services/sampling-service.js';
import { sizesForPlan, ticketsFor } from '../services/sizes-and-tickets.js';
import { designId } from './design-operations.js';
import { periodId } from './period-operations.js';
import { presentDesign } from './present-design.js';
import { selectionId } from './selection-operations.js';

const implementationDate = day('First day of the new size', [
  'implementation date',
  'starting',
  'from',
  'on',
  'as of',
]);

const actual = {
  mean: withWords(z.number().optional(), { aliases: ['actual mean', 'mean', 'average'] }),
  sd: withWords(z.number().min(0).optional(), { aliases: ['actual sd', 'sd', 'standard deviation'] }),
  dropoutRate: dropoutRate.optional().describe('Such as 0.12'),
};

/** What a change of size is planned from. */
const planInput = z.object({
  implementationDate,
  currentSize: withWords(z.int().min(0).max(1e9).optional().describe('Drawn now, such as 112'), {
    aliases: ['current size', 'current', 'from', 'now'],
  }),
  requiredSize: withWords(z.int().min(0).max(1e9).optional().describe('Needed then, such as 175'), {
    aliases: ['required size', 'required', 'needed', 'to'],
  }),
  strata: z
    .array(z.object({ name: z.string().min(1).max(200), current: z.int().min(0), required: z.int().min(0) }))
    .max(1000)
    .optional(),
  designId: designId.optional().describe('Recalculated one, such as design-0b9f…'),
  selectionId: selectionId.optional(),
  erBound: z.enum(['none', 'lower', 'upper']).optional().describe('Of the reductions of this period'),
});

/** What follows from a period: the design again, and the way to its size. */
export function recalculationOperations(service: SamplingService): AnyOperation[] {
  return [
    defineOperation({
      name: 'recalculate_sample',
      title: 'Recalculate a design from actual values',
      description:
        'Recalculates a design with actual mean, sd and dropout (stated, or of an analysis); stores a new draft.',
      effect: 'write',
      additive: true,
      scope: 'sampling',
      input: z.object({
        designId,
        ...actual,
        population: z.int().min(2).optional().describe('When it changed'),
        strata: z
          .array(
            z.object({
              name: z.string().min(1).max(200),
              mean: z.number().optional(),
              sd: z.number().min(0).optional(),
              dropoutRate: z.number().min(0).max(1).optional(),
            }),
          )
          .max(1000)
          .optional(),
        periodId: periodId.optional(),
        implementationDate: implementationDate.optional(),
        selectionId: selectionId.optional(),
      }),
      answer: {
        description: 'The new draft, the causes, and the plan when an implementation date was given',
      },
      forModel: ({ design, ...rest }: Recalculation) => {
        const { summary, ...shown } = presentDesign(design);
        return {
          summary: `${rest.currentSize} units become ${rest.requiredSize}. ${summary}`,
          ...rest,
          design: shown,
        };
      },
      route: {
        method: 'post',
        path: '/v1/sampling/:designId/recalculation',
        status: 201,
        errors: { 404: 'No such design, period or selection of this owner', 409: 'A superseded design' },
        location: ({ design }: Recalculation) => `/v1/sampling/${design.designId}`,
      },
      run: (input, { principal }) =>
        inFieldsOf({ expectedMean: 'mean', expectedSD: 'sd' }, () =>
          recalculateDesign(service, principal, input),
        ),
      undo: () => ({ whyNot: 'a design stays as it was computed; make another and use that one' }),
    }),
    defineOperation({
      name: 'plan_adjustment',
      title: 'Plan the change of a sample size',
      description: 'Plans the change of a sample size: tickets to add or release, by stratum.',
      effect: 'read',
      scope: 'sampling',
      input: planInput,
      answer: { description: 'The plan' },
      summary: ({ reason, currentSize, requiredSize, warnings }: ReturnType<typeof planAdjustment>) =>
        [`From ${currentSize} to ${requiredSize} units. ${reason}`, ...warnings].join(' '),
      // In a conversation the bound is that of the period that was recalculated from.
      tool: { input: planInput.omit({ erBound: true }) },
      route: {
        method: 'post',
        path: '/v1/sampling/adjustment-plan',
        errors: {
          404: 'No such design or selection of this owner',
          409: 'Strata that do not sum to the sizes',
        },
      },
      run: async (input, { principal }) => {
        const sizes = await sizesForPlan(service, principal, input);
        return planAdjustment({
          ...sizes,
          implementationDate: input.implementationDate,
          tickets: await ticketsFor(service, principal.id, input.selectionId, sizes),
          erBound: await boundOfPeriod(service, input.designId, input.erBound),
          today: dayOf(service.clock.now()),
        });
      },
    }),
  ];
}
