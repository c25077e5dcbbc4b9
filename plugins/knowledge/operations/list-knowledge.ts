import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { ListedDocument, ReadingRoom } from '../reading-room.js';

const MOST_LISTED = 200;

export function listKnowledgeOperation(room: ReadingRoom): AnyOperation {
  return defineOperation({
    name: 'list_knowledge',
    title: 'Documents that are known',
    description:
      'The documents that can be asked about: notes, those of this oracle, the files of whoever asks; which could not ' +
      'be read, and why.',
    effect: 'read',
    scope: 'knowledge',
    input: z.object({}),
    answer: {
      description: 'The documents',
      schema: z.object({
        total: z.int(),
        documents: z.array(
          z.object({
            source: z.enum(['files', 'documents', 'notes']),
            path: z.string(),
            version: z.int().optional(),
            state: z.enum(['known', 'pending', 'skipped']),
            reason: z.string().optional().describe('Why it was skipped'),
          }),
        ),
      }),
    },
    route: { method: 'get', path: '/knowledge/documents', auth: 'any' },
    async run(_, { principal, signal }) {
      const { documents } = await room.list(principal, signal);
      return { total: documents.length, documents: documents.slice(0, MOST_LISTED) };
    },
    forModel: ({ total, documents }) => ({
      summary: inWords(total, documents),
      documents: documents.map(({ path, state, reason }) => ({
        document: path,
        state: reason === undefined ? state : `${state}: it ${reason}`,
      })),
    }),
  });
}

function inWords(total: number, documents: readonly ListedDocument[]): string {
  if (total === 0) return 'No documents are known. Put some into the folder knowledge/, or upload files.';
  const skipped = documents.filter(({ state }) => state === 'skipped');
  const reasons = skipped.slice(0, 3).map(({ path, reason }) => `${path} ${reason}`);
  const known = `${total} ${total === 1 ? 'document' : 'documents'}`;
  return skipped.length === 0
    ? `${known} can be asked about.`
    : `${known}; ${skipped.length} of them could not be read: ${reasons.join('; ')}.`;
}
