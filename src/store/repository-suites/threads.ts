import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../kit/index.js';
import type { ThreadMessage } from '../../plugin/index.js';
import { type Opened, user } from './fixtures.js';

export function threadsSuite(opened: Opened): void {
  describe('threads', () => {
    it('keeps order and replaces a message in place', async () => {
      const id = await opened.newSession();
      await opened.store.threads.append(id, [user('a'), user('b')]);
      await opened.store.threads.append(id, [user('c')]);
      await opened.store.threads.append(id, [user('b', 'better'), user('d'), user('d', 'last word')]);
      expect(await opened.store.threads.messages(id)).toEqual([
        user('a'),
        user('b', 'better'),
        user('c'),
        user('d', 'last word'),
      ]);
    });

    it('keeps a message as it stands where it was said, and what it was until it is taken back', async () => {
      const id = await opened.newSession();
      const { threads } = opened.store;
      const answer: ThreadMessage = { role: 'assistant', id: 'x', content: 'Seven.', reasoning: 'Hm.' };
      const sum: ThreadMessage = { role: 'summary', id: 's', upTo: 'x', content: 'They said seven.' };
      await threads.append(id, [user('a', 'seven'), answer, sum, user('b')]);
      expect(await threads.amend(id, 'none', { state: 'taken_back' })).toBeUndefined();
      const text = 'eight';
      expect(await threads.amend(id, 'a', { state: 'corrected', text })).toMatchObject({
        sessionIds: [id],
        before: user('a', 'seven'),
        now: { content: text },
      });
      // Who stores it again has not heard of that.
      await threads.append(id, [user('a', 'seven')]);
      const eight = { ...user('a', text), corrected: true };
      expect(await threads.messages(id)).toEqual([eight, answer, user('b')]);
      const first = await threads.amendedSince(id, 0);
      expect(first).toEqual({ last: 1, messages: [eight] });
      await threads.amend(id, 'a', { state: 'as_sent' });
      await threads.amend(id, 'x', { state: 'taken_back' });
      const gone = { role: 'assistant', id: 'x', content: '(This answer was taken away.)', takenBack: true };
      expect(await threads.amendedSince(id, first.last)).toEqual({
        last: 3,
        messages: [user('a', 'seven'), gone],
      });
      await threads.amend(id, 'a', { state: 'taken_back' });
      await threads.amend(id, 'a', { state: 'as_sent' });
      expect(JSON.stringify(await threads.messages(id))).not.toMatch(/seven|eight/i);
    });

    it('gives back what JSON can hold, NUL and lone surrogates included', async () => {
      const id = await opened.newSession();
      const message: ThreadMessage = {
        role: 'assistant',
        id: 'odd',
        content: 'nul \0 surrogate \ud800 quote " newline \n 💧',
        toolCalls: [{ id: 'c', name: 't', args: { deep: [1, { x: null }] } }],
        interrupted: true,
      };
      await opened.store.threads.append(id, [message]);
      expect(await opened.store.threads.messages(id)).toEqual([message]);
    });

    it('keeps the same ids of two sessions apart', async () => {
      const [one, two] = [await opened.newSession(), await opened.newSession()];
      await opened.store.threads.append(one, [user('a', 'one')]);
      await opened.store.threads.append(two, [user('a', 'two')]);
      expect(await opened.store.threads.messages(one)).toEqual([user('a', 'one')]);
      expect(await opened.store.threads.messages(two)).toEqual([user('a', 'two')]);
    });

    it('loses nothing when appends run side by side', async () => {
      const id = await opened.newSession();
      const names = Array.from({ length: 40 }, (_, index) => `m${index}`);
      await Promise.all(names.map((name) => opened.store.threads.append(id, [user(name)])));
      const stored = await opened.store.threads.messages(id);
      expect(new Set(stored.map((message) => message.id))).toEqual(new Set(names));
      expect(stored).toHaveLength(names.length);
    });

    it('reads across pages and appends of thousands', async () => {
      const id = await opened.newSession();
      const messages = Array.from({ length: 2_500 }, (_, index) => user(`m${index}`));
      await opened.store.threads.append(id, messages);
      expect(await opened.store.threads.messages(id)).toEqual(messages);
    });

    it('pages in order, with times', async () => {
      const id = await opened.newSession();
      await opened.store.threads.append(id, [user('a'), user('b'), user('c')]);
      const first = await opened.store.threads.page(id, 2);
      expect(first.items.map((item) => [item.id, item.createdAt])).toEqual([
        ['a', opened.clock.now()],
        ['b', opened.clock.now()],
      ]);
      const second = await opened.store.threads.page(id, 2, first.cursor);
      expect(second.items.map((item) => item.id)).toEqual(['c']);
      expect(second.cursor).toBeUndefined();
      await expect(opened.store.threads.page(id, 2, encodeCursor(['x']))).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    it('unites loaded plugins in load order, also side by side', async () => {
      const id = await opened.newSession();
      expect(await opened.store.threads.loadedPlugins(id)).toEqual([]);
      await opened.store.threads.addLoadedPlugins(id, ['weather', 'sampling']);
      await opened.store.threads.addLoadedPlugins(id, ['sampling', 'vfs', 'weather']);
      expect(await opened.store.threads.loadedPlugins(id)).toEqual(['weather', 'sampling', 'vfs']);
      await Promise.all(
        ['p', 'q', 'r', 's'].map((name) => opened.store.threads.addLoadedPlugins(id, [name])),
      );
      expect((await opened.store.threads.loadedPlugins(id)).toSorted()).toEqual(
        ['p', 'q', 'r', 's', 'sampling', 'vfs', 'weather'].toSorted(),
      );
    });

    it('says that a session is missing', async () => {
      await expect(opened.store.threads.append('nowhere', [user('a')])).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(opened.store.threads.addLoadedPlugins('nowhere', ['a'])).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });
}
