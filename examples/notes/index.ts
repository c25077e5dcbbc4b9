import { defineOperation, definePlugin, num, provide } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { Notes } from './service.js';
import { type NotesTables, notesMigrations, notesStore } from './store.js';

const note = z.object({ id: z.string(), text: z.string(), createdAt: z.string() });

/** A complete plugin: two operations, a setting, a table, a service. Each person sees their own notes only. */
export default definePlugin({
  name: 'notes',
  version: '1.0.0',
  manifest: {
    title: 'Notes',
    summary: 'Keeps short notes for a person and reads them back.',
    whenToUse: ['Someone wants something written down for later', 'Someone asks what they noted'],
    examples: [
      {
        user: 'Note: call the survey team on Monday',
        tool: 'add_note',
        args: { text: 'call the survey team on Monday' },
      },
      { user: 'What did I note?', tool: 'list_notes', args: {} },
    ],
    tags: ['note', 'remember', 'write down', 'reminder'],
  },
  env: { NOTES_PER_PERSON: num({ default: 100, desc: 'Notes that one person may keep' }) },
  scopes: { notes: 'read and write your notes' },
  migrations: notesMigrations,
  setup({ env, database, clock }) {
    const notes = notesStore(database.as<NotesTables>(), clock, env.NOTES_PER_PERSON);
    return {
      operations: [
        defineOperation({
          name: 'add_note',
          title: 'Add a note',
          description: 'Keeps one note for the person and returns it.',
          effect: 'write',
          scope: 'notes',
          input: z.object({
            text: z.string().trim().min(1).max(1000).describe('The note, in the words of the person.'),
          }),
          answer: { description: 'The note', schema: note },
          run: ({ text }, { principal }) => notes.add(principal.id, text),
          describe: ({ text }) => `Keep the note "${text}"`,
          route: { method: 'post', path: '/v1/notes', status: 201, errors: { 409: 'No room for another' } },
        }),
        defineOperation({
          name: 'list_notes',
          title: 'List your notes',
          description: 'All notes of the person, oldest first.',
          effect: 'read',
          scope: 'notes',
          input: z.object({}),
          answer: { description: 'The notes', schema: z.object({ notes: z.array(note) }) },
          run: async (_input, { principal }) => ({ notes: await notes.list(principal.id) }),
          summary: ({ notes: found }) => (found.length === 1 ? 'One note.' : `${found.length} notes.`),
          route: { method: 'get', path: '/v1/notes' },
        }),
      ],
      services: [provide(Notes, notes)],
    };
  },
});
