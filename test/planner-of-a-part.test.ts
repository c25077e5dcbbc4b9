import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

describe('a wish for a part', () => {
  it.each([
    [
      'Choose 12 households by chance from /registries/valley.csv, but only from the coast, seed 5',
      '“only from the coast”',
    ],
    [
      'Selecciona al azar 12 hogares solo de la costa de /registries/valley.csv con la semilla 5',
      '«solo de la costa',
    ],
    [
      'Tire au sort 12 foyers uniquement de la côte dans /registries/valley.csv avec la graine 5',
      '« uniquement de la côte',
    ],
    [
      'Draw 12 households from /registries/valley.csv with seed 5 without non-adopters',
      '“without non-adopters”',
    ],
  ])('is never done for all of it unasked: %s', (said, named) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain(named);
  });

  it.each([
    'Draw 12 households from /registries/valley.csv with seed 5',
    'Draw 12 households from /registries/valley.csv with seed 5 and 3 replacements only',
    'Design a sample for 5000 households, mean 0.8, sd 0.2, only 15% dropout',
  ])('is none where what is taken a part of is a value: %s', (said) => {
    expect(talk([said], options).text).not.toContain('“only');
    expect(talkAndAgree([said], options).calls).toHaveLength(1);
  });
});
