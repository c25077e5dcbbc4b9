import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const ID = 'design-0b9f1234-aaaa-4bbb-8ccc-123456789abc';
const agreed = (said: string) => talkAndAgree([said], options).calls.at(-1);

/** In these talks it is 12 March 2025. */
describe('a day without its year', () => {
  it.each([
    ['Plan the adjustment: current size 130, required size 190, starting 15 January', '2026-01-15'],
    ['Plan the adjustment: current size 130, required size 190, starting 15 April', '2025-04-15'],
    ['Plane die Änderung von 130 auf 190 Haushalte ab dem 15. Januar', '2026-01-15'],
    ['Planifie le passage de 130 à 190 foyers à partir du 15 janvier', '2026-01-15'],
    ['Planeje a mudança de 130 para 190 domicílios a partir de 15 de janeiro', '2026-01-15'],
  ])('is to come in a plan: %s', (said, day) => {
    expect(agreed(said)).toMatchObject({ name: 'plan_adjustment', args: { implementationDate: day } });
  });

  it.each([
    [`Analyse from 1 November to 29 November of ${ID} from /readings.csv`, '2024-11-01', '2024-11-29'],
    [`Analyse from 1 December to 15 January of ${ID} from /readings.csv`, '2024-12-01', '2025-01-15'],
    [`Analyse from 1 November to 29 November 2023 of ${ID} from /readings.csv`, '2023-11-01', '2023-11-29'],
    [`Analysiere vom 1. November bis 29. November ${ID} aus /readings.csv`, '2024-11-01', '2024-11-29'],
    [`Analyse du 1 novembre au 29 novembre ${ID} depuis /readings.csv`, '2024-11-01', '2024-11-29'],
    [`Analiza del 1 de noviembre al 29 de noviembre ${ID} con /readings.csv`, '2024-11-01', '2024-11-29'],
    [`Analise de 1 de novembro a 29 de novembro ${ID} com /readings.csv`, '2024-11-01', '2024-11-29'],
    [`Chambua kuanzia 1 Novemba hadi 29 Novemba ${ID} kutoka /readings.csv`, '2024-11-01', '2024-11-29'],
  ])('has been in an analysis, and a span of days is one: %s', (said, from, to) => {
    const call = agreed(said);
    expect(call).toMatchObject({ name: 'analyse_period', args: { from, to } });
    expect(call?.args).not.toHaveProperty('monitoringPeriod');
  });

  it('is asked for where only its month was said', () => {
    const { calls, text } = talk(['Plan the change from 130 to 190 homes, middle of January 2027'], options);
    expect(calls).toEqual([]);
    expect(text).toContain('I still need **implementation date**');
  });
});
