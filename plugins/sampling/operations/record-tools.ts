import { type AnyTool, defineTool, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { verificationStatus } from '../schemas/design-record-schema.js';
import { designId } from './design-operations.js';
import { type AnyOperation, answerForAgent, type RecordKind } from './operation.js';

const KINDS = ['design', 'registry', 'selection', 'period', 'submission'] as const satisfies RecordKind[];

const LISTS = {
  designs: 'design',
  registries: 'registry',
  selections: 'selection',
  periods: 'period',
  submissions: 'submission',
} as const satisfies Record<string, RecordKind>;

const recordId = z
  .string()
  .regex(new RegExp(`^(${KINDS.join('|')})-[A-Za-z0-9-]{1,60}$`), 'must be an id such as selection-9a55…')
  .describe('Such as selection-9a55-…')
  .meta({ aliases: ['id', ...KINDS] });

/** Two tools for everything that is stored: one route each would cost a model many tokens and tell it little. */
export function recordTools(operations: readonly AnyOperation[]): AnyTool[] {
  const find = (kind: RecordKind, list: boolean) => {
    const found = operations.find(({ reads, input }) => reads === kind && 'limit' in input.shape === list);
    if (found === undefined) throw new RangeError(`No operation reads a ${kind}.`);
    return found;
  };
  return [
    defineTool({
      name: 'get_sampling_record',
      description:
        'Shows a stored design (or its history), registry, selection, period analysis or submission.',
      input: z.object({ id: recordId, history: z.boolean().optional().describe('Of a design') }),
      scope: 'sampling',
      idempotent: true,
      run: ({ id, history }, { principal, signal, attachments }) => {
        const kind = KINDS.find((one) => id.startsWith(`${one}-`)) ?? 'design';
        const input = { [`${kind}Id`]: id };
        const operation = history === true && kind === 'design' ? historyOf(operations) : find(kind, false);
        return answerForAgent(operation, input, { principal, signal, attachments });
      },
    }),
    defineTool({
      name: 'list_sampling_records',
      description: 'Lists stored records, newest first; periods of one design.',
      input: z.object({
        kind: z.enum(Object.keys(LISTS) as (keyof typeof LISTS)[]),
        designId: designId.optional().describe('For selections and periods'),
        status: verificationStatus.optional().describe('Of designs'),
        limit: z.int().min(1).max(100).default(20),
        cursor: z.string().max(500).optional().describe('Where the page before ended'),
      }),
      scope: 'sampling',
      idempotent: true,
      run: ({ kind, designId: design, ...rest }, { principal, signal, attachments }) => {
        const operation = find(LISTS[kind], true);
        if (kind === 'periods' && design === undefined)
          throw new OracleError('invalid_request', {
            detail: 'Periods are listed of one design: say which.',
            errors: [{ field: 'designId', message: 'is required for periods' }],
          });
        const given = { ...rest, ...(design !== undefined && { designId: design }) };
        const known = Object.fromEntries(
          Object.entries(given).filter(([name]) => name in operation.input.shape),
        );
        return answerForAgent(operation, known, { principal, signal, attachments });
      },
    }),
  ];
}

function historyOf(operations: readonly AnyOperation[]): AnyOperation {
  const found = operations.find(({ path }) => path.endsWith('/history'));
  if (found === undefined) throw new RangeError('No operation reads a history.');
  return found;
}
