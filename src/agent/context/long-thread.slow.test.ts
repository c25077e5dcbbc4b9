import { expect, it } from 'vitest';
import type { RecordedModelRequest, ScriptedStep } from '../../testing/index.js';
import { terminals, useTestAgents } from '../testing/test-hooks.js';

const start = useTestAgents();
const WINDOW = 8_000;

it('300 turns with a model of 8,000 tokens: none fails, the first number stays, the prefix rests', async () => {
  const accepted: string[][] = [];
  const systems = new Set<string>();
  let refused = 0;
  const answer = (body: RecordedModelRequest['body']): ScriptedStep => {
    const messages = body.messages.map((message) => JSON.stringify(message));
    const inputTokens = Math.ceil((messages.join('').length + JSON.stringify(body.tools ?? []).length) / 3);
    if (inputTokens > WINDOW) {
      refused += 1;
      const message = `This model's maximum context length is ${WINDOW} tokens. However, your messages resulted in ${inputTokens} tokens.`;
      return { error: { status: 400, body: { error: { message, code: 'context_length_exceeded' } } } };
    }
    accepted.push(messages);
    systems.add(messages[0] ?? '');
    const text = `That was ${accepted.length}. ${'A sample is drawn village by village. '.repeat(6)}`;
    return { text, usage: { inputTokens, outputTokens: 80 } };
  };
  const agent = await start({ script: { answer } });
  const session = await agent.session();
  for (let turn = 1; turn <= 300; turn += 1) {
    const message =
      turn === 1 ? 'Remember: population 5000' : `Question ${turn}: ${'and how about that? '.repeat(9)}`;
    expect(terminals(await agent.chat(session, message))).toMatchObject([{ type: 'done' }]);
  }
  expect(accepted).toHaveLength(300);
  // Refused once at most: what the endpoint counts and tells is then known.
  expect(refused).toBeLessThanOrEqual(1);
  expect(accepted.at(-1)?.[0]).toContain('population 5000');
  const changes = accepted.filter(
    (messages, i) => i > 0 && accepted[i - 1]?.some((message, n) => message !== messages[n]),
  );
  // The prefix changes with a new summary and never else, and summaries are rare.
  expect(changes).toHaveLength(systems.size - 1);
  expect(systems.size).toBeLessThan(40);
  const rows = await agent.store.threads.messages(session);
  expect(rows.filter(({ role }) => role === 'summary')).toHaveLength(systems.size - 1);
});
