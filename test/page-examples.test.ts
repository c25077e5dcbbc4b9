import { beforeAll, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talkAndAgree } from '../src/planner/testing/talk.js';
import { talk as de } from '../web/src/words/de/talk.js';
import { talk as en } from '../web/src/words/en/talk.js';
import { talk as es } from '../web/src/words/es/talk.js';
import { talk as fr } from '../web/src/words/fr/talk.js';
import { talk as pt } from '../web/src/words/pt/talk.js';
import { talk as sw } from '../web/src/words/sw/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What the page offers to begin with is understood without a model, in each language that it has: one yes at most. */
let options: TalkOptions;
beforeAll(async () => {
  options = { ...(await shippedPlanner(shippedPlugins)), answer: () => '{"ok":true}' };
});

const DESIGN = {
  population: 5000,
  expectedMean: 0.8,
  expectedSD: 0.2,
  dropoutRate: 0.15,
  confidence: 0.95,
  precision: 0.05,
};

it.each(Object.entries({ en, de, fr, es, pt, sw }))('the beginnings in %s', (_, words) => {
  const calls = (key: keyof typeof en) => talkAndAgree([words[key]], options).calls;
  expect(calls('welcome.design')).toEqual([
    { name: 'design_sample', args: expect.objectContaining(DESIGN) as unknown },
  ]);
  expect(calls('welcome.stoves')).toEqual([
    { name: 'design_sample', args: expect.objectContaining({ population: 12_000 }) as unknown },
  ]);
  expect(calls('welcome.weather').map(({ name }) => name)).toEqual(['get_current_weather']);
  expect(calls('welcome.files').map(({ name }) => name)).toEqual(['vfs_list']);
});
