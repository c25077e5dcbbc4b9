import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Attribution } from './attribution.js';

const weather = { plugin: 'weather', capability: 'weather' };
const files = { plugin: 'vfs', capability: 'files' };
const cost = (amount: number) => ({ inputTokens: amount, outputTokens: 0, amount });

it('gives a call to the tools that it calls, and the answer to those whose results it is made of', () => {
  const run = new Attribution();
  run.modelCall(cost(101), 2);
  run.toolCall(weather);
  run.toolCall(files);
  run.modelCall(cost(10), 0);
  expect(run.end()).toEqual([
    { ...weather, calls: 1, inputTokens: 55, outputTokens: 0, amount: 55 },
    { ...files, calls: 1, inputTokens: 56, outputTokens: 0, amount: 56 },
  ]);
});

it('takes for talk what calls nothing, or what was never carried out', () => {
  const run = new Attribution();
  run.modelCall(cost(5), 0);
  run.modelCall(cost(7), 1);
  expect(run.end()).toEqual([
    { plugin: '', capability: '', calls: 0, inputTokens: 12, outputTokens: 0, amount: 12 },
  ]);
});

it('loses and makes no millionth, whatever a run does', () => {
  const step = fc.record({
    amount: fc.nat(10_000),
    tools: fc.nat(5),
    done: fc.nat(6),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const run = new Attribution();
      for (const { amount, tools, done } of steps) {
        run.modelCall(cost(amount), tools);
        for (let call = 0; call < done; call++) run.toolCall(call % 2 === 0 ? weather : files);
      }
      const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
      const uses = run.end();
      expect(sum(uses.map(({ amount }) => amount))).toBe(sum(steps.map(({ amount }) => amount)));
      expect(sum(uses.map(({ calls }) => calls))).toBe(sum(steps.map(({ done }) => done)));
    }),
  );
});
