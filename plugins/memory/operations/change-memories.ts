import { type AnyOperation, defineOperation, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Memories } from '../engine/memories.js';
import { MOST_TEXT } from '../engine/memory.js';
import { memoryView, sourceOf, viewOf, which } from './memory-view.js';

const common = { scope: 'memory' };
/** Engines cut a text at a NUL, so that less would be kept than is said. */
const words = z
  .string()
  .trim()
  .min(1)
  .regex(/^[^\0]*$/, 'must hold no NUL character');
const text = words.max(MOST_TEXT);
const tags = z.array(words.max(40)).max(10);
const KEPT = 'Conversations in which it was said keep it, and so do backups that were made before.';

/**
 * What a person may change of it. What the audit keeps of a call names no memory: it would outlive what is forgotten.
 */
export function changeOperations(memories: Memories, origin: string): AnyOperation[] {
  return [
    defineOperation({
      ...common,
      name: 'save_memory',
      title: 'Remember something',
      description:
        'Keeps one fact about the person or their work for later conversations, in their own words. Only when they ask for it.',
      effect: 'write',
      additive: true,
      input: z.object({
        text: withWords(text, { aliases: ['remember', 'note'] }),
        tags: tags.optional(),
      }),
      answer: { description: 'What is remembered now', schema: z.object({ memory: memoryView }) },
      route: { method: 'post', path: '/memory', status: 201 },
      describe: () => 'Remember something',
      foresee: ({ text }) => `Remember: ${JSON.stringify(text)}`,
      run: async ({ text, tags = [] }, { principal, signal, run }) => {
        const source = run === undefined ? {} : { source: sourceOf(run) };
        return { memory: viewOf(await memories.save(principal, { text, tags, ...source }, signal), origin) };
      },
      summary: ({ memory }) => `Remembered: "${memory.text}".`,
      undo: (_, { memory }) => ({ operation: 'forget_memory', input: { memory: memory.id } }),
    }),
    defineOperation({
      ...common,
      name: 'edit_memory',
      title: 'Change a memory',
      description: 'Says anew what is remembered, in the place of what was.',
      effect: 'write',
      input: z.object({
        memory: withWords(which, { aliases: ['memory'] }),
        text: withWords(text, { aliases: ['to'] }).describe('What is remembered from now on'),
      }),
      answer: {
        description: 'The memory as it is now, and its words before',
        schema: z.object({ memory: memoryView, before: z.string() }),
      },
      route: { method: 'put', path: '/memory/:memory' },
      // Taken back in its conversation, which goes when it is deleted; the audit stays.
      audit: 'wordless',
      describe: () => 'Change a memory',
      foresee: async ({ memory, text }, { principal, signal }) =>
        `Change the memory ${JSON.stringify((await memories.find(principal, memory, signal)).text)} to ${JSON.stringify(text)}`,
      run: async ({ memory, text }, { principal, signal }) => {
        const found = await memories.find(principal, memory, signal);
        const changed = await memories.edit(principal, found.id, text, signal);
        return { memory: viewOf(changed, origin), before: found.text };
      },
      summary: ({ memory, before }) => `Remembered: "${memory.text}", no longer "${before}".`,
      undo: (_, { memory, before }) => ({
        operation: 'edit_memory',
        input: { memory: memory.id, text: before },
      }),
    }),
    defineOperation({
      ...common,
      name: 'forget_memory',
      title: 'Forget a memory',
      description: 'Forgets one thing for ever, and checks by a search that it is gone.',
      effect: 'destructive',
      input: z.object({ memory: withWords(which, { aliases: ['memory', 'forget'] }) }),
      answer: {
        description: 'What was forgotten; a search has not found it any more',
        schema: z.object({ forgotten: z.string().describe('Its id'), note: z.string() }),
      },
      route: { method: 'delete', path: '/memory/:memory' },
      describe: () => 'Forget a memory',
      foresee: async ({ memory }, { principal, signal }) => {
        const { text, at } = await memories.find(principal, memory, signal);
        return `Forget for ever: ${JSON.stringify(text)}${at === undefined ? '' : `, of ${at.slice(0, 10)}`}`;
      },
      run: async ({ memory }, { principal, signal }) => {
        const found = await memories.find(principal, memory, signal);
        await memories.forget(principal, found, signal);
        return { forgotten: found.id, note: KEPT };
      },
      summary: ({ note }) => `Forgotten; a search does not find it any more. ${note}`,
      undo: () => ({ whyNot: 'what is forgotten is gone' }),
    }),
  ];
}
