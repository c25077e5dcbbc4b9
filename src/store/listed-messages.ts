import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';
import type { AnswersOf } from './types.js';

/** What a list says about the answers of a session, beside the messages. */
export interface AnswerNotes {
  /** By the id of each message of an answer that has others beside it: the message that it answers. */
  readonly answered: ReadonlyMap<string, string>;
  /** By the id of a message with several answers. */
  readonly answers: ReadonlyMap<string, AnswersOf>;
}

const NO_NOTES: AnswerNotes = { answered: new Map(), answers: new Map() };

export async function answerNotes(db: Kysely<Tables>, sessionId: string): Promise<AnswerNotes> {
  const variants = await db
    .selectFrom('core_variants')
    .select(['id', 'message_id'])
    .where('session_id', '=', sessionId)
    .execute();
  if (variants.length === 0) return NO_NOTES;
  const questions = new Map(variants.map(({ id, message_id }) => [id, message_id]));
  const rows = await db
    .selectFrom('core_messages')
    .select(['id', 'role', 'variant', 'hidden'])
    .where('session_id', '=', sessionId)
    .where('variant', 'is not', null)
    .where('role', '!=', 'summary')
    .orderBy('position')
    .execute();
  const answered = new Map<string, string>();
  const answers = new Map<string, { ids: string[]; active?: string }>();
  const begun = new Set<string>();
  /** Variants of which the next question has been seen: what follows it is no answer to the first. */
  const passed = new Set<string>();
  for (const { id, role, variant, hidden } of rows) {
    const question = questions.get(variant ?? '');
    if (variant === null || question === undefined || passed.has(variant)) continue;
    if (role === 'user') {
      passed.add(variant);
      continue;
    }
    answered.set(id, question);
    if (begun.has(variant)) continue;
    begun.add(variant);
    const of = answers.get(question) ?? { ids: [] };
    answers.set(question, {
      ids: [...of.ids, id],
      ...(hidden === 0 ? { active: id } : of.active === undefined ? {} : { active: of.active }),
    });
  }
  return { answered, answers };
}
