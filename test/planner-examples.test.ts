import { beforeAll, describe, expect, it } from 'vitest';
import dice from '../examples/dice/index.js';
import kettle from '../examples/kettle/index.js';
import lending from '../examples/lending/index.js';
import notes from '../examples/notes/index.js';
import shelf from '../examples/shelf/index.js';
import { shippedPlugins } from '../plugins/index.js';
import { isConsequential } from '../src/planner/dialogue/consent/consent.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** Every example of a manifest, said word for word, gives its tool and exactly its arguments. */
let options: TalkOptions;

beforeAll(async () => {
  options = await shippedPlanner([...shippedPlugins, dice, kettle, lending, notes, shelf]);
});

describe('examples of manifests, with the shipped model', () => {
  it('are understood to the letter', () => {
    const examples = options.capabilities.flatMap(({ manifest, tools }) =>
      (manifest.examples ?? []).map((example) => ({ ...example, tools })),
    );
    expect(examples.length).toBeGreaterThan(50);
    for (const { user, tool, args = {}, tools } of examples) {
      const schema = tools.find(({ name }) => name === tool);
      const asked = schema !== undefined && isConsequential(schema);
      const { calls } = asked ? talkAndAgree([user], options) : talk([user], options);
      expect.soft(calls, user).toEqual([{ name: tool, args }]);
    }
  }, 120_000);
});
