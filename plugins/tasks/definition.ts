import { z } from 'zod';

/** Where a result goes besides the session of its run. */
export const place = z.discriminatedUnion('to', [
  z.object({ to: z.literal('session') }),
  z.object({ to: z.literal('slack'), channel: z.string(), threadTs: z.string().optional() }),
  z.object({ to: z.literal('matrix'), room: z.string(), thread: z.string().optional() }),
]);

export type Place = z.output<typeof place>;

const schedule = z.union([
  z.object({ cron: z.string(), zone: z.string(), until: z.number().optional() }),
  z.object({ at: z.number(), zone: z.string() }),
]);

/** A tool that a task calls. */
const call = z.object({
  tool: z.string(),
  capability: z.string(),
  args: z.record(z.string(), z.unknown()),
});

export type Call = z.output<typeof call>;

/** What a task is, whole and in one form: the same words are the same definition. */
export const definition = z.object({
  title: z.string(),
  /** What the oracle is asked when it is due. */
  instruction: z.string(),
  /** What is called then, in the place of asking a model what to do about the instruction. */
  call: call.optional(),
  /** It is told to its person when it is due, and nothing else is done. */
  reminder: z.literal(true).optional(),
  /** What else the run must know, since nobody is there to ask. */
  context: z.string().optional(),
  schedule,
  missed: z.enum(['run_once', 'skip', 'all']),
  place,
});

export type Definition = z.output<typeof definition>;

export type TaskStatus = 'active' | 'paused' | 'done' | 'cancelled';

/**
 * `due` waits for a process; `waiting` for a person who must agree; `skipped` was missed and passed over; `failed` says
 * why in its note.
 */
export type RunState = 'due' | 'running' | 'waiting' | 'done' | 'failed' | 'skipped';

/** `sending` was begun and nobody knows whether it came: it is not sent again. */
export type Delivery = 'none' | 'owed' | 'sending' | 'sent' | 'failed';
