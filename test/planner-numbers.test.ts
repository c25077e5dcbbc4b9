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

  it('asks for a count that was only said in part', () => {
    const { calls, text } = talk(['sample size for population minus 50, mean 0.8, sd 0.2'], options);
    expect(calls).toEqual([]);
    expect(text).toMatch(/\*\*population\*\*/iu);
    expect(text).toContain('“minus 50”');
  });
});
