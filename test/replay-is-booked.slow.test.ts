import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import { afterEach, expect, it } from 'vitest';
import credits from '../plugins/credits/index.js';
import observability from '../plugins/observability/index.js';

let oracle: TestOracle;
afterEach(() => oracle.close());

/** 1,000 tokens in and 100 out. */
const usage = { inputTokens: 1_000, outputTokens: 100 };

it('books a replay by the model that is asked, and holds it to the budget', async () => {
  const rate = { from: '2026-01-01', input: 2, output: 10 };
  oracle = await startTestOracle({
    plugins: [credits, observability],
    config: {
      plugins: {
        credits: {
          rates: [
            { model: 'scripted', ...rate },
            { model: 'dear', ...rate, input: 20, output: 100 },
          ],
          budgets: { '*': { day: 0.2 } },
        },
      },
    },
    script: [{ text: 'It is so.', usage }],
  });
  const { owner } = oracle;
  const chat = await owner.chat();
  const { runId } = await chat.say('How is it?');
  const spent = async () => (await owner.get('/credits')).at('spent.total');
  expect(await spent()).toBe(3_000);

  const replay = { sessionId: chat.sessionId, runId, model: 'dear' };
  oracle.model.push({ text: 'It is dear.', usage });
  const again = await owner.chat();
  expect((await again.say('How is it?', { metadata: { replay } })).end).toBe('done');
  expect(await spent()).toBe(33_000);
  const metrics = (await owner.get('/metrics')).text;
  expect(metrics).toMatch(/oracle_model_calls_total\{[^}]*model="[^"]*dear"[^}]*\} 1/);
});
