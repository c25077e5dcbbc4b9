import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What is proposed can be done: what a call cannot do without is asked for, and nobody agrees to nothing. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const madeOf = ({ calls }: ReturnType<typeof talk>) => calls.filter(({ name }) => name !== 'load_capability');

describe('what a call cannot do without', () => {
  it.each([
    ['draw the sample from /households.csv', 'seed'],
    ['Write the sampling-plan as docx', 'design ID'],
  ])('is asked for, and nobody is asked to go ahead: %s', (said, asked) => {
    const spoken = talk([said], options);
    expect(madeOf(spoken)).toEqual([]);
    expect(spoken.text).toContain(`I still need **${asked}**`);
    expect(spoken.text).not.toContain('go ahead');
  });

  it('is given by a bare answer', () => {
    expect(madeOf(talk(['draw the sample from /households.csv', '20240220'], options))).toEqual([
      { name: 'select_households', args: { registryPath: '/households.csv', seed: '20240220' } },
    ]);
  });

  it('is not asked for where another field brings it', () => {
    const { text } = talk(['draw the sample from /households.csv with commitment-9a55'], options);
    expect(text).not.toContain('I still need');
  });
});

it('proposes nothing that would change nothing', () => {
  const { calls, text } = talk(['Unset my decimals'], options);
  expect(calls).toEqual([]);
  expect(text).not.toContain('Set your preferences');
});
