import { describe, expect, it } from 'vitest';
import type { SequencedEvent } from '../../plugin/index.js';
import type { Store } from '../types.js';
import { DONE, delta, type Opened, OWNER, sequence, user } from './fixtures.js';

export function runsSuite(opened: Opened): void {
  describe('runs', () => {
    const start = async (sessionId: string, id: string) => {
      await opened.store.runs.create({ id, sessionId, owner: OWNER });
      return id;
    };

    it('allows one active run a session', async () => {
      const session = await opened.newSession();
      await start(session, 'active-1');
      await expect(start(session, 'active-2')).rejects.toMatchObject({
        code: 'run_active',
        errors: [{ field: 'runId', message: 'active-1' }],
      });
      await opened.store.runs.finish('active-1', 'done', 3);
      await start(session, 'active-2');
      expect(await opened.store.runs.last(session)).toMatchObject({ id: 'active-2', status: 'running' });
    });

    it('lets exactly one of many concurrent starts through', async () => {
      const session = await opened.newSession();
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => start(session, `race-${session}-${index}`)),
      );
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'run_active' });
      }
    });

    it('belongs to the owner of its session', async () => {
      const session = await opened.newSession();
      await expect(
        opened.store.runs.create({ id: 'foreign', sessionId: session, owner: 'did:key:zOther' }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await start(session, 'owned');
      const started = opened.clock.now();
      opened.clock.advance(50);
      await opened.store.runs.finish('owned', 'cancelled', 3);
      expect(await opened.store.runs.get(OWNER, session, 'owned')).toEqual({
        id: 'owned',
        sessionId: session,
        owner: OWNER,
        status: 'cancelled',
        createdAt: started,
        endedAt: started + 50,
      });
      expect(await opened.store.runs.get('did:key:zOther', session, 'owned')).toBeUndefined();
      expect(await opened.store.runs.get(OWNER, await opened.newSession(), 'owned')).toBeUndefined();
    });

    it('refuses a run id that is taken', async () => {
      const session = await opened.newSession();
      await start(session, 'same-id');
      await opened.store.runs.finish('same-id', 'done', 3);
      await expect(start(session, 'same-id')).rejects.toMatchObject({ code: 'conflict' });
    });

    it('starts with its message and the title of its session, or not at all', async () => {
      const session = await opened.newSession();
      const open = (id: string) =>
        opened.store.runs.create({
          id,
          sessionId: session,
          owner: OWNER,
          opening: { message: user(`${id}:user`), title: `Title of ${id}` },
        });
      await open(`opened-${session}`);
      await expect(open(`refused-${session}`)).rejects.toMatchObject({ code: 'run_active' });
      expect(await opened.store.threads.messages(session)).toEqual([user(`opened-${session}:user`)]);
      await opened.store.runs.finish(`opened-${session}`, 'done', 3);
      await open(`next-${session}`);
      expect(await opened.store.threads.messages(session)).toHaveLength(2);
      expect(await opened.store.sessions.get(OWNER, session)).toMatchObject({
        title: `Title of opened-${session}`,
      });
    });

    it('ends with its last events, or not at all', async () => {
      const session = await opened.newSession();
      const [whole, short] = [await start(session, `whole-${session}`), `short-${session}`];
      await opened.store.runs.appendEvents(whole, sequence(1, [delta('a'), delta('b')]));
      await expect(opened.store.runs.finish(whole, 'done', 3, sequence(4, [DONE]))).rejects.toThrow(/follow/);
      expect(await opened.store.runs.last(session)).toMatchObject({ status: 'running' });
      opened.clock.advance(10);
      await opened.store.runs.finish(whole, 'done', 3, sequence(3, [delta('c'), DONE]));
      expect(await opened.store.runs.events(whole, 0)).toEqual(
        sequence(1, [delta('a'), delta('b'), delta('c'), DONE]),
      );
      expect(await opened.store.sessions.get(OWNER, session)).toMatchObject({
        updatedAt: opened.clock.now(),
      });
      await start(session, short);
      await opened.store.runs.finish(short, 'error', 3, sequence(1, [DONE]));
      expect(await opened.store.runs.events(short, 0)).toEqual(sequence(1, [DONE]));
      const rows = await opened.store.db
        .selectFrom('core_run_events')
        .select(['first_seq', 'last_seq'])
        .where('session_id', '=', session)
        .orderBy('ordinal')
        .execute();
      expect(rows).toEqual([
        { first_seq: 1, last_seq: 4 },
        { first_seq: 1, last_seq: 1 },
      ]);
    });

    it('replays the log after any event, before and after the end', async () => {
      const session = await opened.newSession();
      const run = await start(session, `log-${session}`);
      const events = sequence(1, [
        { type: 'run', runId: run, sessionId: session },
        { type: 'reasoning', messageId: 'm', content: 'hm' },
        { type: 'reasoning', messageId: 'm', content: '' },
        delta('Hel'),
        delta('lo'),
        { type: 'tool_call', id: 'c', name: 't', args: { a: 1 }, status: 'done', output: ['m', 'x'] },
        delta('!'),
        DONE,
      ]);
      const batches = [events.slice(0, 1), events.slice(1, 4), events.slice(4, 5), events.slice(5)];
      for (const batch of batches) await opened.store.runs.appendEvents(run, batch);
      await opened.store.runs.appendEvents(run, []);
      for (let after = 0; after <= events.length; after += 1) {
        expect(await opened.store.runs.events(run, after)).toEqual(events.slice(after));
        expect(await piecewise(opened.store, run, after)).toEqual(events.slice(after));
      }
      await opened.store.runs.finish(run, 'done', 3);
      for (let after = 0; after <= events.length; after += 1) {
        expect(await opened.store.runs.events(run, after)).toEqual(events.slice(after));
        expect(await piecewise(opened.store, run, after)).toEqual(events.slice(after));
      }
      const rows = await opened.store.db
        .selectFrom('core_run_events')
        .select(['first_seq', 'last_seq'])
        .where('session_id', '=', session)
        .execute();
      expect(rows).toEqual([{ first_seq: 1, last_seq: events.length }]);
    });

    it('appends to many runs at once: to each what is its own, to none that has ended', async () => {
      const runs = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          const session = await opened.newSession();
          return start(session, `at-once-${index}-${session}`);
        }),
      );
      const [ended = '', ...others] = runs;
      await opened.store.runs.appendEvents(ended, sequence(1, [delta('a')]));
      await opened.store.db
        .updateTable('core_runs')
        .set({ status: 'cancelled' })
        .where('id', '=', ended)
        .execute();
      const large = delta('x'.repeat(50_000));
      const append = (run: string, index: number, from: number) =>
        opened.store.runs.appendEvents(
          run,
          sequence(from, [delta(`${run} \0 \ud800 "`), index === 3 ? large : DONE]),
        );
      const refused = expect(append(ended, 0, 2)).rejects.toMatchObject({ code: 'run_interrupted' });
      const appended = await Promise.all(others.map((run, index) => append(run, index, 1)));
      await refused;
      expect(appended[3]).toBeGreaterThan(50_000);
      await Promise.all(others.map((run, index) => append(run, index, 3)));
      expect(await opened.store.runs.events(ended, 0)).toEqual(sequence(1, [delta('a')]));
      for (const [index, run] of others.entries()) {
        const said = [delta(`${run} \0 \ud800 "`), index === 3 ? large : DONE];
        expect(await opened.store.runs.events(run, 0)).toEqual(sequence(1, [...said, ...said]));
      }
    });

    it('refuses a gap or a repeat in the log', async () => {
      const session = await opened.newSession();
      const run = await start(session, `gap-${session}`);
      await opened.store.runs.appendEvents(run, sequence(1, [delta('a'), delta('b')]));
      await expect(opened.store.runs.appendEvents(run, sequence(4, [delta('d')]))).rejects.toThrow(/follow/);
      await expect(opened.store.runs.appendEvents(run, sequence(2, [delta('b')]))).rejects.toThrow(/follow/);
      await expect(
        opened.store.runs.appendEvents(run, [
          { seq: 3, event: delta('c') },
          { seq: 5, event: delta('e') },
        ]),
      ).rejects.toThrow(/follow/);
      await opened.store.runs.appendEvents(run, sequence(3, [delta('c')]));
      expect(await opened.store.runs.events(run, 0)).toEqual(
        sequence(1, [delta('a'), delta('b'), delta('c')]),
      );
    });

    it('keeps the logs of the newest runs only', async () => {
      const session = await opened.newSession();
      const ids = Array.from({ length: 5 }, (_, index) => `kept-${session}-${index}`);
      for (const id of ids) {
        await start(session, id);
        await opened.store.runs.appendEvents(id, sequence(1, [delta(id), DONE]));
        await opened.store.runs.finish(id, 'done', 3);
      }
      const kept = await Promise.all(ids.map((id) => opened.store.runs.events(id, 0)));
      expect(kept.map((events) => events !== undefined)).toEqual([false, false, true, true, true]);
      expect(await opened.store.runs.get(OWNER, session, ids[0] ?? '')).toMatchObject({ status: 'done' });
      expect(await opened.store.runs.events('no-such-run', 0)).toBeUndefined();
    });

    it('finishes once: a later end changes nothing', async () => {
      const session = await opened.newSession();
      const run = await start(session, `once-${session}`);
      await opened.store.runs.appendEvents(run, sequence(1, [DONE]));
      await opened.store.runs.finish(run, 'done', 3);
      await opened.store.runs.finish(run, 'error', 0);
      expect(await opened.store.runs.last(session)).toMatchObject({ status: 'done' });
      expect(await opened.store.runs.events(run, 0)).toEqual(sequence(1, [DONE]));
    });

    it('keeps what a waiting run was asked with, sealed, until the wait ends', async () => {
      const session = await opened.newSession();
      const run = await start(session, `waits-${session}`);
      const request = {
        message: 'send it',
        attachments: [{ name: 'a', mimeType: 'text/plain', url: '/a' }],
        tools: [{ name: 'clock' }],
        metadata: { page: 3 },
        delegation: 'a-secret-token',
      };
      expect(await opened.store.runs.request(run)).toBeUndefined();
      await opened.store.runs.finish(run, 'interrupted', 3, sequence(1, [DONE]), request);
      expect(await opened.store.runs.request(run)).toEqual(request);
      const stored = () =>
        opened.store.db.selectFrom('core_runs').select('request').where('id', '=', run).executeTakeFirst();
      expect((await stored())?.request).not.toContain('secret');
      await opened.store.runs.endWait(session);
      expect(await opened.store.runs.request(run)).toBeUndefined();
      expect(await stored()).toEqual({ request: null });
      expect(await opened.store.runs.last(session)).toMatchObject({ id: run, status: 'interrupted' });
    });

    it('cancels a run that waits, once, and no other', async () => {
      const session = await opened.newSession();
      const run = await start(session, `taken-back-${session}`);
      expect(await opened.store.runs.cancelWait(run)).toBe(false);
      await opened.store.runs.finish(run, 'interrupted', 3, sequence(1, [DONE]));
      expect(await opened.store.runs.cancelWait(run)).toBe(true);
      expect(await opened.store.runs.cancelWait(run)).toBe(false);
      expect(await opened.store.runs.last(session)).toMatchObject({ id: run, status: 'cancelled' });
    });
  });
}

/** A log as a slow reader takes it. */
async function piecewise(store: Store, run: string, after: number): Promise<SequencedEvent[]> {
  const found: SequencedEvent[] = [];
  for (;;) {
    const piece = (await store.runs.events(run, found.at(-1)?.seq ?? after, 2)) ?? [];
    if (piece.length === 0) return found;
    found.push(...piece);
  }
}
