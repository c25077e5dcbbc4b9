import { emptyCheckpoint, INTERRUPT } from '@langchain/langgraph-checkpoint';
import { describe, expect, it } from 'vitest';
import { createCheckpointSaver } from '../checkpoint-saver.js';
import type { Opened } from './fixtures.js';

export function checkpointsSuite(opened: Opened): void {
  describe('checkpoints', () => {
    it('keeps only the newest checkpoint and its writes', async () => {
      const saver = createCheckpointSaver(opened.store);
      const session = await opened.newSession();
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
      const saver = createCheckpointSaver(opened.store);
      const session = await opened.newSession();
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
}
