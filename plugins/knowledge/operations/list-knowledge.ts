import { decodeCursor, told, toPage } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError } from 'oracle-runtime/plugin';
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
    input: z.object({
      cursor: z.string().max(3_000).optional().describe('Where the page before ended'),
    }),
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
            partly: z.string().optional().describe('What of it is not read'),
          }),
        ),
        skipped: z.int().describe('How many of all could not be read; they come first'),
        pending: z.int().describe('How many of all are still to be read'),
        cursor: z.string().optional(),
      }),
    },
    route: { method: 'get', path: '/knowledge/documents', auth: 'any' },
    async run({ cursor }, { principal, signal }) {
      const { documents } = await room.list(principal, signal);
      const [rank = -1, path = ''] = cursor === undefined ? [] : afterCursor(cursor);
      const rest = documents
        .map((document) => ({ document, key: [rankOf(document), document.path] as const }))
        .filter(({ key }) => key[0] > rank || (key[0] === rank && key[1] > path))
        .sort((one, other) => one.key[0] - other.key[0] || (one.key[1] < other.key[1] ? -1 : 1));
      const page = toPage(
        rest.slice(0, MOST_LISTED + 1),
        MOST_LISTED,
        ({ document }) => document,
        ({ key }) => key,
      );
      const those = (state: ListedDocument['state']) => documents.filter((one) => one.state === state).length;
      return {
        total: documents.length,
        documents: page.items,
        skipped: those('skipped'),
        pending: those('pending'),
        ...(page.cursor === undefined ? {} : { cursor: page.cursor }),
      };
    },
    forModel: ({ documents, cursor, ...counts }) => ({
      summary: inWords(counts, documents),
      ...(cursor === undefined ? {} : { cursor }),
      documents: documents.map(({ path, state, partly, reason = partly }) => ({
        document: path,
        state: reason === undefined ? state : `${state}: it ${reason}`,
      })),
    }),
  });
}

/** What cannot be read comes first, then what is read in part: it is what a person has to know. */
const ORDER = { skipped: 0, pending: 2, known: 2 } as const;

const rankOf = ({ state, partly }: ListedDocument) => (partly === undefined ? ORDER[state] : 1);

function afterCursor(cursor: string): [rank: number, path: string] {
  const values = decodeCursor(cursor, ['number', 'string']);
  if (values !== undefined) return values;
  throw new OracleError('invalid_request', {
    detail: 'This is no cursor of a list of documents.',
    errors: [{ field: 'cursor', message: 'is not one that was given' }],
  });
}

/** Skipped documents that are named in the sentence. */
const NAMED = 10;

function inWords(
  { total, skipped, pending }: { readonly total: number; readonly skipped: number; readonly pending: number },
  documents: readonly ListedDocument[],
): string {
  if (total === 0) return 'No documents are known. Put some into the folder knowledge/, or upload files.';
  const known = `${total - skipped - pending} of ${total} ${total === 1 ? 'document' : 'documents'} can be asked about`;
  const waiting = pending === 0 ? '' : `; ${pending} are still being read`;
  const inPart = documents.filter(({ partly }) => partly !== undefined);
  const parts = namedOf(inPart, 'partly');
  if (skipped === 0)
    return pending === 0 && total > 1
      ? `${total} documents can be asked about${parts}.`
      : `${known}${waiting}${parts}.`;
  const refused = documents.filter(({ state }) => state === 'skipped');
  return `${known}${waiting}; ${skipped} could not be read${namedOf(refused, 'reason', skipped).replace(/^;/, ':')}${parts}.`;
}

/** The first of the documents, each with what is to be said of it. @param all how many there are, listed here or not */
function namedOf(
  documents: readonly ListedDocument[],
  what: 'reason' | 'partly',
  all = documents.length,
): string {
  const named = documents
    .slice(0, NAMED)
    .map((document) => `; ${told(document.path, 200)} ${document[what]}`);
  return named.join('') + (all > named.length ? `; and ${all - named.length} more` : '');
}
