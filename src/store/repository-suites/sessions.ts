import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../kit/index.js';
import { delta, type Opened, OWNER, sequence, user } from './fixtures.js';

export function sessionsSuite(opened: Opened): void {
  describe('sessions', () => {
    it('shows a session to its owner alone', async () => {
      const session = await opened.store.sessions.create(OWNER, 'session-of-owner');
      expect(await opened.store.sessions.get(OWNER, 'session-of-owner')).toEqual(session);
      expect(await opened.store.sessions.get('did:key:zOther', 'session-of-owner')).toBeUndefined();
      expect(await opened.store.sessions.delete('did:key:zOther', 'session-of-owner')).toBe(false);
      await opened.store.sessions.setTitle('session-of-owner', 'Ein Ärger mit 💧');
      expect(await opened.store.sessions.get(OWNER, 'session-of-owner')).toEqual({
        ...session,
        title: 'Ein Ärger mit 💧',
      });
    });

    it('refuses an id that is taken', async () => {
      await opened.store.sessions.create(OWNER, 'taken');
      await expect(opened.store.sessions.create('did:key:zOther', 'taken')).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it('pages newest first without gaps or repeats, also where times are equal', async () => {
      const owner = 'did:key:zPager';
      const ids: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        ids.push(await opened.newSession(owner));
        if (index % 3 === 0) opened.clock.advance(1);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await opened.store.sessions.list(owner, 2, cursor);
        expect(page.items.length).toBeLessThanOrEqual(2);
        seen.push(...page.items.map((item) => item.id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(new Set(seen)).toEqual(new Set(ids));
      expect(seen).toHaveLength(7);
      expect(seen.at(-1)).toBe(ids[0]);
      const all = await opened.store.sessions.list(owner, 7);
      expect(all.cursor).toBeUndefined();
      expect(all.items.map((item) => item.updatedAt)).toEqual(
        all.items.map((item) => item.updatedAt).toSorted((a, b) => b - a),
      );
    });

    it.each([
      ['', 'empty'],
      ['%%%', 'not base64url'],
      [encodeCursor([1]), 'too short'],
      [encodeCursor([1, 'a', 'b']), 'too long'],
      [encodeCursor(['1', 'a']), 'a wrong type'],
      [encodeCursor([1.5, 'a']), 'a fraction'],
      [`${encodeCursor([1, 'a'])}=`, 'padding'],
      [Buffer.from('[1, "a"]').toString('base64url'), 'another spelling'],
      [Buffer.from('{"0":1}').toString('base64url'), 'an object'],
    ])('refuses the cursor %j (%s)', async (cursor) => {
      await expect(opened.store.sessions.list(OWNER, 2, cursor)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    it('deletes all of a session', async () => {
      const id = await opened.newSession();
      await opened.store.threads.append(id, [user('m1')]);
      await opened.store.runs.create({ id: 'run-of-deleted', sessionId: id, owner: OWNER });
      await opened.store.runs.appendEvents('run-of-deleted', sequence(1, [delta('a')]));
      expect(await opened.store.sessions.delete(OWNER, id)).toBe(true);
      expect(await opened.store.sessions.delete(OWNER, id)).toBe(false);
      expect(await opened.store.threads.messages(id)).toEqual([]);
      expect(await opened.store.runs.get(OWNER, id, 'run-of-deleted')).toBeUndefined();
      expect(await opened.store.runs.events('run-of-deleted', 0)).toBeUndefined();
      for (const table of ['core_messages', 'core_runs', 'core_run_events'] as const) {
        const rows = await opened.store.db
          .selectFrom(table)
          .select('session_id')
          .where('session_id', '=', id)
          .execute();
        expect(rows, table).toEqual([]);
      }
      await expect(
        opened.store.runs.appendEvents('run-of-deleted', sequence(2, [delta('b')])),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });
}
