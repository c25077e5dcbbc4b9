import {
  type AnyOperation,
  type Caller,
  defineOperation,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { verificationStatus } from '../schemas/design-record-schema.js';
import { page } from '../schemas/page-schema.js';
import type { TrailExport } from '../trail/trail-export.js';
import { designId } from './design-operations.js';
import { presentDesign } from './present-design.js';
import { presentSelection } from './present-selection.js';
import { presentTrail } from './present-trail.js';
import { presentSubmission } from './submission-operations.js';

const KINDS = ['design', 'registry', 'commitment', 'selection', 'period', 'submission'] as const;
const LISTS = ['designs', 'registries', 'commitments', 'selections', 'periods', 'submissions'] as const;

/** How a conversation shows what would be too long or too nested to read aloud; the rest is shown as it is. */
const PRESENTED: Partial<Record<(typeof KINDS)[number], (record: never) => object>> = {
  design: presentDesign,
  selection: presentSelection,
  submission: presentSubmission,
};

const recordId = withWords(
  z
    .string()
    .regex(new RegExp(`^(${KINDS.join('|')})-[A-Za-z0-9-]{1,60}$`), 'must be an id such as selection-9a55…')
    .describe('Such as selection-9a55…'),
  { aliases: ['id', ...KINDS] },
);

/**
 * Two tools for everything that is stored: one for each route that reads would cost a model many tokens and tell it
 * little.
 */
export function recordOperations(operations: readonly AnyOperation[]): AnyOperation[] {
  const readers = new Map(operations.map((operation) => [operation.name, operation]));
  const call = async (name: string, input: Readonly<Record<string, unknown>>, caller: Caller) => {
    const reader = readers.get(name);
    if (reader === undefined) throw new RangeError(`There is no operation ${name}.`);
    const known = Object.entries(input).filter(([field]) => field in reader.input.shape);
    return reader.run(Object.fromEntries(known), caller);
  };
  return [
    defineOperation({
      name: 'get_sampling_record',
      title: 'Show a stored record',
      description:
        'Shows a stored design (its history, trail), registry, commitment, selection, period analysis or submission.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        id: recordId,
        history: z.boolean().optional(),
        trail: z.boolean().optional(),
        recompute: z.boolean().optional(),
      }),
      answer: { description: 'The record' },
      async run({ id, history, trail, recompute }, caller) {
        const kind = KINDS.find((one) => id.startsWith(`${one}-`)) ?? 'design';
        if (kind === 'design' && history === true)
          return call('get_design_history', { designId: id }, caller);
        if (kind === 'design' && trail === true)
          return presentTrail((await call('get_trail', { designId: id }, caller)) as TrailExport);
        if (kind === 'period' && recompute === true)
          return call('recompute_period', { periodId: id }, caller);
        const record = await call(`get_${kind}`, { [`${kind}Id`]: id }, caller);
        return PRESENTED[kind]?.(record as never) ?? record;
      },
    }),
    defineOperation({
      name: 'list_sampling_records',
      title: 'List stored records',
      description: 'Lists stored records, newest first; periods of one design.',
      effect: 'read',
      scope: 'sampling',
      input: z.object({
        kind: z.enum(LISTS),
        designId: designId.optional(),
        status: verificationStatus.optional(),
        limit: z.int().min(1).max(100).default(20),
        cursor: page.cursor,
      }),
      answer: { description: 'A page of records' },
      async run({ kind, ...filter }, caller) {
        if (kind === 'periods' && filter.designId === undefined)
          throw new OracleError('invalid_request', {
            detail: 'Periods are listed of one design: say which.',
            errors: [{ field: 'designId', message: 'is required for periods' }],
          });
        return call(`list_${kind}`, filter, caller);
      },
    }),
  ];
}
