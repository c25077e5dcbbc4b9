import { definePlugin, defineTool } from 'oracle-runtime/plugin';
import { readEvents, startTestOracle } from 'oracle-runtime/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import picture from './index.js';

const draw = (name: string, args = {}, id = 'd1') => ({ toolCalls: [{ name, args, id }] });

describe('an artifact', () => {
  it('reaches the person as an event and in the JSON answer, and is kept with the run', async () => {
    const oracle = await startTestOracle({
      plugins: [picture],
      script: [draw('draw_share', { share: 0.25 }), { text: 'Here.' }],
    });
    const { sessionId } = await oracle.chat();
    const answer = await oracle.owner.post(`/messages/${sessionId}`, { message: 'x' });
    expect(answer.at('toolCalls')).toMatchObject([{ output: { drawn: '25 %' } }]);
    const artifact = answer.json['artifacts']?.[0];
    expect(artifact).toMatchObject({
      id: 'd1:1',
      toolCallId: 'd1',
      title: 'Share of 25 %',
      mimeType: 'image/svg+xml',
      alt: 'A bar that is filled to 25 %.',
      url: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    });
    const svg = Buffer.from(String(answer.at('artifacts.0.url')).split(',')[1] ?? '', 'base64').toString();
    expect(svg).toContain('<rect width="25"');
    expect(answer.at('artifacts.0.size')).toBe(svg.length);
    const again = await oracle.owner.fetch(`/messages/${sessionId}/runs/${answer.at('runId')}`);
    expect(await readEvents(again)).toContainEqual(
      expect.objectContaining({ event: 'artifact', data: artifact }),
    );
    await oracle.close();
  });

  it.each([
    ['exactly one of', { path: '/a', url: 'https://a.example' }],
    ['exactly one of', {}],
    ['an alt text', { path: '/a', alt: ' ' }],
    ['larger than 1048576 bytes', { bytes: new Uint8Array(1024 * 1024 + 1) }],
  ])('is refused as a fault of its tool: %s', async (words, fields) => {
    const draws = definePlugin({
      name: 'draws',
      version: '1.0.0',
      manifest: { title: 'Draws', summary: 'Draws badly.', whenToUse: ['never'], loading: 'always' },
      setup: () => ({
        tools: [
          defineTool({
            name: 'draw',
            description: 'Draws.',
            input: z.object({}),
            run: (_, rt) => rt.artifact({ title: 'A', mimeType: 'image/png', alt: 'A.', ...fields }),
          }),
        ],
      }),
    });
    const oracle = await startTestOracle({ plugins: [draws], script: [draw('draw'), { text: 'Sorry.' }] });
    const { toolCalls, events } = await (await oracle.chat()).say('x');
    expect(toolCalls).toMatchObject([{ status: 'error', error: expect.stringContaining(words) }]);
    expect(events.some(({ event }) => event === 'artifact')).toBe(false);
    await oracle.close();
  });
});
