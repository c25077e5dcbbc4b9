import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const shares = (parts: Readonly<Record<string, number>>) =>
  Object.entries(parts).map(([name, weight]) => ({ name, weight: expect.closeTo(weight, 6) }));

describe('what is divided by counts, by what is left, or equally', () => {
  it.each<[string, number, Readonly<Record<string, number>>]>([
    ['Allocate 180 to coast 540, hills 360, lake 300', 180, { coast: 0.45, hills: 0.3, lake: 0.25 }],
    [
      'Split 200 over north 1000 homes, south 600 homes, east 400 homes',
      200,
      { north: 0.5, south: 0.3, east: 0.2 },
    ],
    ['Allocate 180 equally to coast, hills and lake', 180, { coast: 1 / 3, hills: 1 / 3, lake: 1 / 3 }],
    [
      'Allocate 180: coast 45%, hills 30%, and the rest to lake',
      180,
      { coast: 0.45, hills: 0.3, lake: 0.25 },
    ],
    ['Allocate 180: coast 45%, hills 30%, lake the rest', 180, { coast: 0.45, hills: 0.3, lake: 0.25 }],
    [
      'Verteile 180 Besuche: Küste 45%, Hügel 30%, der Rest auf den See',
      180,
      { Küste: 0.45, Hügel: 0.3, See: 0.25 },
    ],
    [
      'Répartis 180 visites: côte 45%, collines 30%, le reste au lac',
      180,
      { côte: 0.45, collines: 0.3, lac: 0.25 },
    ],
  ])('gets the shares that follow, for the person to agree to: %s', (said, totalSize, parts) => {
    expect(talk([said], options).calls).toEqual([]);
    expect(talkAndAgree([said], options).calls.at(-1)).toMatchObject({
      name: 'allocate_sample',
      args: { totalSize, strata: shares(parts) },
    });
  });

  it('is never a part alone: the rest of a design is a stratum too', () => {
    const said =
      'Design a sample for 5000 homes, mean 6 hours, sd 2, 90/10, strata 60% urban and the rest rural';
    expect(talk([said], options).calls).toEqual([]);
    expect(talkAndAgree([said], options).calls.at(-1)).toMatchObject({
      args: { stratification: { strata: shares({ urban: 0.6, rural: 0.4 }) } },
    });
  });
});

it('draws the sizes that stand in one row with the names of their strata', () => {
  const said =
    'Draw homes from /registries/valley.csv by the column area: coast 10, hills 8, lake 5, seed 4711';
  expect(talkAndAgree([said], options).calls.at(-1)).toMatchObject({
    name: 'select_households',
    args: {
      strata: [
        { name: 'coast', sampleSize: 10 },
        { name: 'hills', sampleSize: 8 },
        { name: 'lake', sampleSize: 5 },
      ],
      seed: '4711',
    },
  });
});
