import { describe, expect, it } from 'vitest';
import type { ThreadMessage } from '../../plugin/index.js';
import { type Opened, OWNER, user } from './fixtures.js';

const assistant = (id: string): ThreadMessage => ({ role: 'assistant', id, content: `text of ${id}` });

export function variantsSuite(opened: Opened): void {
  const ids = async (session: string) =>
    (await opened.store.threads.messages(session)).map((message) => message.id);

  /** A run that answers a message again and says this. */
  async function again(session: string, run: string, messageId: string, ...said: ThreadMessage[]) {
    const { runs, threads } = opened.store;
    await runs.create({ id: run, sessionId: session, owner: OWNER, answers: messageId });
    await threads.append(session, said);
    await threads.dropEmptyAnswer(session, run);
    await runs.finish(run, 'done', 3);
  }

  async function twoTurns() {
    const session = await opened.newSession();
    await opened.store.threads.append(session, [user('u1'), assistant('a1'), user('u2'), assistant('a2')]);
    return session;
  }

  describe('variants', () => {
    it('keep what followed an answer, and bring it back', async () => {
      const session = await twoTurns();
      const { threads } = opened.store;
      await again(session, `${session}-1`, 'u1', assistant('b1'));
      expect(await ids(session)).toEqual(['u1', 'b1']);
      await threads.append(session, [user('u3')]);
      expect(await ids(session)).toEqual(['u1', 'b1', 'u3']);
      await threads.choose(session, 'a2');
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'a2']);
      await threads.append(session, [user('u4')]);
      await threads.choose(session, 'b1');
      expect(await ids(session)).toEqual(['u1', 'b1', 'u3']);
      await threads.choose(session, 'u4');
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'a2', 'u4']);
    });

    it('nest: a choice above remembers the choice below', async () => {
      const session = await twoTurns();
      const { threads } = opened.store;
      await again(session, `${session}-1`, 'u2', assistant('b2'));
      await again(session, `${session}-2`, 'u2', assistant('c2'));
      await threads.choose(session, 'b2');
      await again(session, `${session}-3`, 'u1', assistant('b1'));
      expect(await ids(session)).toEqual(['u1', 'b1']);
      await threads.choose(session, 'a1');
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'b2']);
      await threads.choose(session, 'c2');
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'c2']);
      const { items } = await threads.page(session, 50, undefined, true);
      expect(
        items.map(({ id, active, variantOf, answers }) => [id, active, variantOf, answers?.ids]),
      ).toEqual([
        ['u1', true, undefined, ['a1', 'b1']],
        ['a1', true, 'u1', undefined],
        ['u2', true, undefined, ['a2', 'b2', 'c2']],
        ['a2', false, 'u2', undefined],
        ['b2', false, 'u2', undefined],
        ['c2', true, 'u2', undefined],
        ['b1', false, 'u1', undefined],
      ]);
      expect((await threads.page(session, 50)).items.map(({ id }) => id)).toEqual(await ids(session));
    });

    it('are nothing when nothing was said in them', async () => {
      const session = await twoTurns();
      await again(session, `${session}-1`, 'a2');
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'a2']);
      await again(session, `${session}-2`, 'a2', assistant('b2'));
      await again(session, `${session}-3`, 'b2');
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'b2']);
      // A question without an answer goes on where it stands.
      const bare = await opened.newSession();
      await opened.store.threads.append(bare, [user('u1')]);
      await again(bare, `${bare}-1`, 'u1');
      await opened.store.threads.append(bare, [assistant('late')]);
      expect(await ids(bare)).toEqual(['u1', 'late']);
    });

    it('can neither be begun nor chosen while a run goes on', async () => {
      const session = await twoTurns();
      const { runs, threads } = opened.store;
      await runs.create({ id: `${session}-run`, sessionId: session, owner: OWNER });
      await expect(threads.choose(session, 'a1')).rejects.toMatchObject({ code: 'run_active' });
      const second = runs.create({ id: `${session}-2`, sessionId: session, owner: OWNER, answers: 'u1' });
      await expect(second).rejects.toMatchObject({ code: 'run_active' });
      expect(await ids(session)).toEqual(['u1', 'a1', 'u2', 'a2']);
    });

    it('refuse what is no message of the thread, and leave no run behind', async () => {
      const session = await twoTurns();
      const { runs, threads } = opened.store;
      await again(session, `${session}-1`, 'u2', assistant('b2'));
      for (const [message, code] of [
        ['nowhere', 'not_found'],
        ['a2', 'conflict'],
      ] as const) {
        const run = { id: `${session}-no`, sessionId: session, owner: OWNER, answers: message };
        await expect(runs.create(run)).rejects.toMatchObject({ code });
        await expect(threads.question(session, message)).rejects.toMatchObject({ code });
        await expect(opened.store.sessions.branch(OWNER, session, message)).rejects.toMatchObject({ code });
      }
      await expect(threads.choose(session, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
      expect(await runs.last(session)).toMatchObject({ id: `${session}-1` });
    });

    it('stay behind when the thread is branched', async () => {
      const session = await twoTurns();
      const { sessions, threads } = opened.store;
      await again(session, `${session}-1`, 'u1', assistant('b1'));
      await threads.addLoadedPlugins(session, ['weather']);
      const branch = await sessions.branch(OWNER, session, 'b1');
      expect(branch?.parent).toEqual({ sessionId: session, messageId: 'b1' });
      const id = branch?.id ?? '';
      await threads.append(id, [user('u5')]);
      expect(await ids(id)).toEqual(['u1', 'b1', 'u5']);
      expect(await threads.loadedPlugins(id)).toEqual(['weather']);
      expect((await threads.page(id, 50, undefined, true)).items[0]?.answers).toBeUndefined();
      expect(await ids(session)).toEqual(['u1', 'b1']);
      expect(await sessions.branch('did:key:zOther', session, 'b1')).toBeUndefined();
    });

    it('go with their session', async () => {
      const session = await twoTurns();
      await again(session, `${session}-1`, 'u1', assistant('b1'));
      await opened.store.sessions.delete(OWNER, session);
      const left = opened.store.db.selectFrom('core_variants').selectAll().where('session_id', '=', session);
      expect(await left.execute()).toEqual([]);
    });
  });

  describe('a branch', () => {
    it('takes the results of a call along, and refuses a call without', async () => {
      const session = await opened.newSession();
      const call = (id: string) => ({ id, name: 't', args: {} });
      const result = (id: string): ThreadMessage => ({
        role: 'tool',
        id: `r:${id}`,
        toolCallId: id,
        name: 't',
        content: 'ok',
        status: 'ok',
      });
      const calls: ThreadMessage = {
        ...(assistant('c') as object),
        toolCalls: [call('1'), call('2')],
      } as never;
      await opened.store.threads.append(session, [user('u1'), calls, result('1')]);
      for (const id of ['c', 'r:1'])
        await expect(opened.store.sessions.branch(OWNER, session, id)).rejects.toMatchObject({
          code: 'invalid_request',
        });
      await opened.store.threads.append(session, [result('2'), assistant('end')]);
      for (const id of ['c', 'r:1', 'r:2']) {
        const branch = await opened.store.sessions.branch(OWNER, session, id);
        expect(await ids(branch?.id ?? '')).toEqual(['u1', 'c', 'r:1', 'r:2']);
      }
    });
  });
}
