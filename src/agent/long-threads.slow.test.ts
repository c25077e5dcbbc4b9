import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import type { ThreadMessage } from '../plugin/index.js';
import { textOf } from './testing/test-agent.js';
import { useTestAgents } from './testing/test-hooks.js';

const start = useTestAgents();

// Another process on the same core shows as lag too, so one bad measurement does not count.
it('answers on a thread of 5 MB without blocking others', { retry: 2 }, async () => {
  const agent = await start({ script: [{ text: 'warm' }, { text: ['still', ' here'] }] });
  const session = await agent.session();
  await agent.chat(session, 'first');
  const content = 'x'.repeat(2_500);
  const turns = Array.from({ length: 1_000 }, (_, i): ThreadMessage[] => [
    { role: 'user', id: `u${i}`, content },
    { role: 'assistant', id: `a${i}`, content },
  ]);
  await agent.store.threads.append(session, turns.flat());

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const events = await agent.chat(session, 'and now?');
  delay.disable();
  expect(textOf(events)).toBe('still here');
  expect(delay.count).toBeGreaterThan(0);
  expect(delay.percentile(99) / 1e6).toBeLessThan(50);
  // Only what fits the budget goes to the model.
  expect(agent.server.requests[1]?.text.length).toBeLessThan(500_000);
});
