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
      await opened.store.sessions.update(OWNER, 'session-of-owner', { title: 'Ein Ärger mit 💧' });
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

    it('lists pinned ones first and archived ones when asked, through all pages', async () => {
      const owner = 'did:key:zTidy';
      const { sessions } = opened.store;
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1) {
        ids.push(await opened.newSession(owner));
        opened.clock.advance(1);
      }
      const at = (index: number) => ids[index] ?? '';
      await sessions.update(owner, at(1), { pinned: true });
      await sessions.update(owner, at(0), { pinned: true, archived: true });
      await sessions.update(owner, at(4), { archived: true });
      const all = async (archived?: 'exclude' | 'include' | 'only') => {
        const seen: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await sessions.list(owner, 2, cursor, archived);
          seen.push(...page.items.map(({ id }) => ids.indexOf(id)));
          cursor = page.cursor;
        } while (cursor !== undefined);
        return seen;
      };
      expect(await all()).toEqual([1, 5, 3, 2]);
      expect(await all('include')).toEqual([1, 0, 5, 4, 3, 2]);
      expect(await all('only')).toEqual([0, 4]);
      expect(await sessions.update('did:key:zOther', at(1), { pinned: false })).toBeUndefined();
    });

    it('finds what was said and titled, in any case and script, by all words', async () => {
      const owner = 'did:key:zSeeker';
      const { sessions, threads } = opened.store;
      const [one, two, three] = [
        await opened.newSession(owner),
        await opened.newSession(owner),
        await opened.newSession(owner),
      ];
      await sessions.update(owner, one, { title: 'Öfen im Dorf' });
      await threads.append(one, [user('a', 'How many STOVES burn?\nSay "exactly" 100% of them_all')]);
      await threads.append(two, [user('a', '東京の天気は？'), user('b', 'stoves')]);
      await threads.append(three, [
        { role: 'tool', id: 't', toolCallId: 'c', name: 'stoves', content: 'stoves', status: 'ok' },
      ]);
      await opened.store.threads.append(await opened.newSession('did:key:zOther'), [user('a', 'stoves')]);
      const found = async (query: string) =>
        (await sessions.search(owner, query, 10)).items.map(({ id }) => [one, two, three].indexOf(id));
      expect((await found('stoves')).toSorted()).toEqual([0, 1]);
      expect(await found('ÖFEN')).toEqual([0]);
      expect(await found('öfen stoves exactly')).toEqual([0]);
      expect(await found('öfen 天気')).toEqual([]);
      expect(await found('天気')).toEqual([1]);
      expect(await found('100 them_all')).toEqual([0]);
      for (const nothing of ['%', '_', '" or 7=7', '   ', 'nstoves', 'content'])
        expect(await found(nothing), nothing).toEqual([]);
      const { items } = await sessions.search(owner, 'exactly', 10);
      expect(items[0]?.excerpt).toContain('Say "exactly" 100%');
    });

    it('searches in pages, each session once', async () => {
      const owner = 'did:key:zPagingSeeker';
      const ids = new Set<string>();
      for (let index = 0; index < 70; index += 1) {
        const id = await opened.newSession(owner);
        if (index % 2 === 0) {
          ids.add(id);
          await opened.store.threads.append(id, [user('a', 'needle')]);
        }
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await opened.store.sessions.search(owner, 'needle', 8, cursor);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(seen).toHaveLength(35);
      expect(new Set(seen)).toEqual(ids);
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
