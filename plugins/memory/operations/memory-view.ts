import { z } from 'zod';
import type { Memory } from '../engine/memory.js';

/** A memory as its person sees it. */
export const memoryView = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  at: z.string().optional().describe('When it was said or last changed'),
  link: z.string().optional().describe('The message in which it was said'),
});

export const which = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Id of the memory, or words that only it has');

export function viewOf({ id, text, tags, at, source }: Memory, origin: string): z.output<typeof memoryView> {
  const link = linkOf(source, origin);
  return { id, text, tags: [...tags], ...(at && { at }), ...(link && { link }) };
}

/** Where something was said, as the engine keeps it. */
export function sourceOf(run: { readonly sessionId: string; readonly toolCallId: string }): string {
  return `oracle:${encodeURIComponent(run.sessionId)}/${encodeURIComponent(run.toolCallId)}`;
}

/** The page at that place of the conversation; undefined for a source that is no conversation here. */
function linkOf(source: string | undefined, origin: string): string | undefined {
  const [, session, call] = /^oracle:([\w%.~-]+)\/([\w%.~-]+)$/.exec(source ?? '') ?? [];
  return session === undefined ? undefined : `${origin}/#/s/${session}/${call}`;
}
