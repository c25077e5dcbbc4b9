import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  const answer = () => '{"designId":"design-aaaa1111","summary":"Draw 134 of 2,000."}';
  options = { ...(await shippedPlanner(shippedPlugins)), answer };
});

const DESIGN = 'Design a sample for 2000 households, mean 6 h, sd 2 h, 95/5, 15% dropout';

describe('a question that waits for a value', () => {
  it('swallows no other wish, and says how to leave it when it is asked again', () => {
    const asked = ['Show me the trail', 'Let a lottery decide which homes we visit'];
    expect(talk(asked.slice(0, 1), options).text).not.toContain('Or say “no”');
    expect(talk(asked, options).text).toContain('Or say “no”, and I leave it.');
    const other = talk([...asked, 'What is the weather in Berlin?'], options);
    expect(other.calls.at(-1)).toMatchObject({ args: { city: 'Berlin' } });
    expect(talk([...asked, 'no'], options).text).toBe('All right, I leave it there.');
  });

  it('says what it takes the place of', () => {
    const { calls, text } = talk([`${DESIGN} and 8 visits`, 'Show me the trail of the design'], options);
    expect(calls).toEqual([]);
    expect(text).toContain('Set aside, since nobody said yes: Design a sample');
  });
});

describe('a question about what was found last', () => {
  it.each(['What is the confidence level that I must use?', 'How large was the design in the end?'])(
    'is answered by it, and makes nothing anew: %s',
    (said) => {
      const { calls, text } = talk([DESIGN, said], options);
      expect(calls).toEqual([]);
      expect(text).toContain('Draw 134 of 2,000.');
    },
  );

  it.each(['Is my sample of 120 still enough?', 'Reicht meine Stichprobe von 120 noch?'])(
    'to answer by yes or no changes nothing: %s',
    (said) => {
      expect(talk([DESIGN, said], options).calls).toEqual([]);
    },
  );

  it('is a change where it says what to change', () => {
    expect(talk([DESIGN, 'and with 20% dropout?'], options).calls).toMatchObject([
      { name: 'design_sample', args: { population: 2000, dropoutRate: 0.2 } },
    ]);
  });
});
