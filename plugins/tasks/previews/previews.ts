import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { canonicalJson } from 'oracle-runtime/kit';
import { type Clock, type Keys, OracleError, type PluginDatabase } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { type Definition, definition } from '../definition.js';
import type { TaskTables } from '../store/tables.js';

/** How long somebody may think it over. */
const VALID_MS = 60 * 60_000;

/** Whose it is, in which conversation, and by which of the person's messages. */
export interface Asked {
  readonly owner: string;
  /** '' outside of a conversation. */
  readonly session: string;
  readonly turn: string;
}

export interface Preview {
  readonly token: string;
  readonly definitions: readonly Definition[];
}

/**
 * What was shown and may be agreed to. A token is an HMAC over owner, conversation, message and the definitions, so that
 * it stands for exactly what was shown to that person; it is good in a later message alone, since nobody can agree in the
 * message by which it is first made.
 */
export class Previews {
  readonly #db: Kysely<TaskTables>;
  readonly #keys: Keys;
  readonly #clock: Clock;

  constructor(database: PluginDatabase, keys: Keys, clock: Clock) {
    this.#db = database.as<TaskTables>();
    this.#keys = keys;
    this.#clock = clock;
  }

  async make(asked: Asked, definitions: readonly Definition[]): Promise<Preview> {
    const now = this.#clock.now();
    const expires = now + VALID_MS;
    const text = canonicalJson(definitions);
    const token = await this.#seal(asked, text);
    const row = {
      token,
      owner: asked.owner,
      session_id: asked.session,
      turn: asked.turn,
      definitions: text,
      expires_at: expires,
    };
    await this.#db.deleteFrom('tasks_previews').where('expires_at', '<', now).execute();
    await this.#db
      .insertInto('tasks_previews')
      .values(row)
      .onConflict((conflict) => conflict.column('token').doUpdateSet({ expires_at: expires }))
      .execute();
    return { token, definitions };
  }

  /**
   * The preview that a person agrees to: the one of the token, else the only one of the conversation.
   *
   * @throws OracleError `not_found` when there is none any more, `conflict` when there are several and no token says
   * which, `forbidden` in the message that it was made by
   */
  async agreed(asked: Asked, token: string | undefined): Promise<Preview> {
    const rows = await this.#db
      .selectFrom('tasks_previews')
      .selectAll()
      .where('owner', '=', asked.owner)
      .where('session_id', '=', asked.session)
      .where('expires_at', '>=', this.#clock.now())
      .execute();
    const found = token === undefined ? rows : rows.filter((row) => row.token === token);
    const [row, ...others] = found;
    if (row === undefined) throw none();
    if (others.length > 0) throw several(found.map((each) => each.token));
    if (row.turn === asked.turn) throw tooSoon();
    const seal = await this.#seal({ ...asked, turn: row.turn }, row.definitions);
    if (!timingSafeEqual(Buffer.from(seal), Buffer.from(row.token.padEnd(seal.length).slice(0, seal.length))))
      throw none();
    return {
      token: row.token,
      definitions: z.array(definition).parse(JSON.parse(row.definitions)),
    };
  }

  async #seal({ owner, session, turn }: Asked, definitions: string): Promise<string> {
    const mac = createHmac('sha256', await this.#keys.get('previews'));
    return mac
      .update(canonicalJson([owner, session, turn, definitions]))
      .digest('base64url')
      .slice(0, 32);
  }
}

function none(): OracleError {
  return new OracleError('not_found', {
    detail:
      'There is no preview to agree to: it is an hour old, was used, or belongs to another conversation.',
    hint: 'Make it anew with preview_task.',
    errors: [{ field: 'token', message: 'no preview of this conversation' }],
  });
}

function several(tokens: readonly string[]): OracleError {
  return new OracleError('conflict', {
    detail: `There are ${tokens.length} previews in this conversation.`,
    hint: `Say which by its token: ${tokens.join(', ')}.`,
    errors: [{ field: 'token', message: 'must say which preview' }],
  });
}

export function tooSoon(): OracleError {
  return new OracleError('forbidden', {
    detail:
      'The person has not agreed yet: a preview can be used in a later message of theirs, not in the one that asked for it.',
    hint: 'Show the preview, and wait for their answer.',
  });
}
