import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  const answer = () => '{"designId":"design-aaaa1111","summary":"Draw 134 of 2,000."}';
  options = { ...(await shippedPlanner(shippedPlugins)), answer };
});

const DESIGN = 'Design a sample for 2000 households, mean 6 h, sd 2 h, 95/5, 15% dropout';
const agreed = (...said: string[]) => talkAndAgree(said, options).calls.at(-1);

describe('what was found in a talk that has a design', () => {
  it.each([
    'The real mean was 5.5 hours with a spread of 2.4, and 20% dropped out. How many next time?',
    'The observed mean was 5.5 with a standard deviation of 2.4, 20% dropout. How many next time?',
  ])('recalculates it, and designs nothing anew: %s', (said) => {
    expect(agreed(DESIGN, 'yes', said)).toMatchObject({
      name: 'recalculate_sample',
      args: { designId: 'design-aaaa1111', mean: 5.5, sd: 2.4, dropoutRate: 0.2 },
    });
  });

  it('is what a new design expects where no other is known', () => {
    const said = 'Design a sample for 900 homes, the real mean was 5.5 with a standard deviation of 2.4';
    expect(agreed(said)).toMatchObject({
      name: 'design_sample',
      args: { population: 900, expectedMean: 5.5 },
    });
  });
});

describe('a size that goes from one to another', () => {
  it.each([
    'We go from 134 homes to 190. When does that start, if the date is 15 January 2027?',
    'Wir gehen von 134 Haushalten auf 190. Wann beginnt das, wenn das Datum der 15. Januar 2027 ist?',
    'Nous passons de 134 foyers à 190 le 15 janvier 2027',
    'Pasamos de 134 hogares a 190 el 15 de enero de 2027',
    'Passamos de 134 domicílios para 190 em 15 de janeiro de 2027',
    'Tunatoka kaya 134 hadi 190 tarehe 15 Januari 2027',
  ])('is planned, and fills up no design of before: %s', (said) => {
    const plan = {
      name: 'plan_adjustment',
      args: { currentSize: 134, requiredSize: 190, implementationDate: '2027-01-15' },
    };
    expect(agreed(said)).toMatchObject(plan);
    expect(agreed(DESIGN, 'yes', said)).toMatchObject(plan);
  });
});

describe('a wish told in several sentences', () => {
  const TOLD =
    'People cook about 6 hours a day, give or take 2, and I fear to lose 15% of them. Design the survey.';

  it('is one, and no setting of another operation', () => {
    const { calls, text } = talk([TOLD, 'yes'], options);
    expect(calls).toEqual([]);
    expect(text).toContain('I still need **population**');
    expect(text).not.toContain('expected mean');
    expect(agreed(TOLD, '1,200 homes')).toMatchObject({
      name: 'design_sample',
      args: { population: 1200, expectedMean: 6, expectedSD: 2, dropoutRate: 0.15 },
    });
  });

  it('is not asked for what it says', () => {
    const { text } = talk([`We have 1,200 homes. ${TOLD}`], options);
    expect(text).toContain('1,200 homes');
    expect(text).not.toContain('still need');
  });
});
