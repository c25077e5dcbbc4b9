import { describe, expect, it } from 'vitest';
import { type Opened, OWNER } from './fixtures.js';

const DAY_MS = 86_400_000;

export function conversationsSuite(opened: Opened): void {
  describe('conversations', () => {
    const open = (thread: { plugin?: string; owner?: string; key?: string } = {}) =>
      opened.store.conversations.open({ plugin: 'chat', owner: OWNER, key: 'T1/C2/171.3', ...thread });

    it('gives each thread of a plugin and a principal one session', async () => {
      const { sessionId } = await open();
      expect(await open()).toEqual({ sessionId });
      expect(await opened.store.sessions.get(OWNER, sessionId)).toMatchObject({ title: null });
      const others = await Promise.all([
        open({ plugin: 'mail' }),
        open({ owner: 'did:key:zOther' }),
        open({ key: 'T1/C2/171.4' }),
      ]);
      expect(new Set([sessionId, ...others.map((other) => other.sessionId)]).size).toBe(4);
    });

    it('makes one session for messages that open a thread at once', async () => {
      const owner = 'did:key:zAtOnce';
      const all = await Promise.all(Array.from({ length: 5 }, () => open({ owner })));
      expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(1);
      expect((await opened.store.sessions.list(owner, 10)).items).toHaveLength(1);
    });

    it('opens a thread anew when its session was deleted', async () => {
      const { sessionId } = await open({ key: 'deleted' });
      await opened.store.sessions.delete(OWNER, sessionId);
      expect((await open({ key: 'deleted' })).sessionId).not.toBe(sessionId);
    });

    it('starts one run for a message that comes again, until that is forgotten', async () => {
      const { sessionId } = await open({ key: 'again' });
      const message = { plugin: 'chat', sessionId, key: 'event-1' };
      const once = { plugin: 'chat', key: 'event-1', expiresAt: opened.clock.now() + DAY_MS };
      const send = (id: string, other = once) =>
        opened.store.runs.create({ id, sessionId, owner: OWNER, once: [other] });
      expect(await opened.store.conversations.sent(message)).toBeUndefined();
      const ids = await Promise.all([send('again-1'), send('again-2')]);
      expect(new Set(ids).size).toBe(1);
      const [first = ''] = ids;
      expect(await opened.store.conversations.sent(message)).toBe(first);
      await opened.store.runs.finish(first, 'done', 3);
      // Nothing is left of the one that came again.
      expect((await opened.store.runs.last(sessionId))?.id).toBe(first);
      const { run_count } = await opened.store.db
        .selectFrom('core_sessions')
        .select('run_count')
        .where('id', '=', sessionId)
        .executeTakeFirstOrThrow();
      expect(run_count).toBe(1);

      expect(await send('again-3', { ...once, plugin: 'mail' })).toBe('again-3');
      await opened.store.runs.finish('again-3', 'done', 3);
      opened.clock.advance(DAY_MS);
      expect(await opened.store.conversations.sent(message)).toBeUndefined();
      const later = { ...once, expiresAt: opened.clock.now() + DAY_MS };
      expect(await send('again-4', later)).toBe('again-4');
    });

    it('does not remember a message whose run was refused', async () => {
      const { sessionId } = await open({ key: 'refused' });
      await opened.store.runs.create({ id: 'refused-1', sessionId, owner: OWNER });
      const once = { plugin: 'chat', key: 'e', expiresAt: opened.clock.now() + DAY_MS };
      await expect(
        opened.store.runs.create({ id: 'refused-2', sessionId, owner: OWNER, once: [once] }),
      ).rejects.toMatchObject({ code: 'run_active' });
      const message = { plugin: 'chat', sessionId, key: 'e' };
      expect(await opened.store.conversations.sent(message)).toBeUndefined();
    });
  });
}
