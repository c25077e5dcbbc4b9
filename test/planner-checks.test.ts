import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** What does not go together or reads two ways is one precise question, and nothing is computed before its answer. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const FIRST = 'Design a sample for 5000 households, mean 0.8, sd 0.2';

describe('what is asked before anything is computed', () => {
  it.each<readonly [kind: string, said: string, asked: string]>([
    [
      'shares that make more than one',
      `${FIRST}, strata: urban 60%, rural 50%`,
      'The parts make 110%, not 100%',
    ],
    [
      'parts that do not make the whole',
      'Design a sample for 5000 households (coast 2000, hills 1800, plain 900), mean 0.8, sd 0.2',
      'The parts make 4,700, not 5,000',
    ],
    ['a share over one', `${FIRST}, dropout 120%`, 'you wrote “120%”'],
    ['a variance for a deviation', 'Design a sample for 5000 households, mean 0.8, variance 0.04', '0.04”'],
    [
      'a standard error for a deviation',
      'Design a sample for 5000 households, mean 0.8, standard error 0.04',
      'Is “standard error 0.04”',
    ],
    ['two values with an or', `${FIRST}, dropout 10% or 15%`, 'Which one holds: “10%”, “15%”?'],
    [
      'figures with two readings',
      'Diseña una muestra para 5.000 hogares, media 1.200 kg, desviación 0,4 kg',
      '¿Es «1.200 kg» **1,200** o **1.2**?',
    ],
    [
      'units that measure different things',
      'Design a sample for 5000 households, mean 0.8 kg, sd 2 hours',
      'units that cannot be made equal',
    ],
    ['a share in kilograms', `${FIRST}, precision 10 kg`, '“10 kg”'],
    ['a number without a place', `${FIRST}, and 45 stoves`, '45 stoves'],
  ])('%s: %s', (_, said, asked) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain(asked);
  });

  it.each([
    `${FIRST}, strata: urban 60%, rural 40%`,
    'Design a sample for 4700 households (coast 2000, hills 1800, plain 900), mean 0.8, sd 0.2',
    `${FIRST}, dropout 12%`,
  ])('asks of no sum that holds: %s', (said) => {
    expect(talk([said], options).text).not.toMatch(/The parts make|you wrote/u);
  });
});
