import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { capability, tool } from '../../testing/fixtures/capability.js';
import { META_TOOLS } from '../../testing/meta-tools.js';
import { type TalkOptions, talk } from '../../testing/talk.js';

const bells = capability(
  'bells',
  {
    title: 'Bells',
    summary: 'Rings bells at set times.',
    whenToUse: ['Someone wants a bell to ring'],
    examples: [
      { user: 'Show the bell "noon"', tool: 'preview_bell', args: { bell: 'noon' } },
      { user: 'Hang the bell', tool: 'hang_bell', args: {} },
      { user: 'Melt the bell', tool: 'melt_bell', args: {} },
    ],
    tags: ['bell', 'ring'],
  },
  [
    tool('preview_bell', 'Shows a bell.', z.object({ bell: z.string().min(1) })),
    tool('hang_bell', 'Hangs the bell that was shown.', z.object({ token: z.string().optional() }), 'write'),
    tool('melt_bell', 'Melts the bell that was shown.', z.object({}), 'destructive'),
  ],
);

const shown = (note: string): TalkOptions => ({
  capabilities: [bells],
  bound: [...META_TOOLS, ...bells.tools],
  answer: ({ name }) => (name === 'preview_bell' ? JSON.stringify({ token: 't1', note }) : '{"ok":true}'),
});

const NAMED = 'Nothing hangs yet. Whoever agrees says so, such as "hang the bell".';
const FIRST = 'Show the bell "noon"';

describe('a result whose note says how to wish for the next call', () => {
  it.each(['yes', 'Go ahead', 'ja', 'Hang the bell'])('is agreed to by %s, asked once', (said) => {
    expect(talk([FIRST, said], shown(NAMED)).calls).toEqual([{ name: 'hang_bell', args: { token: 't1' } }]);
  });

  it('is made no more by a yes that comes later', () => {
    const { calls, text } = talk([FIRST, 'what can you do?', 'yes'], shown(NAMED));
    expect(calls).toEqual([]);
    expect(text).toContain('nothing was done');
  });

  it('is left by a no', () => {
    expect(talk([FIRST, 'no'], shown(NAMED)).calls).toEqual([]);
  });

  it('takes nothing away', () => {
    expect(talk([FIRST, 'yes'], shown('Whoever agrees says "melt the bell".')).calls).toEqual([]);
  });
});

it('says of a yes that nothing waited for that nothing was done', () => {
  for (const said of ['yes', 'go ahead'])
    expect(talk([said], shown(NAMED)).text).toContain('nothing was done');
  expect(talk(['great'], shown(NAMED)).text).not.toContain('nothing was done');
});
