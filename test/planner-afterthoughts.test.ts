import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const DESIGN = 'Design a sample for 5000 households, mean 0.8, sd 0.2, 15% dropout';
const made = (...said: string[]) =>
  talk(said, options).calls.filter(({ name }) => name !== 'load_capability');

describe('behind a design', () => {
  it.each([
    '12 homes refused',
    'we lost 40 households',
    '60 households have no stove',
    '40 stoves are broken',
    '40 households moved away',
    '50 families refused',
    'sd 0.4 is too much',
    'a 30% dropout is too high',
    'the sd of 0.4 is too big',
    'sd 0,4 ist zu viel',
    '112 households, great',
    '12 Haushalte haben sich geweigert',
    '12 ménages ont refusé',
    '12 hogares se negaron',
  ])('what tells or judges is no new figure: %s', (said) => {
    expect(made(DESIGN, said).at(-1)?.name).not.toBe('design_sample');
  });

  it.each([
    ['make it 3000 households', { population: 3000 }],
    ['and with 20% dropout?', { dropoutRate: 0.2 }],
    ['what if sd is 0.3?', { expectedSD: 0.3 }],
    ['und bei 3000 Haushalten?', { population: 3000 }],
    ['et avec 3000 ménages ?', { population: 3000 }],
    ['¿y con 3000 hogares?', { population: 3000 }],
  ])('what says a new figure is one: %s', (said, args) => {
    expect(made(DESIGN, said).at(-1)).toMatchObject({ name: 'design_sample', args });
  });

  it.each([
    ['minus 12 households', { population: 4988, dropoutRate: 0.15 }],
    ['sd 0.3 rather than 0.2', { expectedSD: 0.3, dropoutRate: 0.15 }],
  ])(
    'what is taken away or put in the place of another is reckoned, and the rest stays: %s',
    (said, args) => {
      expect(talkAndAgree([DESIGN, said], options).calls.at(-1)?.args).toMatchObject(args);
    },
  );
});

describe('words beside a wish', () => {
  it.each([
    'the auditor forbids: draw 60 households from /reg.csv with seed 6002',
    'Bad idea: Draw 60 households from /reg.csv with seed 6002',
    'It is a mistake. Draw 60 households from /reg.csv with seed 6002',
    'Interdit : tire 60 ménages de /reg.csv avec la graine 6002',
    'Forbidden: publish /plan.md',
    'delete /old.md. The auditor forbids it.',
    'let me check /old.md, and publish it',
    'let me read /old.md first, then delete it',
    'lass mich /old.md prüfen und veröffentliche es',
  ])('that nothing explains are asked about first: %s', (said) => {
    expect(made(said).filter(({ name }) => name !== 'vfs_read')).toEqual([]);
  });

  it.each([
    ['draw 60 households from /reg.csv with seed 6002', 'select_households'],
    ['publish /plan.md please', 'vfs_set_public'],
    ['delete /old.md', 'vfs_delete'],
    ['put /old.md in the trash', 'vfs_delete'],
    ['put /old.md into the trash', 'vfs_delete'],
    ['wirf /old.md in den Papierkorb', 'vfs_delete'],
  ])('and none are no reason to: %s', (said, tool) => {
    expect(made(said).map(({ name }) => name)).toEqual([tool]);
  });
});
