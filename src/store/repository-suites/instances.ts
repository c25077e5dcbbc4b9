import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedDecision, Store } from '../types.js';
import { DONE, delta, OWNER, sequence, type TestClock, testClock, user } from './fixtures.js';

/** What two processes on one database owe each other. `open` is called twice. */
export function instancesSuite(open: (clock: TestClock) => Promise<Store>): void {
  describe('two processes on one database', () => {
    let one: Store;
    let two: Store;
    let count = 0;

    beforeAll(async () => {
      const clock = testClock();
      one = await open(clock);
      two = await open(clock);
      await one.instances.renew();
      await two.instances.renew();
    });
    afterAll(async () => {
      await one.close();
      await two.close();
    });

    async function start(store: Store): Promise<{ session: string; run: string }> {
      const session = (await one.sessions.create(OWNER)).id;
      count += 1;
      const run = `instances-${count}-${session}`;
      await store.runs.create({ id: run, sessionId: session, owner: OWNER });
      return { session, run };
    }

    /** As when the process has been silent for longer than its lease. */
    const lapse = (store: Store) =>
      one.db
        .updateTable('core_instances')
        .set({ lease_until: 1 })
        .where('id', '=', store.instances.own)
        .execute();

    it('leave each other their runs while the lease lasts, and take them over once, after it', async () => {
      const { run } = await start(one);
      expect((await two.instances.orphans()).map(({ id }) => id)).not.toContain(run);
      expect(await two.instances.takeOver(run)).toBe(false);
      await lapse(one);
      expect((await two.instances.orphans()).map(({ id }) => id)).toContain(run);
      expect((await one.instances.orphans()).map(({ id }) => id)).not.toContain(run);
      expect(await two.instances.takeOver(run)).toBe(true);
      expect(await two.instances.takeOver(run)).toBe(false);
      await one.instances.renew();
      expect(await one.instances.takeOver(run)).toBe(false);
      expect(await two.runs.finish(run, 'error', 3, sequence(1, [DONE]))).toBe(true);
    });

    it('take over what no process is known for', async () => {
      const { run } = await start(one);
      await one.db.updateTable('core_runs').set({ instance: null }).where('id', '=', run).execute();
      expect(await two.instances.takeOver(run)).toBe(true);
      await two.runs.finish(run, 'error', 3, sequence(1, [DONE]));
    });

    it('let nobody write who has lost a run', async () => {
      const { session, run } = await start(one);
      await one.runs.appendEvents(run, sequence(1, [delta('a')]));
      await one.threads.append(session, [user('said')], run);
      expect(await one.instances.standing(run)).toBe('own');
      await lapse(one);
      await two.instances.takeOver(run);
      await one.instances.renew();
      expect(await one.instances.standing(run)).toBe('lost');
      for (const message of [user('late'), { ...user('said'), content: 'said otherwise' }]) {
        await expect(one.threads.append(session, [message], run)).rejects.toMatchObject({
          code: 'run_interrupted',
        });
      }
      expect(await two.threads.messages(session)).toEqual([user('said')]);
      await expect(one.runs.appendEvents(run, sequence(2, [delta('b')]))).rejects.toMatchObject({
        code: 'run_interrupted',
      });
      expect(await one.runs.finish(run, 'done', 3, sequence(2, [DONE]))).toBe(false);
      expect(await two.runs.finish(run, 'error', 3, sequence(2, [DONE]))).toBe(true);
      await expect(two.runs.appendEvents(run, sequence(3, [delta('c')]))).rejects.toMatchObject({
        code: 'run_interrupted',
      });
      expect(await one.runs.events(run, 0)).toEqual(sequence(1, [delta('a'), DONE]));
    });

    it('take from another, whatever its lease, a run that it does not end', async () => {
      const { session, run } = await start(one);
      expect(await two.instances.takeOver(run)).toBe(false);
      expect(await two.instances.seize(run)).toBe(true);
      expect(await two.instances.seize(run)).toBe(false);
      expect(await one.instances.standing(run)).toBe('lost');
      await expect(one.threads.append(session, [user('late')], run)).rejects.toMatchObject({
        code: 'run_interrupted',
      });
      expect(await two.runs.finish(run, 'cancelled', 3, sequence(1, [DONE]))).toBe(true);
      expect(await one.instances.seize(run)).toBe(false);
    });

    it('say that a run is gone whose session was deleted', async () => {
      const { session, run } = await start(one);
      await two.sessions.delete(OWNER, session);
      expect(await one.instances.standing(run)).toBe('gone');
      await expect(one.threads.append(session, [user('late')], run)).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(one.runs.appendEvents(run, sequence(1, [delta('a')]))).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('hold one active run a session between them', async () => {
      const { session, run } = await start(one);
      const opening = { message: user('u'), title: 'x' };
      await expect(
        two.runs.create({ id: `second-${session}`, sessionId: session, owner: OWNER, opening }),
      ).rejects.toMatchObject({ code: 'run_active', errors: [{ field: 'runId', message: run }] });
      await one.runs.finish(run, 'done', 3, sequence(1, [DONE]));
      await two.runs.create({ id: `second-${session}`, sessionId: session, owner: OWNER, opening });
      await two.runs.finish(`second-${session}`, 'done', 3);
    });

    it('write down the one decision that counts, none that comes while it is followed or after', async () => {
      const { session, run } = await start(one);
      await one.runs.finish(run, 'interrupted', 3, sequence(1, [DONE]));
      const decide = (store: Store, id: string) =>
        store.runs.create({
          id: `${id}-${session}`,
          sessionId: session,
          owner: OWNER,
          follows: { run, decided: [decision(session, `${id}-${session}`)] },
        });
      const taken = [await decide(one, 'yes')];
      await expect(decide(two, 'no')).rejects.toMatchObject({ code: 'run_active' });
      await one.runs.finish(String(taken[0]), 'done', 3);
      await expect(decide(two, 'late')).rejects.toMatchObject({ code: 'conflict' });
      const { items } = await one.decisions.list({ principal: OWNER, sessionId: session }, 10);
      expect(items.map(({ id }) => id)).toEqual(taken);
      const audited = await one.audit.entries({ limit: 100 });
      expect(
        audited.filter(({ subject }) => subject.endsWith(session)).map(({ subject }) => subject),
      ).toEqual(taken);
      expect(await one.runs.last(session)).toMatchObject({ id: taken[0], status: 'done' });
    });

    it('ask each other to cancel', async () => {
      const { run } = await start(one);
      expect(await one.instances.held()).toEqual(new Map([[run, { cancel: false }]]));
      await two.instances.askToCancel(run);
      expect(await one.instances.held()).toEqual(new Map([[run, { cancel: true }]]));
      expect(await two.instances.held()).toEqual(new Map());
      expect(await two.instances.isCancelAsked(run)).toBe(true);
      await one.runs.finish(run, 'cancelled', 3, sequence(1, [DONE]));
      expect(await one.instances.held()).toEqual(new Map());
      expect(await two.instances.isCancelAsked(run)).toBe(false);
    });

    it('count the runs that others work on, of a principal and of a key', async () => {
      const whose = { asker: 'did:key:counted', apiKey: 'counted' };
      for (const by of [whose, { asker: whose.asker }]) {
        const session = (await one.sessions.create(OWNER)).id;
        await one.runs.create({ id: `counted-${session}`, sessionId: session, owner: OWNER, ...by });
      }
      expect(await two.instances.countElsewhere({ asker: whose.asker })).toBe(2);
      expect(await two.instances.countElsewhere({ apiKey: whose.apiKey })).toBe(1);
      expect(await one.instances.countElsewhere({ apiKey: whose.apiKey })).toBe(0);
    });

    it('know who went away from an answer, over which of them it was told', async () => {
      const { run } = await start(one);
      const left = () => Promise.all([one, two].map((store) => store.followers.haveLeft('me', run)));
      expect(await left()).toEqual([false, false]);
      const first = await one.followers.begin('me', run);
      await two.followers.leave(await two.followers.begin('you', run));
      expect(await left()).toEqual([false, false]);
      await one.followers.leave(first);
      expect(await left()).toEqual([true, true]);
      // Who comes back over another process has not left, whenever the first one sees its connection close.
      const second = await one.followers.begin('me', run);
      await two.followers.begin('me', run);
      await one.followers.leave(second);
      expect(await left()).toEqual([false, false]);
      await two.followers.told('me', run);
      expect(await left()).toEqual([false, false]);
    });

    it('take those for gone who were told by a process that is', async () => {
      const { session, run } = await start(two);
      await one.followers.begin('me', run);
      await lapse(one);
      expect(await two.followers.haveLeft('me', run)).toBe(true);
      await two.followers.begin('me', run);
      expect(await two.followers.haveLeft('me', run)).toBe(false);
      await one.instances.renew();
      await two.sessions.delete(OWNER, session);
      await two.followers.begin('me', run);
      expect(await two.followers.haveLeft('me', run)).toBe(false);
    });

    it('count together, in windows that begin anew when they are over', async () => {
      const keys = ['b', 'a'].map((key) => ({ key, count: 2, endsInMs: 60_000 }));
      await one.sharedCounts.add(keys);
      const counted = await two.sharedCounts.add(keys.toReversed());
      expect(counted.map(({ count }) => count)).toEqual([4, 4]);
      for (const { endsInMs } of counted) expect(endsInMs).toBeLessThanOrEqual(60_000);
      await one.db.updateTable('core_shared_counts').set({ ends_at: 1 }).execute();
      expect(await one.sharedCounts.add([{ key: 'a', count: 1, endsInMs: 60_000 }])).toMatchObject([
        { key: 'a', count: 1 },
      ]);
      expect(await one.sharedCounts.add([])).toEqual([]);
    });

    it('see how far runs have come', async () => {
      const { run } = await start(one);
      const { run: other } = await start(one);
      expect(await two.instances.progress([run])).toEqual([{ id: run, status: 'running', lastSeq: 0 }]);
      await one.runs.appendEvents(run, sequence(1, [delta('a'), delta('b')]));
      await one.runs.finish(other, 'done', 3, sequence(1, [DONE]));
      const seen = await two.instances.progress([run, other, 'no-such-run']);
      expect(seen.toSorted((a, b) => b.lastSeq - a.lastSeq)).toEqual([
        { id: run, status: 'running', lastSeq: 2 },
        { id: other, status: 'done', lastSeq: 1 },
      ]);
      await one.runs.finish(run, 'done', 3, sequence(3, [DONE]));
    });
  });
}

function decision(sessionId: string, id: string): SignedDecision {
  const row = { id, at: 1, owner: OWNER, principal: OWNER, sessionId, record: '{}', signature: null };
  return { row, audit: { action: 'call.allow', subject: id, actor: OWNER, invoker: OWNER } };
}
