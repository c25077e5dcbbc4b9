import { describe, expect, it } from 'vitest';
import { OWNER, toolEvents } from '../../src/agent/testing/test-agent.js';
import { call, never, useTestAgents } from '../../src/agent/testing/test-hooks.js';
import { pluginWith, toolThat } from '../../src/agent/testing/test-plugins.js';
import { collectAnswer } from '../../src/http/collect-answer.js';
import picture from './index.js';

const start = useTestAgents();

describe('an artifact', () => {
  it('reaches the person as an event and in the JSON answer, and is kept with the run', async () => {
    const agent = await start({
      plugins: [picture],
      script: [call('draw_share', { share: 0.25 }, 'd1'), { text: 'Here.' }],
    });
    const session = await agent.session();
    const { runId } = await agent.runs.start({ principal: OWNER, sessionId: session, message: 'x' });
    const batches = agent.runs.events(OWNER, session, runId, 0, never());
    const { artifacts, toolCalls } = await collectAnswer({ sessionId: session, runId }, batches);
    expect(toolCalls).toMatchObject([{ output: { drawn: '25 %' } }]);
    const [artifact] = artifacts ?? [];
    expect(artifact).toMatchObject({
      id: 'd1:1',
      toolCallId: 'd1',
      title: 'Share of 25 %',
      mimeType: 'image/svg+xml',
      alt: 'A bar that is filled to 25 %.',
      url: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    const svg = Buffer.from(artifact?.url?.split(',')[1] ?? '', 'base64').toString();
    expect(svg).toContain('<rect width="25"');
    expect(artifact?.size).toBe(svg.length);
    expect(await agent.read(session, runId)).toContainEqual({ type: 'artifact', ...artifact });
  });

  it.each([
    ['exactly one of', { path: '/a', url: 'https://a.example' }],
    ['exactly one of', {}],
    ['an alt text', { path: '/a', alt: ' ' }],
    ['larger than 1048576 bytes', { bytes: new Uint8Array(1024 * 1024 + 1) }],
  ])('is refused as a fault of its tool: %s', async (words, fields) => {
    const tool = toolThat('draw', (_, rt) =>
      rt.artifact({ title: 'A', mimeType: 'image/png', alt: 'A.', ...fields }),
    );
    const agent = await start({
      plugins: [pluginWith('draws', [tool], { loading: 'always' })],
      script: [call('draw'), { text: 'Sorry.' }],
    });
    const events = await agent.chat(await agent.session(), 'x');
    expect(toolEvents(events).at(-1)).toMatchObject({
      status: 'error',
      error: expect.stringContaining(words),
    });
    expect(events.some(({ type }) => type === 'artifact')).toBe(false);
  });
});
