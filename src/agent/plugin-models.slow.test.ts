import { definePlugin, type Models } from 'oracle-runtime/plugin';
import { type ScriptedStep, startTestOracle } from 'oracle-runtime/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** A plugin whose tool asks a model for the first word of its answer, or all of it, and notes what passes by. */
function asker() {
  const passed: string[] = [];
  let models: Models | undefined;
  const plugin = definePlugin({
    name: 'asker',
    version: '1.0.0',
    manifest: { title: 'Asker', summary: 'Asks.', whenToUse: ['ask'], loading: 'always' },
    setup(ctx) {
      models = ctx.models;
      return {
        tools: [
          {
            name: 'ask_model',
            description: 'Asks.',
            input: z.object({ whole: z.boolean() }),
            async run({ whole }: { whole: boolean }, { signal }: { signal: AbortSignal }) {
              const model = await ctx.models.resolve('utility');
              let said = '';
              for await (const event of model.stream(
                [{ role: 'user', id: 'q', content: 'Say.' }],
                [],
                signal,
              )) {
                if (event.type === 'text') said += event.text;
                if (!whole && said !== '') break;
              }
              return { said };
            },
          },
        ],
        middleware: [
          {
            name: 'asker',
            async wrapModelCall(call, next) {
              const entry = `${call.principal.kind} ${call.role} ${call.messages.length}`;
              try {
                const { message, usage } = await next(call);
                passed.push(`${entry}: ${message.content || 'a call'} ${usage.outputTokens}`);
                return await Promise.resolve({ message, usage, reason: 'stop' as const });
              } catch (error) {
                passed.push(`${entry}: ended`);
                throw error;
              }
            },
          },
        ],
      };
    },
  });
  return { plugin, passed, models: () => models };
}

const ask = (whole: boolean): ScriptedStep => ({ toolCalls: [{ name: 'ask_model', args: { whole } }] });

it('pass the middleware of plugins within a tool call, in the name of whoever it is for, also when left early', async () => {
  const { plugin, passed, models } = asker();
  const inner: ScriptedStep = { text: ['One ', 'two'], usage: { inputTokens: 3, outputTokens: 2 } };
  const oracle = await startTestOracle({
    plugins: [plugin],
    script: [
      ask(true),
      inner,
      { text: 'Done.' },
      ask(false),
      { ...inner, chunkDelayMs: 50 },
      { text: 'Done.' },
      inner,
    ],
  });
  try {
    const chat = await oracle.chat();
    const first = await chat.say('ask');
    expect(first.toolCalls).toMatchObject([{ status: 'done', output: { said: 'One two' } }]);
    expect(passed.filter((each) => each.startsWith('owner utility'))).toEqual(['owner utility 1: One two 2']);
    const second = await chat.say('again');
    expect(second.toolCalls).toMatchObject([{ status: 'done', output: { said: 'One ' } }]);
    expect(passed.filter((each) => each.startsWith('owner utility'))).toEqual([
      'owner utility 1: One two 2',
      'owner utility 1: ended',
    ]);
    const before = passed.length;
    const model = await models()?.resolve('main');
    const events = [];
    for await (const event of model?.stream(
      [{ role: 'user', id: 'q', content: 'x' }],
      [],
      AbortSignal.timeout(5_000),
    ) ?? [])
      events.push(event.type);
    expect([events.at(-1), passed.length]).toEqual(['end', before]);
  } finally {
    await oracle.close();
  }
});
