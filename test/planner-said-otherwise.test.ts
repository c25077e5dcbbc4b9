import { beforeAll, describe, expect, it } from 'vitest';
import { bundledPlugins, partsOfEveryOracle } from '../plugins/index.js';
import { type TalkOptions, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner([...partsOfEveryOracle, ...bundledPlugins]);
});

const designOf = (said: string) =>
  talkAndAgree([said], options).calls.find(({ name }) => name === 'design_sample')?.args;

describe('how many are left', () => {
  it.each([
    [
      'We gave out 5,400 stoves, 300 of them were returned, so 5,100 remain. Mean 2.4 kg, sd 1.1 kg, 90/10.',
      5100,
    ],
    [
      'Sur 6 200 ménages inscrits, 450 sont partis, il en reste donc 5 750. Moyenne 3 kg, écart-type 1,2 kg, 90/10.',
      5750,
    ],
    ['De 4.800 hogares, 200 se mudaron: quedan 4.600. Media 2,1 kg, desviación 0,9 kg, 95/10.', 4600],
  ])('%s', (said, population) => expect(designOf(said)).toMatchObject({ population }));

  it('is no sum of parts', () => {
    const parts = 'Design for 5,400 homes, mean 2.4 kg, sd 1.1 kg, 90/10: 2,400 urban and 3,000 rural.';
    expect(designOf(parts)).toMatchObject({ population: 5400 });
  });
});

describe('a measure said by another', () => {
  it.each([
    [
      'N = 4,200, mean 3 kg, sd 1.4 kg, alpha = 0.05, relative precision 10%',
      { confidence: 0.95, precision: 0.1 },
    ],
    [
      'N = 4.200, Mittel 3 kg, Streuung 1,4 kg, Irrtumswahrscheinlichkeit 10 %, Fehler 10 %',
      { confidence: 0.9 },
    ],
    ['N 4.200, mw 3 kg, sd 1,4 kg, konf 95, präz 10', { confidence: 0.95, precision: 0.1 }],
    ['7 foyers sur 10 l’utilisent, total 4 200, 90/10, 12 % ne répondent pas', { dropoutRate: 0.12 }],
    ['design for 4,200 homes, mean 3 kg, sd 1.4 kg, 90/10, response rate 88%', { dropoutRate: 0.12 }],
  ])('%s', (said, args) => expect(designOf(said)).toMatchObject(args));
});

describe('parts of a whole by decimals', () => {
  const strata = (said: string) =>
    (designOf(said)?.['stratification'] as { strata?: unknown } | undefined)?.strata;
  it.each([
    'North 0.5, south 0.3, east 0.2 of 9,200 homes; mean 3 kg, sd 1 kg, 90/10',
    '3 zones - 50% north, 30% south, 20% east. 9,200 homes in all, mean 3 kg, sd 1 kg, 90/10',
    'North 50%, south 30%, east 20% of 9,200 homes; mean 3 kg, sd 1 kg; c=.90, d=.10',
  ])('%s', (said) => {
    expect(strata(said)).toEqual(
      [
        ['orth', 0.5],
        ['outh', 0.3],
        ['ast', 0.2],
      ].map(([name, weight]) => ({ name: expect.stringContaining(String(name)), weight })),
    );
  });
});
