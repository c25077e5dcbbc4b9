import { defineOperation, definePlugin, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';

const book = z.object({ id: z.string(), title: z.string() });
const id = z.string().min(1).max(40).describe('Id of a book, such as book-1');

/** Operations: each said once, and there as tool, route, command and audit entry. The shelf forgets at each start. */
export default definePlugin({
  name: 'shelf',
  version: '1.0.0',
  scopes: { shelf: 'look at the books', 'shelf/write': 'add and remove books' },
  capabilities: [
    {
      name: 'shelf',
      manifest: {
        title: 'Books',
        summary: 'Looks up the books on the shelf.',
        whenToUse: ['Someone asks which books there are'],
        examples: [{ user: 'Which books are there?', tool: 'list_books', args: {} }],
        tags: ['book', 'shelf'],
      },
      operations: ['list_books'],
    },
    {
      name: 'shelf-keeping',
      manifest: {
        title: 'Keeping the shelf',
        summary: 'Puts books on the shelf and takes them off.',
        whenToUse: ['Someone brings a book or takes one away'],
      },
      operations: ['add_book', 'remove_book', 'list_books'],
    },
  ],
  setup() {
    const books = new Map<string, z.output<typeof book>>();
    let last = 0;
    return {
      operations: [
        defineOperation({
          name: 'list_books',
          title: 'List the books',
          description: 'The books on the shelf, at most `limit` of them.',
          effect: 'read',
          scope: 'shelf',
          input: z.object({ limit: z.int().min(1).max(100).default(20).describe('At most this many') }),
          answer: { description: 'The books', schema: z.object({ books: z.array(book) }) },
          run: ({ limit }) => ({ books: [...books.values()].slice(0, limit) }),
          summary: ({ books: found }) => (found.length === 1 ? 'One book.' : `${found.length} books.`),
          route: { method: 'get', path: '/v1/shelf' },
        }),
        defineOperation({
          name: 'add_book',
          title: 'Add a book',
          description: 'Puts a book on the shelf and says its id.',
          effect: 'write',
          scope: 'shelf/write',
          input: z.object({ title: z.string().trim().min(1).max(200).describe('Its title') }),
          answer: { description: 'The book', schema: book },
          run: ({ title }) => {
            last += 1;
            const added = { id: `book-${last}`, title };
            books.set(added.id, added);
            return added;
          },
          route: {
            method: 'post',
            path: '/v1/shelf',
            status: 201,
            location: (added) => `/v1/shelf/${added.id}`,
          },
          describe: ({ title }) => `Add the book ${title}`,
          undo: (_input, added) => ({ operation: 'remove_book', input: { id: added.id } }),
        }),
        defineOperation({
          name: 'remove_book',
          title: 'Remove a book',
          description: 'Takes a book off the shelf.',
          effect: 'destructive',
          scope: 'shelf/write',
          input: z.object({ id }),
          answer: { description: 'What was removed', schema: z.object({ removed: book }) },
          run: ({ id: gone }) => {
            const removed = books.get(gone);
            if (removed === undefined)
              throw new OracleError('not_found', { detail: `There is no book ${gone}.` });
            books.delete(gone);
            return { removed };
          },
          route: { method: 'delete', path: '/v1/shelf/:id', errors: { 404: 'No such book' } },
          describe: ({ id: gone }) => `Remove the book ${gone}`,
        }),
      ],
    };
  },
});
