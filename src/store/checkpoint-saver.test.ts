import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { emptyCheckpoint, INTERRUPT } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCheckpointSaver } from './checkpoint-saver.js';
import { openStore } from './index.js';
import { OWNER, testClock, user } from './repository-suites/fixtures.js';
import type { Store } from './types.js';

const State = Annotation.Root({ granted: Annotation<string[]>({ reducer: (a, b) => [...a, ...b] }) });

/** A step that ends, then one that asks a person. */
function buildGraph(store: Store) {
  return new StateGraph(State)
    .addNode('work', () => ({ granted: ['worked'] }))
    .addNode('approval', () => ({ granted: [String(interrupt({ tool: 'pay' }))] }))
    .addEdge(START, 'work')
    .addEdge('work', 'approval')
    .addEdge('approval', END)
    .compile({ checkpointer: createCheckpointSaver(store) });
}

describe('checkpoint saver', () => {
  let dataDir = '';
  let store: Store;
  let session = '';
  const options = () => ({ configurable: { thread_id: session }, durability: 'exit' as const });
  const reopen = async () => {
    await store.close();
    store = await openStore({ dataDir, clock: testClock() });
  };
  const rowsOf = (table: 'core_checkpoints' | 'core_checkpoint_writes') =>
    store.db.selectFrom(table).selectAll().execute();

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'oracle-checkpoints-'));
    store = await openStore({ dataDir, clock: testClock() });
    session = (await store.sessions.create(OWNER)).id;
  });
  afterEach(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(['exit', 'async', 'sync'] as const)(
    'resumes an interrupt after a restart (durability %s)',
    async (durability) => {
      const first = await buildGraph(store).invoke({}, { ...options(), durability });
      expect(first).toMatchObject({ [INTERRUPT]: [{ value: { tool: 'pay' } }] });
      await reopen();
      const graph = buildGraph(store);
      expect((await graph.getState(options())).next).toEqual(['approval']);
      const state = await graph.invoke(new Command({ resume: 'yes' }), { ...options(), durability });
      expect(state.granted).toEqual(['worked', 'yes']);
      expect(await rowsOf('core_checkpoints')).toHaveLength(1);
      expect(await rowsOf('core_checkpoint_writes')).toEqual([]);
      expect((await graph.getState(options())).next).toEqual([]);
    },
  );

  it('keeps subgraph checkpoints apart', async () => {
    const saver = createCheckpointSaver(store);
    const checkpoint = { ...emptyCheckpoint(), id: '01', channel_values: { own: ['kind'] } };
    const config = await saver.put(
      { configurable: { thread_id: session, checkpoint_ns: 'sub:1' } },
      checkpoint,
      { source: 'loop', step: 0, parents: {} },
      {},
    );
    expect((await saver.getTuple(config))?.checkpoint.channel_values).toEqual({ own: ['kind'] });
    expect(await saver.getTuple({ configurable: { thread_id: session } })).toBeUndefined();
  });

  it('refuses an unnamed thread and a deleted session', async () => {
    const saver = createCheckpointSaver(store);
    const metadata = { source: 'loop' as const, step: 0, parents: {} };
    const put = (threadId: unknown) =>
      saver.put({ configurable: { thread_id: threadId } }, emptyCheckpoint(), metadata, {});
    await expect(put(undefined)).rejects.toThrow(/thread_id/);
    await expect(put('no-such-session')).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      saver.putWrites(
        { configurable: { thread_id: 'no-such-session', checkpoint_id: '01' } },
        [['a', 1]],
        't',
      ),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('forgets a thread but not what was said there, and goes with its session', async () => {
    const graph = buildGraph(store);
    await store.threads.append(session, [user('u1')]);
    await graph.invoke({}, options());
    await createCheckpointSaver(store).deleteThread(session);
    expect((await graph.getState(options())).values).toEqual({});
    expect(await rowsOf('core_checkpoint_writes')).toEqual([]);
    expect(await store.threads.messages(session)).toEqual([user('u1')]);
    await graph.invoke({}, options());
    expect(await rowsOf('core_checkpoint_writes')).not.toEqual([]);
    await store.sessions.delete(OWNER, session);
    expect(await rowsOf('core_checkpoints')).toEqual([]);
    expect(await rowsOf('core_checkpoint_writes')).toEqual([]);
  });
});
