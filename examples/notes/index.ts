import { definePlugin, defineRoute, defineTool, num, OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type NotesTables, notesMigrations, notesStore } from './store.js';

const note = z.object({ id: z.string(), text: z.string(), createdAt: z.string() });

/** A complete plugin: a table, two tools, a route, a setting. Each person sees their own notes only. */
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
    loading: 'on-demand',
  },
  env: { NOTES_PER_PERSON: num({ default: 100, desc: 'Notes that one person may keep' }) },
  scopes: { notes: 'Read your notes over HTTP' },
  migrations: notesMigrations,
  setup({ env, database, clock }) {
    const notes = notesStore(database.as<NotesTables>(), clock);
    return {
      tools: [
        defineTool({
          name: 'add_note',
          description: 'Keeps one note for the person and returns it.',
          input: z.object({
            text: z
              .string()
              .trim()
              .min(1)
              .max(1000)
              .meta({ description: 'The note, in the words of the person.' }),
          }),
          output: note,
          async run({ text }, rt) {
            if ((await notes.count(rt.principal.id)) >= env.NOTES_PER_PERSON) {
              throw new OracleError('conflict', {
                detail: `There are ${env.NOTES_PER_PERSON} notes already.`,
                hint: 'Raise NOTES_PER_PERSON.',
              });
            }
            return notes.add(rt.principal.id, text);
          },
        }),
        defineTool({
          name: 'list_notes',
          description: 'All notes of the person, oldest first.',
          input: z.object({}),
          output: z.object({ notes: z.array(note) }),
          idempotent: true,
          run: async (_, rt) => ({ notes: await notes.list(rt.principal.id) }),
        }),
      ],
      routes: [
        defineRoute({
          method: 'get',
          path: '/v1/notes',
          auth: 'any',
          scope: 'notes',
          summary: 'Your notes, oldest first',
          responses: { 200: { description: 'The notes', schema: z.object({ notes: z.array(note) }) } },
          handler: async ({ principal }) => ({ notes: await notes.list(principal.id) }),
        }),
      ],
    };
  },
});
