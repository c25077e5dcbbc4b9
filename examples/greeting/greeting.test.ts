import { describe, expect, it } from 'vitest';
import { useTestAgents } from '../../src/agent/testing/test-hooks.js';
import { pluginWith } from '../../src/agent/testing/test-plugins.js';
import greeting from './index.js';

const start = useTestAgents();

describe('a prompt section', () => {
  it('reads the message and the metadata of its run', async () => {
    const agent = await start({ plugins: [greeting], script: [{ text: 'a' }, { text: 'b' }] });
    await agent.chat(await agent.session(), 'Hello oracle', { metadata: { name: 'Ada' } });
    await agent.chat(await agent.session(), 'What is a sample?');
    const prompts = agent.server.requests.map(({ body }) => String(body.messages[0]?.['content']));
    expect(prompts[0]).toContain('Greet Ada back before you answer.');
    expect(prompts[1]).not.toContain('Greet');
  });

  it('that is late is left out, its signal aborted, and one notice says so', async () => {
    const signals: AbortSignal[] = [];
    const slow = (name: string) => ({
      name,
      deadlineMs: 20,
      body: ({ signal }: { signal: AbortSignal }) => {
        signals.push(signal);
        return new Promise<string>(() => undefined);
      },
    });
    const plugin = pluginWith('slow', [], {
      contribution: {
        promptSections: [slow('memory'), slow('news'), { name: 'quick', body: async () => 'Be quick.' }],
      },
    });
    const agent = await start({ plugins: [plugin], script: [{ text: 'a' }] });
    const events = await agent.chat(await agent.session(), 'x');
    expect(events.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', code: 'section_late', text: expect.stringContaining('memory, news') },
    ]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(agent.server.requests[0]?.body.messages[0]?.['content']).toContain('Be quick.');
    expect(events.at(-1)).toMatchObject({ type: 'done' });
  });
});
