import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import { emptyCheckpoint, INTERRUPT } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergeLoaded, mergeMessages } from '../agent/state.js';
import type { ThreadMessage } from '../plugin/index.js';
import { createCheckpointSaver } from './checkpoint-saver.js';
import { openStore } from './index.js';
import { OWNER, testClock, user } from './repository-suites/fixtures.js';
import type { Store } from './types.js';

const State = Annotation.Root({
  messages: Annotation<readonly ThreadMessage[]>({ reducer: mergeMessages, default: () => [] }),
  loadedPlugins: Annotation<readonly string[]>({ reducer: mergeLoaded, default: () => [] }),
  approvals: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }),
});

const answer = (id: string, content: string): ThreadMessage => ({ role: 'assistant', id, content });

/** The agent's shape: a node that answers, appending to the thread as it goes, and one that asks for approval. */
function buildGraph(store: Store, text: string, append = true) {
  return new StateGraph(State)
    .addNode('agent', async (state, config) => {
      const last = state.messages.at(-1);
      const reply = answer(`re-${last?.id}`, text);
      if (append) await store.threads.append(String(config.configurable?.['thread_id']), [reply]);
      return { messages: [reply], loadedPlugins: ['sampling'] };
    })
    .addNode('approval', (state) => {
      const asked = state.messages.findLast((message) => message.role === 'user');
      if (asked?.content !== 'needs approval') return {};
      const verdict: unknown = interrupt({ tool: 'pay' });
      return { messages: [answer('verdict', String(verdict))], approvals: 1 };
    })
    .addEdge(START, 'agent')
    .addEdge('agent', 'approval')
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
  /** As a run does: the person's message is in the thread before the graph starts. */
  const say = async (graph: ReturnType<typeof buildGraph>, message: ThreadMessage, extra = {}) => {
    await store.threads.append(session, [message]);
    return graph.invoke({ messages: [message] }, { ...options(), ...extra });
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

  it('stores text once, in the thread, and doubles nothing that was appended during the run', async () => {
    const graph = buildGraph(store, 'a marked answer');
    const state = await say(graph, user('u1', 'a marked question'));
    const expected = [user('u1', 'a marked question'), answer('re-u1', 'a marked answer')];
    expect(state.messages).toEqual(expected);
    expect(await store.threads.messages(session)).toEqual(expected);
    expect(await store.threads.loadedPlugins(session)).toEqual(['sampling']);
    const [row, ...others] = await rowsOf('core_checkpoints');
    expect(others).toEqual([]);
    expect(row?.data).not.toContain('marked');
    expect(row?.data).not.toContain('sampling');
  });

  it('goes on after a restart with the whole state', async () => {
    await say(buildGraph(store, 'one'), user('u1'));
    await reopen();
    const graph = buildGraph(store, 'two');
    const state = await say(graph, user('u2'));
    expect(state.messages.map((message) => message.id)).toEqual(['u1', 're-u1', 'u2', 're-u2']);
    expect(state.loadedPlugins).toEqual(['sampling']);
    expect(await rowsOf('core_checkpoints')).toHaveLength(1);
  });

  it.each(['exit', 'async', 'sync'] as const)(
    'resumes an interrupt after a restart (durability %s)',
    async (durability) => {
      const asked = user('u1', 'needs approval');
      const first = await say(buildGraph(store, 'wait'), asked, { durability });
      expect(first).toMatchObject({ [INTERRUPT]: [{ value: { tool: 'pay' } }] });
      await reopen();
      const graph = buildGraph(store, 'not called again');
      expect((await graph.getState(options())).next).toEqual(['approval']);
      const state = await graph.invoke(new Command({ resume: 'granted' }), { ...options(), durability });
      expect(state.messages).toEqual([asked, answer('re-u1', 'wait'), answer('verdict', 'granted')]);
      expect(state.approvals).toBe(1);
      expect(await store.threads.messages(session)).toEqual(state.messages);
      expect(await rowsOf('core_checkpoint_writes')).toEqual([]);
      expect((await graph.getState(options())).next).toEqual([]);
    },
  );

  it('shows messages that a crash left behind without a checkpoint', async () => {
    // A first run that died: only the thread was written.
    await store.threads.append(session, [user('u1'), answer('partial', 'cut o')]);
    await store.threads.addLoadedPlugins(session, ['weather']);
    await reopen();
    const state = await say(buildGraph(store, 'back'), user('u2'));
    expect(state.messages.map((message) => message.id)).toEqual(['u1', 'partial', 'u2', 're-u2']);
    expect(state.loadedPlugins).toEqual(['weather', 'sampling']);
    // A later run that died after appending, before its checkpoint.
    await store.threads.append(session, [user('u3'), answer('partial-2', 'again cut')]);
    await reopen();
    const next = await say(buildGraph(store, 'back again'), user('u4'));
    expect(next.messages.map((message) => message.id)).toEqual([
      'u1',
      'partial',
      'u2',
      're-u2',
      'u3',
      'partial-2',
      'u4',
      're-u4',
    ]);
  });

  it('writes messages that only the graph knows, however many', async () => {
    const many = Array.from({ length: 100 }, (_, index) => user(`m${index}`));
    await buildGraph(store, 'ok', false).invoke({ messages: many }, options());
    expect((await store.threads.messages(session)).map((message) => message.id)).toEqual([
      ...many.map((message) => message.id),
      're-m99',
    ]);
  });

  it('keeps subgraph checkpoints apart and whole', async () => {
    const saver = createCheckpointSaver(store);
    const checkpoint = { ...emptyCheckpoint(), id: '01', channel_values: { messages: ['its own kind'] } };
    const config = await saver.put(
      { configurable: { thread_id: session, checkpoint_ns: 'sub:1' } },
      checkpoint,
      { source: 'loop', step: 0, parents: {} },
      {},
    );
    expect((await saver.getTuple(config))?.checkpoint.channel_values).toEqual({ messages: ['its own kind'] });
    expect(await saver.getTuple({ configurable: { thread_id: session } })).toBeUndefined();
  });

  it('refuses what a thread cannot hold, an unnamed thread and a deleted session', async () => {
    const saver = createCheckpointSaver(store);
    const metadata = { source: 'loop' as const, step: 0, parents: {} };
    const put = (threadId: unknown, values: Record<string, unknown>) =>
      saver.put(
        { configurable: { thread_id: threadId } },
        { ...emptyCheckpoint(), channel_values: values },
        metadata,
        {},
      );
    await expect(put(session, { messages: [{ content: 'no id' }] })).rejects.toThrow(TypeError);
    await expect(put(undefined, {})).rejects.toThrow(/thread_id/);
    await expect(put('no-such-session', {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      saver.putWrites(
        { configurable: { thread_id: 'no-such-session', checkpoint_id: '01' } },
        [['a', 1]],
        't',
      ),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('forgets a thread, and goes with its session', async () => {
    const graph = buildGraph(store, 'bye');
    await say(graph, user('u1', 'needs approval'));
    await createCheckpointSaver(store).deleteThread(session);
    expect((await graph.getState(options())).values).toEqual({});
    expect(await rowsOf('core_checkpoint_writes')).toEqual([]);
    await say(graph, user('u1', 'needs approval'));
    expect(await rowsOf('core_checkpoint_writes')).not.toEqual([]);
    await store.sessions.delete(OWNER, session);
    expect(await rowsOf('core_checkpoints')).toEqual([]);
    expect(await rowsOf('core_checkpoint_writes')).toEqual([]);
  });
});
