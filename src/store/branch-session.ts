import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { OracleError, type ThreadMessage } from '../plugin/index.js';
import { noSuchMessage, notInThread } from './missing.js';
import { SESSION_COLUMNS, toSession } from './session-rows.js';
import type { Tables } from './tables.js';
import type { SessionRow } from './types.js';

/**
 * Copies a session up to and with one message of its thread. A message with calls takes their results along.
 * @returns undefined when the owner has no such session
 * @throws OracleError `not_found` or `conflict` for a message that is not in the thread, `invalid_request` for one
 * whose calls have no results yet
 */
export async function branchSession(
  trx: Kysely<Tables>,
  from: { readonly owner: string; readonly id: string; readonly messageId: string; readonly now: number },
): Promise<SessionRow | undefined> {
  const source = await trx
    .selectFrom('core_sessions')
    .select(['title', 'loaded_plugins'])
    .where('id', '=', from.id)
    .where('owner', '=', from.owner)
    .executeTakeFirst();
  if (source === undefined) return undefined;
  const end = await endOfBranch(trx, from.id, from.messageId);
  const id = randomUUID();
  const created = await trx
    .insertInto('core_sessions')
    .values({
      ...source,
      id,
      owner: from.owner,
      created_at: from.now,
      updated_at: from.now,
      run_count: 0,
      pinned: 0,
      archived: 0,
      parent_session: from.id,
      parent_message: from.messageId,
      own_from: end + 1,
    })
    .returning(SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('core_messages')
    .columns(['session_id', 'position', 'id', 'role', 'json', 'created_at', 'hidden', 'amended', 'as_sent'])
    .expression((select) =>
      select
        .selectFrom('core_messages')
        .select([
          sql<string>`cast(${id} as text)`.as('session_id'),
          'position',
          'id',
          'role',
          'json',
          'created_at',
          'hidden',
          'amended',
          'as_sent',
        ])
        .where('session_id', '=', from.id)
        .where('position', '<=', end)
        .where('hidden', '=', 0),
    )
    .execute();
  return toSession(created);
}

/** Position of the last message that goes along. */
async function endOfBranch(trx: Kysely<Tables>, sessionId: string, messageId: string): Promise<number> {
  const message = await trx
    .selectFrom('core_messages')
    .select(['position', 'role', 'hidden'])
    .where('session_id', '=', sessionId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (message === undefined) throw noSuchMessage();
  if (message.hidden === 1) throw notInThread();
  if (message.role === 'user') return message.position;
  const thread = trx.selectFrom('core_messages').where('session_id', '=', sessionId).where('hidden', '=', 0);
  const { caller } = await thread
    .select((row) => row.fn.max('position').as('caller'))
    .where('role', '=', 'assistant')
    .where('position', '<=', message.position)
    .executeTakeFirstOrThrow();
  const rows = await thread
    .select(['position', 'json'])
    .where('position', '>=', caller ?? message.position)
    // An answer has at most so many results; what comes after them is not looked at.
    .orderBy('position')
    .limit(MOST_ROWS)
    .execute();
  return endOfCalls(
    rows.map(({ position, json }) => ({ position, message: JSON.parse(json) as ThreadMessage })),
  );
}

/** More than the calls that one turn may have. */
const MOST_ROWS = 256;

function endOfCalls(rows: readonly { readonly position: number; readonly message: ThreadMessage }[]): number {
  const [caller, ...after] = rows;
  const calls = caller?.message.role === 'assistant' ? (caller.message.toolCalls ?? []) : [];
  const open = new Set(calls.map(({ id }) => id));
  let end = caller?.position ?? 0;
  for (const { position, message } of after) {
    if (message.role !== 'tool') break;
    open.delete(message.toolCallId);
    end = position;
  }
  if (open.size === 0) return end;
  throw new OracleError('invalid_request', {
    detail: 'The calls of this message have no results yet, so a branch would hold half of them.',
    hint: 'Answer what waits or let it end first, or branch at an earlier message.',
    errors: [{ field: 'messageId', message: 'calls without results' }],
  });
}
