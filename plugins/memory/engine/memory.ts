import { printable } from 'oracle-runtime/kit';
import { OracleError } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { withoutCredentials } from './credentials.js';

/** Characters of a memory; what an engine gives beyond is cut off. */
export const MOST_TEXT = 2_000;

/** One thing that is remembered of a subject. */
export interface Memory {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  /** ISO 8601; when it was said, or last changed. */
  readonly at?: string;
  /** What was given as `source` when it was saved. */
  readonly source?: string;
}

const text = z
  .string()
  .min(1)
  .transform((words) => printable(withoutCredentials(words)).slice(0, MOST_TEXT));

const item = z
  .object({
    id: z.string().min(1).max(200),
    text,
    tags: z.array(z.string().max(100)).max(50).catch([]).default([]),
    at: z.iso.datetime({ offset: true }).optional().catch(undefined),
    source: z.string().max(1_000).optional().catch(undefined),
  })
  .transform(
    ({ at, source, ...rest }): Memory => ({ ...rest, ...(at && { at }), ...(source && { source }) }),
  );

/** Every answer names whom it is about, so that no cache and no mix-up on the way can give it to another. */
const answers = {
  items: z.object({
    subject: z.string(),
    // One that was left out because it cannot be read would be denied to its person.
    items: z.array(item),
    nextCursor: z
      .string()
      .max(1_000)
      .nullish()
      .transform((cursor) => cursor || undefined),
  }),
  item: z.object({ subject: z.string(), item: item.nullable() }),
  forgotten: z.object({ subject: z.string(), forgotten: z.boolean() }),
};
type Answers = typeof answers;

/**
 * An engine's answer about a subject, as one of the protocol's shapes.
 * @throws OracleError `upstream_failed` for another shape, or another subject
 */
export function readAnswer<Shape extends keyof Answers>(
  shape: Shape,
  subject: string,
  given: unknown,
): z.output<Answers[Shape]> {
  const parsed = answers[shape].safeParse(given);
  if (!parsed.success) throw wrong('in another form than it should');
  if (parsed.data.subject !== subject) throw wrong('about somebody else, so nothing of it is used');
  return parsed.data as z.output<Answers[Shape]>;
}

function wrong(how: string): OracleError {
  return new OracleError('upstream_failed', {
    detail: `The memory engine answers ${how}.`,
    hint: 'Its operator finds the protocol in docs/plugins/memory.md.',
  });
}
