import { emptyCheckpoint, INTERRUPT } from '@langchain/langgraph-checkpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent, SequencedEvent } from '../agent/events.js';
import type { Migration, ThreadMessage } from '../plugin/index.js';
import { createCheckpointSaver } from './checkpoint-saver.js';
import { encodeCursor } from './cursor.js';
import type { Store } from './types.js';

/** A clock that tests move by hand. */
export interface TestClock {
  now(): number;
  advance(ms: number): void;
}

export function testClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

export const OWNER = 'did:key:zOwner';
export const user = (id: string, content = `text of ${id}`): ThreadMessage => ({ role: 'user', id, content });

export function sequence(first: number, events: readonly RunEvent[]): SequencedEvent[] {
  return events.map((event, index) => ({ seq: first + index, event }));
}

const delta = (content: string): RunEvent => ({ type: 'message', content });
const DONE: RunEvent = { type: 'done', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 2 } };

/** What every database must do. `open` is called once; ids and owners are fresh in each test. */
export function repositorySuite(open: (clock: TestClock) => Promise<Store>): void {
  const clock = testClock();
  let store: Store;
  beforeAll(async () => {
    store = await open(clock);
  });
  afterAll(() => store.close());

  const newSession = async (owner = OWNER) => (await store.sessions.create(owner)).id;

  describe('sessions', () => {
    it('shows a session to its owner alone', async () => {
      const session = await store.sessions.create(OWNER, 'session-of-owner');
      expect(await store.sessions.get(OWNER, 'session-of-owner')).toEqual(session);
      expect(await store.sessions.get('did:key:zOther', 'session-of-owner')).toBeUndefined();
      expect(await store.sessions.delete('did:key:zOther', 'session-of-owner')).toBe(false);
      await store.sessions.setTitle('session-of-owner', 'Ein Ärger mit 💧');
      expect(await store.sessions.get(OWNER, 'session-of-owner')).toEqual({
        ...session,
        title: 'Ein Ärger mit 💧',
      });
    });

    it('refuses an id that is taken', async () => {
      await store.sessions.create(OWNER, 'taken');
      await expect(store.sessions.create('did:key:zOther', 'taken')).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it('pages newest first without gaps or repeats, also where times are equal', async () => {
      const owner = 'did:key:zPager';
      const ids: string[] = [];
      for (let index = 0; index < 7; index += 1) {
        ids.push(await newSession(owner));
        if (index % 3 === 0) clock.advance(1);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.sessions.list(owner, 2, cursor);
        expect(page.items.length).toBeLessThanOrEqual(2);
        seen.push(...page.items.map((item) => item.id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(new Set(seen)).toEqual(new Set(ids));
      expect(seen).toHaveLength(7);
      expect(seen.at(-1)).toBe(ids[0]);
      const all = await store.sessions.list(owner, 7);
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
      await expect(store.sessions.list(OWNER, 2, cursor)).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('deletes all of a session', async () => {
      const id = await newSession();
      await store.threads.append(id, [user('m1')]);
      await store.runs.create({ id: 'run-of-deleted', sessionId: id, owner: OWNER });
      await store.runs.appendEvents('run-of-deleted', sequence(1, [delta('a')]));
      expect(await store.sessions.delete(OWNER, id)).toBe(true);
      expect(await store.sessions.delete(OWNER, id)).toBe(false);
      expect(await store.threads.messages(id)).toEqual([]);
      expect(await store.runs.get(OWNER, id, 'run-of-deleted')).toBeUndefined();
      expect(await store.runs.events('run-of-deleted', 0)).toBeUndefined();
      for (const table of ['core_messages', 'core_runs', 'core_run_events'] as const) {
        const rows = await store.db
          .selectFrom(table)
          .select('session_id')
          .where('session_id', '=', id)
          .execute();
        expect(rows, table).toEqual([]);
      }
      await expect(
        store.runs.appendEvents('run-of-deleted', sequence(2, [delta('b')])),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('threads', () => {
    it('keeps order and replaces a message in place', async () => {
      const id = await newSession();
      await store.threads.append(id, [user('a'), user('b')]);
      await store.threads.append(id, [user('c')]);
      await store.threads.append(id, [user('b', 'better'), user('d'), user('d', 'last word')]);
      expect(await store.threads.messages(id)).toEqual([
        user('a'),
        user('b', 'better'),
        user('c'),
        user('d', 'last word'),
      ]);
    });

    it('gives back what JSON can hold, NUL and lone surrogates included', async () => {
      const id = await newSession();
      const message: ThreadMessage = {
        role: 'assistant',
        id: 'odd',
        content: 'nul \0 surrogate \ud800 quote " newline \n 💧',
        toolCalls: [{ id: 'c', name: 't', args: { deep: [1, { x: null }] } }],
        interrupted: true,
      };
      await store.threads.append(id, [message]);
      expect(await store.threads.messages(id)).toEqual([message]);
    });

    it('keeps the same ids of two sessions apart', async () => {
      const [one, two] = [await newSession(), await newSession()];
      await store.threads.append(one, [user('a', 'one')]);
      await store.threads.append(two, [user('a', 'two')]);
      expect(await store.threads.messages(one)).toEqual([user('a', 'one')]);
      expect(await store.threads.messages(two)).toEqual([user('a', 'two')]);
    });

    it('loses nothing when appends run side by side', async () => {
      const id = await newSession();
      const names = Array.from({ length: 40 }, (_, index) => `m${index}`);
      await Promise.all(names.map((name) => store.threads.append(id, [user(name)])));
      const stored = await store.threads.messages(id);
      expect(new Set(stored.map((message) => message.id))).toEqual(new Set(names));
      expect(stored).toHaveLength(names.length);
    });

    it('reads across pages and appends of thousands', async () => {
      const id = await newSession();
      const messages = Array.from({ length: 2_500 }, (_, index) => user(`m${index}`));
      await store.threads.append(id, messages);
      expect(await store.threads.messages(id)).toEqual(messages);
    });

    it('pages in order, with times', async () => {
      const id = await newSession();
      await store.threads.append(id, [user('a'), user('b'), user('c')]);
      const first = await store.threads.page(id, 2);
      expect(first.items.map((item) => [item.id, item.createdAt])).toEqual([
        ['a', clock.now()],
        ['b', clock.now()],
      ]);
      const second = await store.threads.page(id, 2, first.cursor);
      expect(second.items.map((item) => item.id)).toEqual(['c']);
      expect(second.cursor).toBeUndefined();
      await expect(store.threads.page(id, 2, encodeCursor(['x']))).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    it('unites loaded plugins in load order, also side by side', async () => {
      const id = await newSession();
      expect(await store.threads.loadedPlugins(id)).toEqual([]);
      await store.threads.addLoadedPlugins(id, ['weather', 'sampling']);
      await store.threads.addLoadedPlugins(id, ['sampling', 'vfs', 'weather']);
      expect(await store.threads.loadedPlugins(id)).toEqual(['weather', 'sampling', 'vfs']);
      await Promise.all(['p', 'q', 'r', 's'].map((name) => store.threads.addLoadedPlugins(id, [name])));
      expect((await store.threads.loadedPlugins(id)).toSorted()).toEqual(
        ['p', 'q', 'r', 's', 'sampling', 'vfs', 'weather'].toSorted(),
      );
    });

    it('says that a session is missing', async () => {
      await expect(store.threads.append('nowhere', [user('a')])).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.threads.addLoadedPlugins('nowhere', ['a'])).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });

  describe('runs', () => {
    const start = async (sessionId: string, id: string) => {
      await store.runs.create({ id, sessionId, owner: OWNER });
      return id;
    };

    it('allows one active run a session', async () => {
      const session = await newSession();
      await start(session, 'active-1');
      await expect(start(session, 'active-2')).rejects.toMatchObject({
        code: 'run_active',
        errors: [{ field: 'runId', message: 'active-1' }],
      });
      await store.runs.finish('active-1', 'done', 3);
      await start(session, 'active-2');
      expect(await store.runs.last(session)).toMatchObject({ id: 'active-2', status: 'running' });
    });

    it('lets exactly one of many concurrent starts through', async () => {
      const session = await newSession();
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => start(session, `race-${session}-${index}`)),
      );
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'run_active' });
      }
    });

    it('belongs to the owner of its session', async () => {
      const session = await newSession();
      await expect(
        store.runs.create({ id: 'foreign', sessionId: session, owner: 'did:key:zOther' }),
      ).rejects.toMatchObject({ code: 'not_found' });
      await start(session, 'owned');
      const started = clock.now();
      clock.advance(50);
      await store.runs.finish('owned', 'cancelled', 3);
      expect(await store.runs.get(OWNER, session, 'owned')).toEqual({
        id: 'owned',
        sessionId: session,
        owner: OWNER,
        status: 'cancelled',
        createdAt: started,
        endedAt: started + 50,
      });
      expect(await store.runs.get('did:key:zOther', session, 'owned')).toBeUndefined();
      expect(await store.runs.get(OWNER, await newSession(), 'owned')).toBeUndefined();
    });

    it('refuses a run id that is taken', async () => {
      const session = await newSession();
      await start(session, 'same-id');
      await store.runs.finish('same-id', 'done', 3);
      await expect(start(session, 'same-id')).rejects.toMatchObject({ code: 'conflict' });
    });

    it('starts with its message and the title of its session, or not at all', async () => {
      const session = await newSession();
      const open = (id: string) =>
        store.runs.create({
          id,
          sessionId: session,
          owner: OWNER,
          opening: { message: user(`${id}:user`), title: `Title of ${id}` },
        });
      await open(`opened-${session}`);
      await expect(open(`refused-${session}`)).rejects.toMatchObject({ code: 'run_active' });
      expect(await store.threads.messages(session)).toEqual([user(`opened-${session}:user`)]);
      await store.runs.finish(`opened-${session}`, 'done', 3);
      await open(`next-${session}`);
      expect(await store.threads.messages(session)).toHaveLength(2);
      expect(await store.sessions.get(OWNER, session)).toMatchObject({ title: `Title of opened-${session}` });
    });

    it('ends with its last events, or not at all', async () => {
      const session = await newSession();
      const [whole, short] = [await start(session, `whole-${session}`), `short-${session}`];
      await store.runs.appendEvents(whole, sequence(1, [delta('a'), delta('b')]));
      await expect(store.runs.finish(whole, 'done', 3, sequence(4, [DONE]))).rejects.toThrow(/follow/);
      expect(await store.runs.last(session)).toMatchObject({ status: 'running' });
      clock.advance(10);
      await store.runs.finish(whole, 'done', 3, sequence(3, [delta('c'), DONE]));
      expect(await store.runs.events(whole, 0)).toEqual(
        sequence(1, [delta('a'), delta('b'), delta('c'), DONE]),
      );
      expect(await store.sessions.get(OWNER, session)).toMatchObject({ updatedAt: clock.now() });
      await start(session, short);
      await store.runs.finish(short, 'error', 3, sequence(1, [DONE]));
      expect(await store.runs.events(short, 0)).toEqual(sequence(1, [DONE]));
      const rows = await store.db
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

    it('lists running runs of all sessions', async () => {
      const sessions = [await newSession(), await newSession()];
      const ids = sessions.map((session) => `running-${session}`);
      for (const [index, session] of sessions.entries()) await start(session, ids[index] ?? '');
      const running = (await store.runs.running()).map((run) => run.id);
      expect(running).toEqual(expect.arrayContaining(ids));
      await store.runs.finish(ids[0] ?? '', 'error', 3);
      expect((await store.runs.running()).map((run) => run.id)).not.toContain(ids[0]);
    });

    it('replays the log after any event, before and after the end', async () => {
      const session = await newSession();
      const run = await start(session, `log-${session}`);
      const events = sequence(1, [
        { type: 'run', runId: run, sessionId: session },
        { type: 'reasoning', content: 'hm' },
        { type: 'reasoning', content: '' },
        delta('Hel'),
        delta('lo'),
        { type: 'tool_call', id: 'c', name: 't', args: { a: 1 }, status: 'done', output: ['m', 'x'] },
        delta('!'),
        DONE,
      ]);
      const batches = [events.slice(0, 1), events.slice(1, 4), events.slice(4, 5), events.slice(5)];
      for (const batch of batches) await store.runs.appendEvents(run, batch);
      await store.runs.appendEvents(run, []);
      for (let after = 0; after <= events.length; after += 1) {
        expect(await store.runs.events(run, after)).toEqual(events.slice(after));
      }
      await store.runs.finish(run, 'done', 3);
      for (let after = 0; after <= events.length; after += 1) {
        expect(await store.runs.events(run, after)).toEqual(events.slice(after));
      }
      const rows = await store.db
        .selectFrom('core_run_events')
        .select(['first_seq', 'last_seq'])
        .where('session_id', '=', session)
        .execute();
      expect(rows).toEqual([{ first_seq: 1, last_seq: events.length }]);
    });

    it('refuses a gap or a repeat in the log', async () => {
      const session = await newSession();
      const run = await start(session, `gap-${session}`);
      await store.runs.appendEvents(run, sequence(1, [delta('a'), delta('b')]));
      await expect(store.runs.appendEvents(run, sequence(4, [delta('d')]))).rejects.toThrow(/follow/);
      await expect(store.runs.appendEvents(run, sequence(2, [delta('b')]))).rejects.toThrow(/follow/);
      await expect(
        store.runs.appendEvents(run, [
          { seq: 3, event: delta('c') },
          { seq: 5, event: delta('e') },
        ]),
      ).rejects.toThrow(/follow/);
      await store.runs.appendEvents(run, sequence(3, [delta('c')]));
      expect(await store.runs.events(run, 0)).toEqual(sequence(1, [delta('a'), delta('b'), delta('c')]));
    });

    it('keeps the logs of the newest runs only', async () => {
      const session = await newSession();
      const ids = Array.from({ length: 5 }, (_, index) => `kept-${session}-${index}`);
      for (const id of ids) {
        await start(session, id);
        await store.runs.appendEvents(id, sequence(1, [delta(id), DONE]));
        await store.runs.finish(id, 'done', 3);
      }
      const kept = await Promise.all(ids.map((id) => store.runs.events(id, 0)));
      expect(kept.map((events) => events !== undefined)).toEqual([false, false, true, true, true]);
      expect(await store.runs.get(OWNER, session, ids[0] ?? '')).toMatchObject({ status: 'done' });
      expect(await store.runs.events('no-such-run', 0)).toBeUndefined();
    });

    it('finishes once: a later end changes nothing', async () => {
      const session = await newSession();
      const run = await start(session, `once-${session}`);
      await store.runs.appendEvents(run, sequence(1, [DONE]));
      await store.runs.finish(run, 'done', 3);
      await store.runs.finish(run, 'error', 0);
      expect(await store.runs.last(session)).toMatchObject({ status: 'done' });
      expect(await store.runs.events(run, 0)).toEqual(sequence(1, [DONE]));
    });
  });

  describe('checkpoints', () => {
    it('keeps only the newest checkpoint and its writes', async () => {
      const saver = createCheckpointSaver(store);
      const session = await newSession();
      const metadata = { source: 'loop' as const, step: 1, parents: {} };
      const place = { configurable: { thread_id: session, checkpoint_ns: '' } };
      const one = await saver.put(place, { ...emptyCheckpoint(), id: '01' }, metadata, {});
      await saver.putWrites(one, [['channel', 'of one']], 'task');
      const two = await saver.put(one, { ...emptyCheckpoint(), id: '02' }, metadata, {});
      expect(await saver.getTuple(one)).toBeUndefined();
      expect(await saver.getTuple(two)).toMatchObject({
        checkpoint: { id: '02' },
        metadata,
        pendingWrites: [],
      });
      const listed = [];
      for await (const tuple of saver.list(place)) listed.push(tuple.checkpoint.id);
      expect(listed).toEqual(['02']);
      for await (const _ of saver.list(place, { before: two })) expect.unreachable();
      for await (const _ of saver.list(place, { filter: { step: 2 } })) expect.unreachable();
    });

    it('gives writes back in LangGraph’s order; interrupts take the newest, others stay', async () => {
      const saver = createCheckpointSaver(store);
      const session = await newSession();
      const place = { configurable: { thread_id: session, checkpoint_ns: '' } };
      const config = await saver.put(
        place,
        { ...emptyCheckpoint(), id: '01' },
        { source: 'loop', step: 1, parents: {} },
        {},
      );
      await saver.putWrites(
        config,
        [
          ['a', 1],
          ['b', new Uint8Array([0, 255])],
        ],
        'task-2',
        'path-b',
      );
      await saver.putWrites(config, [['a', { x: new Set(['y']) }]], 'task-1', 'path-c');
      await saver.putWrites(config, [['a', 'no path']], 'task-3');
      await saver.putWrites(config, [['a', 'ignored']], 'task-1', 'path-c');
      await saver.putWrites(config, [[INTERRUPT, 'old']], 'task-1', 'path-c');
      await saver.putWrites(config, [[INTERRUPT, 'new']], 'task-1', 'path-c');
      const tuple = await saver.getTuple(config);
      expect(tuple?.pendingWrites).toEqual([
        ['task-3', 'a', 'no path'],
        ['task-2', 'a', 1],
        ['task-2', 'b', Buffer.from([0, 255])],
        ['task-1', INTERRUPT, 'new'],
        ['task-1', 'a', { x: new Set(['y']) }],
      ]);
    });
  });

  describe('api keys', () => {
    it('finds a key by its secret alone', async () => {
      const { row, secret } = await store.apiKeys.create({ name: 'one', scopes: ['chat', 'sampling'] });
      expect(secret).toMatch(/^orc_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/);
      expect(await store.apiKeys.find(secret)).toMatchObject({ id: row.id, scopes: ['chat', 'sampling'] });
      const forged = secret.slice(0, -2) + (secret.endsWith('AA') ? 'BB' : 'AA');
      expect(await store.apiKeys.find(forged)).toBeUndefined();
      expect(await store.apiKeys.find('orc_000000000000_')).toBeUndefined();
      expect(await store.apiKeys.find('')).toBeUndefined();
      const stored = JSON.stringify(await store.db.selectFrom('core_api_keys').selectAll().execute());
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(secret.slice(17));
    });

    it('ends at its expiry', async () => {
      const expiresAt = clock.now() + 1_000;
      const { secret } = await store.apiKeys.create({ name: 'short', scopes: ['chat'], expiresAt });
      expect(await store.apiKeys.find(secret)).toMatchObject({ expiresAt });
      clock.advance(1_000);
      expect(await store.apiKeys.find(secret)).toBeUndefined();
    });

    it('is gone at once when it is revoked, by id or name, and its name is free again', async () => {
      const first = await store.apiKeys.create({ name: 'reused', scopes: ['chat'] });
      await expect(store.apiKeys.create({ name: 'reused', scopes: [] })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await store.apiKeys.find(first.secret)).toBeDefined();
      expect(await store.apiKeys.revoke('reused')).toMatchObject({
        id: first.row.id,
        revokedAt: clock.now(),
      });
      expect(await store.apiKeys.find(first.secret)).toBeUndefined();
      expect(await store.apiKeys.revoke('reused')).toBeUndefined();
      const second = await store.apiKeys.create({ name: 'reused', scopes: ['chat'] });
      expect(await store.apiKeys.revoke(second.row.id)).toMatchObject({ id: second.row.id });
      const listed = (await store.apiKeys.list()).filter((key) => key.name === 'reused');
      expect(listed.map((key) => key.revokedAt)).toEqual([clock.now(), clock.now()]);
    });

    it('is gone at once when another process revoked it', async () => {
      const { row, secret } = await store.apiKeys.create({ name: 'elsewhere', scopes: ['chat'] });
      expect(await store.apiKeys.find(secret)).toBeDefined();
      await store.db
        .updateTable('core_api_keys')
        .set({ revoked_at: clock.now() })
        .where('id', '=', row.id)
        .execute();
      expect(await store.apiKeys.find(secret)).toBeUndefined();
    });

    it('writes the time of use at most once a minute', async () => {
      const { row, secret } = await store.apiKeys.create({ name: 'used', scopes: ['chat'] });
      const lastUse = async () => (await store.apiKeys.list()).find((key) => key.id === row.id)?.lastUsedAt;
      expect(await lastUse()).toBeNull();
      const first = clock.now();
      await store.apiKeys.find(secret);
      clock.advance(59_999);
      await store.apiKeys.find(secret);
      expect(await lastUse()).toBe(first);
      clock.advance(1);
      await store.apiKeys.find(secret);
      expect(await lastUse()).toBe(first + 60_000);
    });
  });

  describe('logins', () => {
    it('lets a nonce through once', async () => {
      const expiresAt = clock.now() + 60_000;
      const results = await Promise.all([
        store.logins.consume('nonce', expiresAt),
        store.logins.consume('nonce', expiresAt),
      ]);
      expect(results.toSorted()).toEqual([false, true]);
      expect(await store.logins.consume('nonce', expiresAt)).toBe(false);
    });

    it('refuses a NUL in text, which one database would cut and the other refuse', async () => {
      await expect(store.sessions.get(OWNER, 'a\0b')).rejects.toMatchObject({ code: 'invalid_request' });
    });

    it('finds a session until it expires or is deleted, and stores no token', async () => {
      const { token, expiresAt } = await store.logins.createSession(OWNER, 1_000);
      expect(expiresAt).toBe(clock.now() + 1_000);
      expect(await store.logins.findSession(token)).toEqual({ did: OWNER, expiresAt });
      expect(await store.logins.findSession(`${token}x`)).toBeUndefined();
      const stored = JSON.stringify(await store.db.selectFrom('core_login_sessions').selectAll().execute());
      expect(stored).not.toContain(token.slice(4));
      clock.advance(1_000);
      expect(await store.logins.findSession(token)).toBeUndefined();
      const other = await store.logins.createSession(OWNER, 1_000);
      await store.logins.deleteSession(other.token);
      expect(await store.logins.findSession(other.token)).toBeUndefined();
    });
  });

  describe('ucans', () => {
    it('lets an invocation through once, until it has expired anyway', async () => {
      const expiresAt = clock.now() + 60_000;
      const results = await Promise.all([
        store.ucans.use('bafyuse', expiresAt),
        store.ucans.use('bafyuse', expiresAt),
        store.ucans.use('bafyother', expiresAt),
      ]);
      expect(results.filter((fresh) => fresh)).toHaveLength(2);
      expect(await store.ucans.use('bafyuse', expiresAt)).toBe(false);
      clock.advance(60_000);
      await store.ucans.use('bafynext', clock.now() + 60_000);
      const kept = await store.db.selectFrom('core_ucan_uses').select('cid').execute();
      expect(kept).toEqual([{ cid: 'bafynext' }]);
    });

    it('knows a revoked link among others, once and for good', async () => {
      expect(await store.ucans.isRevoked([])).toBe(false);
      expect(await store.ucans.revoke({ cid: 'bafyend', by: OWNER, expiresAt: null })).toBe(true);
      expect(await store.ucans.revoke({ cid: 'bafyend', by: OWNER, expiresAt: null })).toBe(false);
      expect(await store.ucans.isRevoked(['bafya', 'bafyend'])).toBe(true);
      expect(await store.ucans.isRevoked(['bafya', 'bafyb'])).toBe(false);
      clock.advance(10 * 365 * 86_400_000);
      await store.ucans.use('bafylater', clock.now() + 1);
      expect(await store.ucans.isRevoked(['bafyend'])).toBe(true);
    });

    it('forgets a revocation when the link has expired by itself', async () => {
      await store.ucans.revoke({ cid: 'bafyshort', by: OWNER, expiresAt: clock.now() + 1_000 });
      clock.advance(120_000);
      await store.ucans.use('bafysweep', clock.now() + 1);
      expect(await store.ucans.isRevoked(['bafyshort'])).toBe(false);
    });

    it('keeps delegations by issuer until they expire or are revoked', async () => {
      const row = (cid: string, expiresAt: number | null) => ({
        cid,
        issuer: 'did:key:zIssuer',
        token: `token of ${cid}`,
        expiresAt,
      });
      const first = await store.ucans.saveDelegation(row('bafy1', clock.now() + 1_000));
      clock.advance(10);
      await store.ucans.saveDelegation(row('bafy2', null));
      expect(await store.ucans.saveDelegation(row('bafy1', null))).toEqual(first);
      expect(await store.ucans.delegations('did:key:zIssuer')).toMatchObject([
        { cid: 'bafy1', token: 'token of bafy1' },
        { cid: 'bafy2', expiresAt: null },
      ]);
      expect(await store.ucans.delegations('did:key:zOther')).toEqual([]);
      clock.advance(1_000);
      expect(await store.ucans.delegations('did:key:zIssuer')).toMatchObject([{ cid: 'bafy2' }]);
      await store.ucans.revoke({ cid: 'bafy2', by: OWNER, expiresAt: null });
      expect(await store.ucans.delegations('did:key:zIssuer')).toEqual([]);
    });

    it('keeps at most a hundred of one issuer', async () => {
      const save = (index: number) =>
        store.ucans.saveDelegation({
          cid: `bafyfull${index}`,
          issuer: 'did:key:zFull',
          token: 't',
          expiresAt: null,
        });
      for (let index = 0; index < 100; index += 1) await save(index);
      await expect(save(100)).rejects.toMatchObject({ code: 'conflict' });
      expect((await save(5)).cid).toBe('bafyfull5');
    });
  });

  describe('migrations', () => {
    it('runs each step once, in key order, and rolls a failing one back', async () => {
      const ran: string[] = [];
      const step = (name: string) => ({
        up: async () => {
          ran.push(name);
        },
      });
      await store.migrate('demo', { '002-b': step('b'), '001-a': step('a') });
      await store.migrate('demo', { '001-a': step('a'), '002-b': step('b'), '003-c': step('c') });
      expect(ran).toEqual(['a', 'b', 'c']);
      const broken: Migration = {
        up: async (db) => {
          await db.schema.createTable('demo_half').addColumn('id', 'text').execute();
          throw new Error('out of luck');
        },
      };
      await expect(store.migrate('demo', { '004-d': broken })).rejects.toThrow(
        /'004-d' of 'demo'.*out of luck/,
      );
      await store.migrate('demo', {
        '004-d': {
          up: async (db) => {
            await db.schema.createTable('demo_half').addColumn('id', 'text').execute();
          },
        },
      });
      await store.migrate('another', { '001-a': step('another a') });
      expect(ran).toEqual(['a', 'b', 'c', 'another a']);
    });
  });
}
