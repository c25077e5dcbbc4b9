import { expect, it } from 'vitest';
import { z } from 'zod';
import type { PromptMessage, ToolSchema } from '../../../plugin/index.js';
import { decide } from '../planning/decide.js';

const draw: ToolSchema = {
  name: 'draw_units',
  title: 'Draw units',
  description: 'Draws units at random from a registry with a seed.',
  parameters: z.toJSONSchema(
    z.object({ seed: z.string(), registryId: z.string().optional(), registryPath: z.string().optional() }),
  ),
  effect: 'read',
};
const REFUSED = 'Name the registry in one way.\n- registryId: give either registryId or registryPath';

/** What the planner does after lists were registered, `draw` was asked for, and its first call was answered so. */
function afterRefusal(registries: readonly string[], answers: readonly [string, 'ok' | 'error'][]) {
  const messages: PromptMessage[] = [{ role: 'user', id: 'u1', content: 'register my lists' }];
  const made = registries.map((_, at) => ({ id: `r${at}`, name: 'register', args: {} }));
  messages.push({ role: 'assistant', id: 'a1', content: '', toolCalls: made });
  for (const [at, registryId] of registries.entries())
    messages.push({
      role: 'tool',
      id: `t${at}`,
      toolCallId: `r${at}`,
      name: 'register',
      content: JSON.stringify({ registryId }),
      status: 'ok',
    });
  messages.push({ role: 'user', id: 'u2', content: 'draw units with seed 5' });
  for (const [content, status] of answers) {
    const decision = decide(messages, [draw], []);
    if (decision.kind !== 'calls') throw new Error(decision.text);
    const [call] = decision.calls;
    if (call === undefined) throw new Error('No call.');
    const id = `c${messages.length}`;
    messages.push({ role: 'assistant', id: `a${id}`, content: '', toolCalls: [{ id, ...call }] });
    messages.push({ role: 'tool', id: `t${id}`, toolCallId: id, name: call.name, content, status });
  }
  return decide(messages, [draw], []);
}

it('gives a call that was refused for want of an identifier the only one that the talk knows', () => {
  expect(afterRefusal(['registry-1'], [[REFUSED, 'error']])).toEqual({
    kind: 'calls',
    calls: [{ name: 'draw_units', args: { seed: '5', registryId: 'registry-1' } }],
  });
});

it('tells nothing of the refusal once the call was mended', () => {
  const told = afterRefusal(
    ['registry-1'],
    [
      [REFUSED, 'error'],
      ['{"drawn":2}', 'ok'],
    ],
  );
  expect(told).toMatchObject({ kind: 'text', text: expect.stringContaining('**Drawn:** 2') });
  expect(told).not.toMatchObject({ text: expect.stringContaining('in one way') });
});

it.each([[[]], [['registry-1', 'registry-2']]])('asks where it knows none or several: %j', (registries) => {
  expect(afterRefusal(registries, [[REFUSED, 'error']])).toMatchObject({
    kind: 'text',
    text: expect.stringContaining('registry'),
  });
});
