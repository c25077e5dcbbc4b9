import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { withOwnPlugins } from '../src/planner/understanding/own-plugins.js';
import { defineOperation, definePlugin } from '../src/plugin/index.js';
import { shippedPlanner } from './support/planner-of.js';

const report = defineOperation({
  name: 'report_fault',
  title: 'Report a fault',
  description: 'Notes that the pump of a village is broken.',
  effect: 'write',
  scope: 'pumps',
  input: z.object({
    village: z.string().min(1).describe('Village of the pump'),
    since: z.iso.date().optional().describe('Day since when it is broken'),
    problem: z.string().min(1).describe('What is wrong with it'),
  }),
  answer: { description: 'Done', schema: z.object({ ok: z.boolean() }) },
  run: () => Promise.resolve({ ok: true }),
});

const list = defineOperation({
  name: 'list_faults',
  title: 'List faults',
  description: 'Shows the pumps that are broken.',
  effect: 'read',
  scope: 'pumps',
  input: z.object({ village: z.string().optional() }),
  answer: { description: 'Done', schema: z.object({ ok: z.boolean() }) },
  run: () => Promise.resolve({ ok: true }),
});

const takeBack = defineOperation({
  name: 'return_item',
  title: 'Return a tool',
  description: 'Notes that a tool came back.',
  effect: 'write',
  scope: 'pumps',
  input: z.object({
    item: z.string().min(1).describe('Name of the tool'),
    problem: z.string().min(1).optional().describe('What is wrong with it'),
  }),
  answer: { description: 'Done', schema: z.object({ ok: z.boolean() }) },
  run: () => Promise.resolve({ ok: true }),
});

const UTTERANCES = `
{"do":"return_item","say":"the {item:name} is back: {problem:text}"}
{"do":"return_item","say":"return the {item:name}: {problem:text}"}
{"do":"return_item","say":"only half of the {item:name} came back: {problem:text}"}
{"do":"return_item","say":"no power from the {item:name}: {problem:text}"}
{"do":"report_fault","say":"(report|note) a broken pump in {village:place}: {problem:text}"}
{"do":"report_fault","say":"(report|note) that the pump in {village:place} is broken since {since:date}: {problem:text}"}
{"do":"report_fault","say":"no water in {village:place} since {since:date}: {problem:text}"}
{"do":"report_fault","say":"no water in {village:place}: {problem:text}"}
{"do":"report_fault","say":"water is gone in {village:place}: {problem:text}"}
{"do":"report_fault","say":"the pump in {village:place} is broken: {problem:text}"}
{"do":"report_fault","say":"the pump in {village:place} broke {since:date}: {problem:text}"}
{"do":"report_fault","say":"pump fault, {village:place}, {problem:text}"}
{"do":"list_faults","say":"(which|what) pumps are broken(| in {village:place})?"}
{"do":"list_faults","say":"show (me |)all broken pumps"}
{"not":"negation","say":"(do not|never) report the pump in {_:place}"}
{"not":"past","say":"no pump in {_:place} was broken last year"}
`;

const pumps = definePlugin({
  name: 'pumps',
  version: '1.0.0',
  scopes: { pumps: 'report and read broken pumps' },
  utterances: { en: UTTERANCES },
  manifest: {
    title: 'Pumps',
    summary: 'Keeps a list of broken water pumps.',
    whenToUse: ['Somebody reports a broken pump'],
    examples: [
      {
        user: 'Report a broken pump in Siaya: the handle is loose',
        tool: 'report_fault',
        args: { village: 'Siaya', problem: 'the handle is loose' },
      },
    ],
    loading: 'always',
  },
  setup: () => ({ operations: [report, list, takeBack] }),
});

let options: TalkOptions;
beforeAll(async () => {
  const shipped = await shippedPlanner([...shippedPlugins, pumps]);
  options = { ...shipped, model: withOwnPlugins(shipped.model, shipped.capabilities) };
});

/** What is done once a proposal is agreed to. */
const agreed = (said: string) => talkAndAgree([said], options).calls;
const fault = (args: Record<string, string>) => [
  { name: 'report_fault', args: { village: 'Siaya', ...args } },
];

describe('a sentence that a plugin teaches, said word for word', () => {
  it.each([
    ['no water in Siaya: the rod snapped', { problem: 'the rod snapped' }],
    [
      'No water in Siaya since yesterday: the rod snapped.',
      { since: '2025-03-11', problem: 'the rod snapped' },
    ],
    ['No Water In Siaya: the rod snapped', { problem: 'the rod snapped' }],
    ['The Pump In Siaya Is Broken: the rod snapped', { problem: 'the rod snapped' }],
    ['no water in Siaya: can it be mended?', { problem: 'can it be mended?' }],
    ['pump fault, Siaya, no rod', { problem: 'no rod' }],
    [
      'report a broken pump in Siaya: rod snapped since last week',
      { since: '2025-03-03', problem: 'rod snapped since last week' },
    ],
    [
      'report a broken pump in Siaya: all bolts are gone, nobody knows why, they said it was 3 thieves who do not work',
      { problem: 'all bolts are gone, nobody knows why, they said it was 3 thieves who do not work' },
    ],
  ])('is proposed, whatever its own words and its text deny or narrow: %s', (said, args) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain('go ahead?');
    expect(agreed(said)).toEqual(fault(args));
  });

  it.each([
    ['No Power From The Drill: the battery died', { item: 'Drill', problem: 'the battery died' }],
    ['no power from the big red drill: battery', { item: 'big red drill', problem: 'battery' }],
    ['only half of the tent came back: poles missing', { item: 'tent', problem: 'poles missing' }],
  ])('has its names where the sentence has them, and asks nothing about its own words: %s', (said, args) => {
    expect(talk([said], options).text).not.toContain('not used');
    expect(agreed(said)).toEqual([{ name: 'return_item', args }]);
  });

  it('says what in the text takes it back', () => {
    expect(talk(['no water in Siaya: never mind, cancel it'], options).text).toContain(
      'it takes something back (“never mind cancel it”)',
    );
  });

  it.each([
    'do not report no water in Siaya: the rod snapped',
    'no water in Siaya but do not report it: the rod snapped',
    'no water in Siaya: do not report it',
    'no water in Siaya: wait, never mind',
    'no pump in Siaya was broken last year',
    'never report the pump in Siaya',
  ])('is no wish where the person denies it: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).not.toContain('go ahead?');
  });
});

it('a day that a field takes narrows no wish', () => {
  expect(agreed('please report that the pump in Siaya is broken since last week: rod snapped')).toEqual(
    fault({ since: '2025-03-03', problem: 'rod snapped' }),
  );
});
