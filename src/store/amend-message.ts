import type { Kysely } from 'kysely';
import {
  type Amendment,
  type AssistantMessage,
  OracleError,
  type SummaryMessage,
  type ThreadMessage,
  type ToolMessage,
  type UserMessage,
} from '../plugin/index.js';
import type { Tables } from './tables.js';
import { holdSession } from './variants.js';

const NO_WORDS = '(This message has no words any more.)';
const MESSAGE_GONE = '(This message was taken back.)';
const ANSWER_GONE = '(This answer was taken away.)';
const RESULT_GONE = '(Taken away with the answer that it was for.)';

type MessageRow = Pick<Tables['core_messages'], 'id' | 'position' | 'role' | 'json' | 'variant' | 'as_sent'>;

const COLUMNS = ['id', 'position', 'role', 'json', 'variant', 'as_sent'] as const;

/** A message as it was before and as it is now, and where. */
export interface Amended {
  readonly owner: string;
  /** The session and its branches that have the message. */
  readonly sessionIds: readonly string[];
  readonly before: ThreadMessage;
  readonly now: ThreadMessage;
}

/**
 * Puts a message in its place as it stands now, in the session and in its branches; summaries that know it otherwise go.
 * @returns undefined where the session has no such message
 * @throws OracleError `invalid_request` for another correction than of what a person said
 */
export async function amendMessage(
  trx: Kysely<Tables>,
  sessionId: string,
  messageId: string,
  amendment: Amendment,
): Promise<Amended | undefined> {
  if (!(await holdSession(trx, sessionId))) return undefined;
  const { owner } = await trx
    .selectFrom('core_sessions')
    .select('owner')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const amended = await amendIn(trx, sessionId, messageId, amendment);
  if (amended === undefined) return undefined;
  const sessionIds = [sessionId];
  for (const branch of await branchesOf(trx, owner, sessionId)) {
    await holdSession(trx, branch);
    if ((await amendIn(trx, branch, messageId, amendment)) !== undefined) sessionIds.push(branch);
  }
  return { owner, sessionIds, ...amended };
}

async function amendIn(
  trx: Kysely<Tables>,
  sessionId: string,
  messageId: string,
  amendment: Amendment,
): Promise<Pick<Amended, 'before' | 'now'> | undefined> {
  const ofSession = trx.selectFrom('core_messages').where('session_id', '=', sessionId);
  const row = await ofSession.select(COLUMNS).where('id', '=', messageId).executeTakeFirst();
  if (row === undefined) return undefined;
  const before = JSON.parse(row.json) as ThreadMessage;
  const rows = before.role === 'assistant' ? await answerOf(trx, sessionId, row) : [row];
  const { last } = await ofSession
    .select((each) => each.fn.max('amended').as('last'))
    .executeTakeFirstOrThrow();
  for (const each of rows) {
    const now = asAmended(each, amendment);
    if (now === undefined) continue;
    await trx
      .updateTable('core_messages')
      .set({
        json: JSON.stringify(now),
        as_sent: amendment.state === 'taken_back' ? null : (each.as_sent ?? each.json),
        amended: Number(last ?? 0) + 1,
      })
      .where('session_id', '=', sessionId)
      .where('id', '=', each.id)
      .execute();
  }
  await dropSummaries(trx, sessionId, Math.min(...rows.map(({ position }) => position)));
  return { before, now: asAmended(row, amendment) ?? before };
}

/** The message as it stands now; undefined for one that stays as it is. */
function asAmended({ json, as_sent }: MessageRow, amendment: Amendment): ThreadMessage | undefined {
  const message = JSON.parse(json) as UserMessage | AssistantMessage | ToolMessage;
  if (message.takenBack) return undefined;
  if (amendment.state === 'taken_back') return takenBack(message);
  if (message.role !== 'user')
    throw new OracleError('invalid_request', {
      detail: 'Only what a person said can be corrected; an answer can be taken back.',
      errors: [{ field: 'messageId', message: 'is no message of a person' }],
    });
  if (amendment.state === 'as_sent') return as_sent === null ? undefined : JSON.parse(as_sent);
  const content = amendment.text.trim() === '' ? NO_WORDS : amendment.text;
  return { ...message, content, corrected: true };
}

function takenBack(message: UserMessage | AssistantMessage | ToolMessage): ThreadMessage {
  if (message.role === 'tool') return { ...message, content: RESULT_GONE, takenBack: true };
  if (message.role === 'user') {
    const { attachments: _, corrected: __, ...bare } = message;
    return { ...bare, content: MESSAGE_GONE, takenBack: true };
  }
  const { reasoning: _, echo: __, ...bare } = message;
  return { ...bare, content: message.content === '' ? '' : ANSWER_GONE, takenBack: true };
}

/** All that was said and found between one message of a person and the next, in the same of several answers. */
async function answerOf(
  trx: Kysely<Tables>,
  sessionId: string,
  { position, variant }: MessageRow,
): Promise<MessageRow[]> {
  const questions = trx
    .selectFrom('core_messages')
    .where('session_id', '=', sessionId)
    .where('role', '=', 'user');
  const { from } = await questions
    .select((each) => each.fn.max('position').as('from'))
    .where('position', '<', position)
    .executeTakeFirstOrThrow();
  const { to } = await questions
    .select((each) => each.fn.min('position').as('to'))
    .where('position', '>', position)
    .executeTakeFirstOrThrow();
  return trx
    .selectFrom('core_messages')
    .select(COLUMNS)
    .where('session_id', '=', sessionId)
    .where('role', 'in', ['assistant', 'tool'])
    .where('position', '>', Number(from ?? -1))
    .where('position', '<', Number(to ?? Number.MAX_SAFE_INTEGER))
    .where('variant', variant === null ? 'is' : '=', variant)
    .execute();
}

/** Summaries that stand for a message at this position or behind it. */
async function dropSummaries(trx: Kysely<Tables>, sessionId: string, position: number): Promise<void> {
  const ofSession = trx.selectFrom('core_messages').where('session_id', '=', sessionId);
  const summaries = await ofSession
    .select(['id', 'json'])
    .where('role', '=', 'summary')
    .where('position', '>', position)
    .execute();
  for (const { id, json } of summaries) {
    const { upTo } = JSON.parse(json) as SummaryMessage;
    const last = await ofSession.select('position').where('id', '=', upTo).executeTakeFirst();
    if (last !== undefined && last.position < position) continue;
    await trx.deleteFrom('core_messages').where('session_id', '=', sessionId).where('id', '=', id).execute();
  }
}

async function branchesOf(trx: Kysely<Tables>, owner: string, sessionId: string): Promise<string[]> {
  const found: string[] = [];
  for (let parents = [sessionId]; parents.length > 0; ) {
    const children = await trx
      .selectFrom('core_sessions')
      .select('id')
      .where('owner', '=', owner)
      .where('parent_session', 'in', parents)
      .execute();
    parents = children.map(({ id }) => id).filter((id) => !found.includes(id));
    found.push(...parents);
  }
  return found;
}
