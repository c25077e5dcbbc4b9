import { type Kysely, sql } from 'kysely';
import { OracleError, type UserMessage } from '../plugin/index.js';
import { noSuchMessage, notInThread } from './missing.js';
import type { Tables } from './tables.js';

/*
 * The rows of a session are a tree. What comes before the first choice is its trunk; each answer to a message that has
 * several is a branch (`variant`), with all that followed it. The thread is the one path of chosen branches from the
 * trunk to a leaf: its rows are those that are not hidden, and their order is that of their positions.
 */

/** A variant and where it hangs. */
interface Variant {
  readonly id: string;
  readonly chosen: number;
  /** The message that it answers. */
  readonly messageId: string;
  /** The variant which that message belongs to; null for the trunk. */
  readonly parent: string | null;
}

/**
 * The question that a message of the thread is, or is an answer to.
 * @throws OracleError `not_found`, `conflict` for a message that is not in the thread, `invalid_request` for one before
 * any question
 */
export async function questionOf(db: Kysely<Tables>, sessionId: string, messageId: string) {
  const ofSession = db.selectFrom('core_messages').where('session_id', '=', sessionId);
  const message = await ofSession
    .select(['position', 'hidden'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (message === undefined) throw noSuchMessage();
  if (message.hidden === 1) throw notInThread();
  const question = await ofSession
    .select(['id', 'position', 'variant', 'json'])
    .where('role', '=', 'user')
    .where('hidden', '=', 0)
    .where('position', '<=', message.position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (question !== undefined) return { ...question, message: JSON.parse(question.json) as UserMessage };
  throw new OracleError('invalid_request', {
    detail: 'No message of a person stands before this one, so there is nothing to answer again.',
    errors: [{ field: 'messageId', message: 'answers no message' }],
  });
}

/** Begins another answer to a question of the thread: what follows the question leaves the thread, and is kept. */
export async function beginVariant(
  trx: Kysely<Tables>,
  sessionId: string,
  messageId: string,
  variant: string,
): Promise<void> {
  const question = await questionOf(trx, sessionId, messageId);
  const variants = await variantsOf(trx, sessionId);
  let chosen = nextChoice(variants);
  const after = trx
    .updateTable('core_messages')
    .where('session_id', '=', sessionId)
    .where('position', '>', question.position);
  if (!variants.some((each) => each.messageId === question.id)) {
    const before = `${variant}:before`;
    const moved = await after
      .set({ variant: before })
      .where('variant', question.variant === null ? 'is' : '=', question.variant)
      .executeTakeFirst();
    if (moved.numUpdatedRows > 0n) {
      await insertVariant(trx, sessionId, { id: before, messageId: question.id, chosen });
      chosen += 1;
    }
  }
  await insertVariant(trx, sessionId, { id: variant, messageId: question.id, chosen });
  await after.set({ hidden: 1 }).where('hidden', '=', 0).execute();
  await setLeaf(trx, sessionId, variant);
}

/**
 * Brings a message into the thread: its answer, and those that lead to it, become the chosen ones.
 * @throws OracleError `not_found`
 */
export async function chooseVariant(
  trx: Kysely<Tables>,
  sessionId: string,
  messageId: string,
): Promise<void> {
  const message = await trx
    .selectFrom('core_messages')
    .select('variant')
    .where('session_id', '=', sessionId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (message === undefined) throw noSuchMessage();
  const variants = await variantsOf(trx, sessionId);
  const up = pathUp(variants, message.variant);
  for (const [index, id] of up.entries())
    await trx
      .updateTable('core_variants')
      .set({ chosen: nextChoice(variants) + index })
      .where('session_id', '=', sessionId)
      .where('id', '=', id)
      .execute();
  await showPath(trx, sessionId, [...up, ...pathDown(variants, message.variant)]);
}

/** Forgets a variant in which nothing was said; the answer that was chosen before it is again. */
export async function dropEmptyVariant(
  trx: Kysely<Tables>,
  sessionId: string,
  variant: string,
): Promise<void> {
  const variants = await variantsOf(trx, sessionId);
  const empty = variants.find(({ id }) => id === variant);
  if (empty === undefined) return;
  const said = await trx
    .selectFrom('core_messages')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('variant', '=', variant)
    .where('role', '!=', 'summary')
    .limit(1)
    .executeTakeFirst();
  if (said !== undefined) return;
  await trx
    .deleteFrom('core_variants')
    .where('session_id', '=', sessionId)
    .where('id', '=', variant)
    .execute();
  const rest = variants.filter((each) => each !== empty);
  await showPath(trx, sessionId, [...pathUp(rest, empty.parent), ...pathDown(rest, empty.parent)]);
}

/** Holds the session's row, so that of two that change its thread one comes first. False when it is not there. */
export async function holdSession(trx: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const held = await trx
    .updateTable('core_sessions')
    .set({ id: sessionId })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}

async function variantsOf(db: Kysely<Tables>, sessionId: string): Promise<readonly Variant[]> {
  return db
    .selectFrom('core_variants as variant')
    .innerJoin('core_messages as message', (join) =>
      join
        .onRef('message.session_id', '=', 'variant.session_id')
        .onRef('message.id', '=', 'variant.message_id'),
    )
    .select(['variant.id', 'variant.chosen', 'variant.message_id as messageId', 'message.variant as parent'])
    .where('variant.session_id', '=', sessionId)
    .execute();
}

const nextChoice = (variants: readonly Variant[]): number =>
  Math.max(0, ...variants.map(({ chosen }) => chosen)) + 1;

/** The variants from the trunk to this one, with it. */
function pathUp(variants: readonly Variant[], to: string | null): string[] {
  const path: string[] = [];
  for (let at = to; at !== null; ) {
    path.unshift(at);
    const id = at;
    at = variants.find((each) => each.id === id)?.parent ?? null;
  }
  return path;
}

/** The chosen variants below this one. */
function pathDown(variants: readonly Variant[], from: string | null): string[] {
  const below = variants.filter(({ parent }) => parent === from).toSorted((a, b) => b.chosen - a.chosen)[0];
  return below === undefined ? [] : [below.id, ...pathDown(variants, below.id)];
}

async function showPath(trx: Kysely<Tables>, sessionId: string, path: readonly string[]): Promise<void> {
  await trx
    .updateTable('core_messages')
    .set((row) => ({
      hidden: row
        .case()
        .when(path.length === 0 ? sql<boolean>`1 = 0` : row('variant', 'in', path))
        .then(row.lit(0))
        .else(row.lit(1))
        .end(),
    }))
    .where('session_id', '=', sessionId)
    .where('variant', 'is not', null)
    .execute();
  await setLeaf(trx, sessionId, path.at(-1) ?? null);
}

async function insertVariant(
  trx: Kysely<Tables>,
  sessionId: string,
  { id, messageId, chosen }: Omit<Variant, 'parent'>,
): Promise<void> {
  await trx
    .insertInto('core_variants')
    .values({ session_id: sessionId, id, message_id: messageId, chosen })
    .execute();
}

async function setLeaf(trx: Kysely<Tables>, sessionId: string, variant: string | null): Promise<void> {
  await trx.updateTable('core_sessions').set({ variant }).where('id', '=', sessionId).execute();
}
