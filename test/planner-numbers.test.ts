import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** No number that a person gives is lost or bent: it reaches its field, or it is asked about before anything is told. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const BASE = { population: 5000, expectedMean: 0.8, expectedSD: 0.2 };
const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2';

describe('numbers, with the shipped model', () => {
  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    [`${FIRST}, response rate 85%`, { ...BASE, dropoutRate: 0.15 }],
    [`${FIRST}, we lose 15%`, { ...BASE, dropoutRate: 0.15 }],
    [`${FIRST}, one in ten drop out`, { ...BASE, dropoutRate: 0.1 }],
    [`${FIRST}, 15% will refuse`, { ...BASE, dropoutRate: 0.15 }],
    [`${FIRST}, 15% not at home`, { ...BASE, dropoutRate: 0.15 }],
    [`${FIRST}, 15% could not be reached`, { ...BASE, dropoutRate: 0.15 }],
    [
      'sample size for 5000 households, mean 800 g, sd 0.2 kg',
      { population: 5000, expectedMean: 800, expectedSD: 200 },
    ],
    ['sample size: N = 8,000; x̄ = 2.4; s = 0.9', { population: 8000, expectedMean: 2.4, expectedSD: 0.9 }],
    ['sample size for 5000 households, mean point eight, sd point four', { ...BASE, expectedSD: 0.4 }],
    ['siz 4 2500 housholds maen 1.5 stddev 0.6', { population: 2500, expectedMean: 1.5, expectedSD: 0.6 }],
  ])('reach their fields: %s', (said, args) => {
    expect(talkAndAgree([said], options).calls).toEqual([{ name: 'design_sample', args }]);
  });

  it.each<readonly [said: string, named: string, args: Readonly<Record<string, unknown>>]>([
    ['design a sample for 5000 households, mean 0.8, sd is 25% of the mean', '0.2', BASE],
    [`${FIRST}, 15%`, 'dropout 15%', { ...BASE, dropoutRate: 0.15 }],
    [`${FIRST}, and 45 stoves`, 'What is “45 stoves”?', BASE],
    [`${FIRST}, sd 0.3`, 'Which one holds: “0.2”, “0.3”?', { ...BASE, expectedSD: 0.2 }],
    [
      'Design a sample for 5000 households or 6000 households, mean 0.8, sd 0.2',
      'Which one holds: “5000”, “6000”?',
      BASE,
    ],
    [
      'Design a sample for 5000 households, mean 0.8 kg, sd 0.2 days',
      'units that cannot be made equal',
      BASE,
    ],
    [
      'sample size for 5000 households, 5,2 kg +-1,8',
      '1.8',
      { population: 5000, expectedMean: 5.2, expectedSD: 1.8 },
    ],
    [
      'we added 350 this year, bringing the total to 7,850 users. In the pilot with 45 households the mean was 1.2 and sd 0.5. How many do we need to sample?',
      '“45 households”',
      { population: 7850, expectedMean: 1.2, expectedSD: 0.5 },
    ],
    [
      `${FIRST}, 15% dropout, 60% urban 40% rural`,
      'urban',
      {
        ...BASE,
        dropoutRate: 0.15,
        stratification: {
          enabled: true,
          strata: [
            { name: 'urban', weight: 0.6 },
            { name: 'rural', weight: 0.4 },
          ],
        },
      },
    ],
  ])('are asked about before anything is computed: %s', (said, named, args) => {
    const asked = talk([said], options);
    expect(asked.calls).toEqual([]);
    expect(asked.text).toContain(named);
    expect(talkAndAgree([said], options).calls).toEqual([{ name: 'design_sample', args }]);
  });

  it.each<readonly [said: string, sd: number]>([
    ['Design a sample for 5000 households, mean 3, cv 0.3', 0.9],
    ['Design a sample for 5000 households, mean 3, CV of 30%', 0.9],
    ['Design a sample for 5000 households, mean 3, coefficient of variation 0.3', 0.9],
  ])('take a coefficient of variation of the mean: %s', (said, expectedSD) => {
    expect(talkAndAgree([said], options).calls).toEqual([
      { name: 'design_sample', args: { population: 5000, expectedMean: 3, expectedSD } },
    ]);
  });

  it.each<readonly [said: string, ...named: string[]]>([
    [
      'Design a sample for 5000 households, mean 0.8, variance 0.04',
      '“variance 0.04” **expected SD 0.04** or **expected SD 0.2',
    ],
    [
      'Design a sample for 5000 households, mean 0.8, standard error 0.02',
      '“standard error 0.02” **expected SD 0.02** or **expected SD 0.02 × √n**',
    ],
    [
      'Design a sample for 5000 households, mean 3, range 1 to 5',
      '**expected SD**',
      'What is “range 1 to 5”?',
    ],
    [
      'Design a sample for 5000 households, mean 3, sd 0.9, margin of 0.1 hours',
      '“margin of 0.1 hours” **precision 10%** or **precision 3.33%',
    ],
    [
      'Design a sample for 5000 households, mean 3 hours, sd 0.9 hours, margin of 0.1 hours',
      '“margin of 0.1 hours” **precision 10%** or **precision 3.33%',
    ],
    [
      'Design a sample for 5000 households, strata urban 3000 mean 3.4 sd 0.5, rural 2000 mean 2.8 sd 0.6',
      '**expected mean**',
      '“urban 3000 mean 3.4 sd 0.5”',
    ],
    [
      'Adjust 357 for dropout of 15 homes',
      '“dropout of 15 homes” **dropout rate 4.2% (15 / 357)** or **population 15**',
    ],
  ])('that read two ways stay open until their question is answered: %s', (said, ...named) => {
    for (const turns of [[said], [said, 'yes'], [said, 'yes', 'yes']]) {
      const asked = talkAndAgree(turns, options);
      expect(asked.calls).toEqual([]);
      for (const words of named) expect(asked.text).toContain(words);
    }
  });

  it('are taken from the answer to their question', () => {
    const said = 'Design a sample for 5000 households, mean 0.8, variance 0.04';
    for (const answer of ['sd 0.2', '0.2'])
      expect(talkAndAgree([said, answer], options).calls).toEqual([{ name: 'design_sample', args: BASE }]);
  });

  it('hold a count of homes against their values', () => {
    const values = [2.1, 3.4, 2.9, 4, 0, 2.2, 3.1, 2.8, 1.9, 3.3];
    const whole = 'Pilot of ten homes: 2,1 3,4 2,9 4,0 0 2,2 3,1 2,8 1,9 3,3';
    expect(talkAndAgree([whole], options).calls).toEqual([
      { name: 'estimate_pilot_variation', args: { values } },
    ]);
    const short = talk([whole.replace(' 3,3', '')], options);
    expect(short.calls).toEqual([]);
    expect(short.text).toContain('Which one holds: “ten homes”, “9 values”?');
  });

  it.each([
    'How many households should we survey at 95/10 mean 12.5 hours sd 4 hours, dropout 10%',
    'households to survey at 95/10 average 12.5 hours sd 4',
    'How many homes do we have to visit: 95/10, mean 6 kg, sd 2',
  ])('take a level and its margin for no size: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain('I still need **population**');
  });

  it.each<readonly [said: string, args: Readonly<Record<string, unknown>>]>([
    [
      'How many homes do we have to visit: 812 homes. mean 6 lb. dropout 15%. standard deviation 0.1 lb',
      { population: 812, expectedMean: 6, dropoutRate: 0.15, expectedSD: 0.1 },
    ],
    [
      'I need a sample size, 75% response rate. a standard deviation of 0.5 lb. at 90/10. roughly 12500 homes. mean 0.9 lb',
      {
        dropoutRate: 0.25,
        expectedSD: 0.5,
        confidence: 0.9,
        precision: 0.1,
        population: 12500,
        expectedMean: 0.9,
      },
    ],
    [
      'Tamaño de muestra para 90/10 y media 0.8 kg y 300 hogares y desviación estándar 0.1',
      { confidence: 0.9, precision: 0.1, expectedMean: 0.8, population: 300, expectedSD: 0.1 },
    ],
    [
      "Taille d'échantillon pour 90/5 et nous perdons 10% et écart-type de 5 kg et moyenne attendue 90 kg et population de 2,000",
      {
        confidence: 0.9,
        precision: 0.05,
        dropoutRate: 0.1,
        expectedSD: 5,
        expectedMean: 90,
        population: 2000,
      },
    ],
    [
      'Wie viele Haushalte müssen wir besuchen: Standardabweichung von 0.5 und im Mittel 3.2 und Grundgesamtheit 12500',
      { expectedSD: 0.5, expectedMean: 3.2, population: 12500 },
    ],
    [
      'Sample size for 450 homes in Lodwar, 950 homes in Kakuma, average of 0.8 kg, sd 0.1',
      {
        population: 1400,
        expectedMean: 0.8,
        expectedSD: 0.1,
        stratification: {
          enabled: true,
          strata: [
            { name: 'Lodwar', population: 450 },
            { name: 'Kakuma', population: 950 },
          ],
        },
      },
    ],
  ])('reach one call, in whatever sentences: %s', (said, args) => {
    expect(talkAndAgree([said], options).calls.at(-1)).toEqual({ name: 'design_sample', args });
  });

  it('that are said anew in answer to another question take the place of those before, and the question stays', () => {
    const first =
      'Stichprobengröße für Ausfall 5-12%, im Mittel 6 lb, N = 300, Standardabweichung von 0.5 lb';
    const again = talk([first, 'nein, Standardabweichung 0.1 lb'], options);
    expect(again.calls).toEqual([]);
    expect(again.text).toContain('**Ausfall**');
    expect(
      talkAndAgree([first, 'nein, Standardabweichung 0.1 lb', '8%'], options).calls.at(-1)?.args,
    ).toEqual({
      population: 300,
      expectedMean: 6,
      expectedSD: 0.1,
      dropoutRate: 0.08,
    });
  });

  it('asks for a count that was only said in part', () => {
    const { calls, text } = talk(['sample size for population minus 50, mean 0.8, sd 0.2'], options);
    expect(calls).toEqual([]);
    expect(text).toMatch(/\*\*population\*\*/iu);
    expect(text).toContain('“minus 50”');
  });
});
