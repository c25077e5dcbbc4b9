import { describe, expect, it } from 'vitest';
import { DONE, delta, type Opened, sequence, user } from './fixtures.js';

export function erasureSuite(opened: Opened): void {
  /** A conversation with one message and one answer. */
  async function talk(owner: string, ended = true): Promise<string> {
    const id = await opened.newSession(owner);
    await opened.store.threads.append(id, [user(`m-${id}`)]);
    const { runs } = opened.store;
    await runs.create({ id: `run-${id}`, sessionId: id, owner });
    await runs.appendEvents(`run-${id}`, sequence(1, [delta('hello')]));
    if (ended) await runs.finish(`run-${id}`, 'done', 100, sequence(2, [DONE]));
    return id;
  }

  const rowsOf = async (table: 'core_messages' | 'core_runs' | 'core_run_events', id: string) =>
    (await opened.store.db.selectFrom(table).selectAll().where('session_id', '=', id).execute()).length;

  describe('erasure', () => {
    it('takes all of one owner, in slices, with what they hold, and nothing of others', async () => {
      const owner = 'did:key:zForgotten';
      const ids = [await talk(owner), await talk(owner), await talk(owner)];
      const other = await talk('did:key:zKept');
      await opened.store.shares.put({
        kind: 'session',
        id: ids[0] ?? '',
        owner,
        grantee: 'did:key:zKept',
        access: 'read',
      });
      const { erasure } = opened.store;
      expect(await erasure.count({ owner })).toEqual({
        sessions: 3,
        runs: 3,
        messages: 3,
        lastUsedAt: opened.clock.now(),
      });
      expect(await erasure.erase({ owner }, 2)).toEqual({ sessions: 2, runs: 2, messages: 2 });
      expect(await erasure.erase({ owner }, 2)).toEqual({ sessions: 1, runs: 1, messages: 1 });
      expect(await erasure.erase({ owner }, 2)).toEqual({ sessions: 0, runs: 0, messages: 0 });
      expect(await erasure.count({ owner })).toEqual({ sessions: 0, runs: 0, messages: 0, lastUsedAt: null });
      for (const table of ['core_messages', 'core_runs', 'core_run_events'] as const) {
        for (const id of ids) expect(await rowsOf(table, id), table).toBe(0);
        expect(await rowsOf(table, other), table).toBeGreaterThan(0);
      }
      expect(await opened.store.shares.by(owner)).toEqual([]);
    });

    it('takes what was not touched since a time, and one by its id', async () => {
      const owner = 'did:key:zOld';
      const old = await talk(owner);
      opened.clock.advance(1_000);
      const untouchedSince = opened.clock.now();
      const fresh = await talk(owner);
      const again = await talk(owner);
      await opened.store.erasure.erase({ untouchedSince }, 10_000);
      expect(await opened.store.sessions.get(owner, old)).toBeUndefined();
      expect(await opened.store.sessions.get(owner, fresh)).toBeDefined();
      expect(await opened.store.erasure.erase({ session: again }, 10)).toMatchObject({ sessions: 1 });
      expect(await opened.store.erasure.count({ owner })).toMatchObject({ sessions: 1 });
    });

    it('leaves a conversation with an answer under way', async () => {
      const owner = 'did:key:zBusy';
      const busy = await talk(owner, false);
      await talk(owner);
      expect(await opened.store.erasure.erase({ owner }, 10)).toMatchObject({ sessions: 1 });
      expect(await opened.store.sessions.get(owner, busy)).toBeDefined();
    });
  });
}
