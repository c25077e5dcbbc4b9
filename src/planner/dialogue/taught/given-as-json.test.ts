import { expect, it } from 'vitest';
import { FIXTURE_CAPABILITIES } from '../../testing/fixture-capabilities.js';
import { META_TOOLS } from '../../testing/meta-tools.js';
import { talk, talkAndAgree } from '../../testing/talk.js';

const tools = FIXTURE_CAPABILITIES.flatMap((one) => one.tools);
const options = { capabilities: FIXTURE_CAPABILITIES, bound: [...META_TOOLS, ...tools] };
const DESIGN = { population: 5000, expectedMean: 0.8, expectedSD: 0.2 };

it.each([JSON.stringify(DESIGN), `design_sample ${JSON.stringify(DESIGN, undefined, 2)}`])(
  'proposes the one tool that takes such input: %s',
  (said) => {
    expect(talk([said], options).calls).toEqual([]);
    expect(talkAndAgree([said], options).calls).toContainEqual({ name: 'design_sample', args: DESIGN });
  },
);

it.each(['{"population":5000', '{"nothing":1}', '{"population":"many","expectedMean":0.8}'])(
  'takes nothing else for input: %s',
  (said) => {
    expect(talkAndAgree([said], options).calls.filter(({ args }) => 'population' in args)).toEqual([]);
  },
);
