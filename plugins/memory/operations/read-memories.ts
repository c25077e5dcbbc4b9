import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Memories } from '../engine/memories.js';
import { memoryView, viewOf, which } from './memory-view.js';

/** Whoever asks what is known of themselves asks for all of it: no memory holds the word. */
const ONESELF =
  /^(?:(?:about|of|über|von|sur|de|sobre|kuhusu)\s+)?(?:me|myself|us|mich|mir|uns|moi|nous|m[ií]|mim|nosotros|nosotras|nós|mimi|sisi)$/iu;

const common = { scope: 'memory', effect: 'read' as const };

/** What a person may see of what is remembered of them. */
export function readOperations(memories: Memories, origin: string): AnyOperation[] {
  return [
    defineOperation({
      ...common,
      name: 'search_memory',
      title: 'Search my memories',
      description: 'Finds what is remembered of the person about something.',
      input: z.object({
        query: withWords(z.string().trim().min(1).max(500), { aliases: ['about'] }),
        limit: z.int().min(1).max(20).default(5),
      }),
      answer: {
        description: 'What was found, best first',
        schema: z.object({ memories: z.array(memoryView) }),
      },
      route: { method: 'get', path: '/memory/search' },
      run: async ({ query, limit }, { principal, signal }) => {
        const found = ONESELF.test(query)
          ? (await memories.list(principal, { limit }, signal)).items.slice(0, limit)
          : await memories.search(principal, query, limit, signal);
        return { memories: found.map((one) => viewOf(one, origin)) };
      },
      summary: ({ memories }) => told(memories, 'Nothing is remembered about that.'),
    }),
    defineOperation({
      ...common,
      name: 'list_memories',
      title: 'My memories',
      description: 'All that is remembered of the person, the newest first.',
      input: z.object({
        limit: z.int().min(1).max(50).default(20),
        cursor: z.string().max(1_000).optional().describe('`nextCursor` of the page before'),
      }),
      answer: {
        description: 'A page of memories',
        schema: z.object({ memories: z.array(memoryView), nextCursor: z.string().optional() }),
      },
      route: { method: 'get', path: '/memory' },
      run: async (page, { principal, signal }) => {
        const { items, nextCursor } = await memories.list(principal, page, signal);
        return {
          memories: items.slice(0, page.limit).map((one) => viewOf(one, origin)),
          ...(nextCursor && { nextCursor }),
        };
      },
      summary: ({ memories, nextCursor }) =>
        `${told(memories, 'Nothing is remembered of you.')}${nextCursor === undefined ? '' : ' There are more.'}`,
    }),
    defineOperation({
      ...common,
      name: 'explain_memory',
      title: 'Why a memory is known',
      description:
        'When and where the person said something that is remembered, with a link to that message.',
      input: z.object({ memory: withWords(which, { aliases: ['memory'] }) }),
      answer: { description: 'The memory and where it comes from', schema: z.object({ memory: memoryView }) },
      route: { method: 'get', path: '/memory/:memory' },
      run: async ({ memory }, { principal, signal }) => ({
        memory: viewOf(await memories.find(principal, memory, signal), origin),
      }),
      summary: ({ memory: { text, at, link } }) => {
        const day = at === undefined ? '' : ` on ${at.slice(0, 10)}`;
        return `You asked to remember "${text}"${day}${link === undefined ? ', outside of a conversation here' : `: ${link}`}.`;
      },
    }),
  ];
}

function told(memories: readonly z.output<typeof memoryView>[], none: string): string {
  if (memories.length === 0) return none;
  return `Remembered: ${memories.map(({ text }) => `"${text}"`).join('; ')}.`;
}
