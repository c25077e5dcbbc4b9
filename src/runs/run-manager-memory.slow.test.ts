import { expect, it } from 'vitest';
import { useTestAgents } from '../agent/testing/test-hooks.js';

const start = useTestAgents();

it('holds nothing of runs that are over', async () => {
  const agent = await start({ script: Array.from({ length: 120 }, () => ({ text: 'ok' })) });
  for (let i = 0; i < 4; i += 1) {
    await Promise.all(Array.from({ length: 30 }, async () => agent.chat(await agent.session(), 'hi')));
  }
  expect(agent.runs.size).toBe(0);
});
