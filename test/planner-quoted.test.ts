import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What stands in quotation marks or a fence is one value: nothing of it is an argument or another wish. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const madeOf = ({ calls }: ReturnType<typeof talk>) => calls.filter(({ name }) => name !== 'load_capability');

describe('a quotation', () => {
  it.each(['The xylophone is kept in room 12.', 'Village 155 has 255 households and its elder is Elder155.'])(
    'is checked whole: %s',
    (quote) => {
      expect(madeOf(talk([`Check the quote "${quote}"`], options))).toEqual([
        { name: 'check_quote', args: { quote } },
      ]);
    },
  );

  it('leaves the document that stands beside it', () => {
    const said = 'Does the quote "do not delete /a.md in room 7" stand in rules.pdf?';
    expect(madeOf(talk([said], options))).toEqual([
      { name: 'check_quote', args: { document: 'rules.pdf', quote: 'do not delete /a.md in room 7' } },
    ]);
  });

  it('is written as it stands, to the file that is named', () => {
    const { calls } = talkAndAgree(['Write "5 loggers came back, 2 broke" to /notes/log.md'], options);
    expect(calls.at(-1)?.args).toMatchObject({
      path: '/notes/log.md',
      content: '5 loggers came back, 2 broke',
    });
  });
});

it('writes what a fence holds with its lines', () => {
  const { calls } = talkAndAgree(['Save this as /a.md:\n```\nhello 12 worlds\nand 3\n```'], options);
  expect(calls.at(-1)?.args).toMatchObject({ path: '/a.md', content: 'hello 12 worlds\nand 3' });
});

describe('what only reads', () => {
  it.each<[said: string, args: Record<string, string>]>([
    [
      'What does the handbook say about households that refuse?',
      { document: 'handbook', question: 'households that refuse' },
    ],
    [
      'What does rules.pdf say about absent households?',
      { document: 'rules.pdf', question: 'absent households' },
    ],
  ])('is read without a question where both readers mean it: %s', (said, args) => {
    expect(madeOf(talk([said], options))).toEqual([{ name: 'search_knowledge', args }]);
  });
});

it('is the wish itself where all of the message is quoted, and none of its values', () => {
  const { calls } = talk(['"draw 60 households from /reg.csv with seed 8015"'], options);
  expect(calls.at(-1)).toEqual({
    name: 'select_households',
    args: { sampleSize: 60, registryPath: '/reg.csv', seed: '8015' },
  });
});
