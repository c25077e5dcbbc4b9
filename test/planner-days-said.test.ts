import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

/** The first and the last day of what a yes makes; in these talks it is Wednesday 12 March 2025. */
function daysOf(said: string): readonly unknown[] {
  const args = talkAndAgree([said], options).calls.at(-1)?.args ?? {};
  return [args['from'], args['to']];
}

const LOG = 'Analyse the stove use in /log.csv';
const FORM = 'Analyse the submissions of form-7c1f';

describe('the words around a day of an analysis say which side of it is meant', () => {
  it.each([
    ['all days later than 13 November 2024', '2024-11-14', undefined],
    ['once past 13 November 2024', '2024-11-14', undefined],
    ['but nothing before 13 November 2024', '2024-11-13', undefined],
    ['no earlier than 13 November 2024', '2024-11-13', undefined],
    ['13 November 2024 onwards', '2024-11-13', undefined],
    ['skip everything up to 13 November 2024', '2024-11-14', undefined],
    ['without the days before 13 November 2024', '2024-11-13', undefined],
    ['no later than 13 November 2024', undefined, '2024-11-13'],
    ['nothing after 13 November 2024', undefined, '2024-11-13'],
    ['before 13 November 2024', undefined, '2024-11-12'],
    ['up to and including 13 November 2024', undefined, '2024-11-13'],
    ['13 November 2024 only', '2024-11-13', '2024-11-13'],
    ['only 13 November 2024', '2024-11-13', '2024-11-13'],
    ['of 13 November 2024', '2024-11-13', '2024-11-13'],
    ['after Friday', '2025-03-08', undefined],
    ['since last Monday', '2025-03-10', undefined],
    ['for the last week', '2025-03-03', '2025-03-09'],
    ['between 13 and 20 November 2024', '2024-11-13', '2024-11-20'],
  ])('%s', (said, from, to) => {
    expect(daysOf(`${LOG}, ${said}`)).toEqual([from, to]);
  });

  it.each([
    ['nothing before 14 December 2024', '2024-12-14', undefined],
    ['later than 14 December 2024', '2024-12-15', undefined],
    ['only 14 December 2024', '2024-12-14', '2024-12-14'],
    ['sent before 14 December 2024', undefined, '2024-12-13'],
  ])('of submissions too: %s', (said, from, to) => {
    expect(daysOf(`${FORM} ${said}`)).toEqual([from, to]);
  });

  it.each([
    ['Werte die Herdnutzung in /log.csv aus, nichts vor dem 13. November 2024', '2024-11-13', undefined],
    ['Werte die Herdnutzung in /log.csv aus, nur den 13. November 2024', '2024-11-13', '2024-11-13'],
    ["Analyse l'usage des foyers dans /log.csv, rien avant le 13 novembre 2024", '2024-11-13', undefined],
    ["Analyse l'usage des foyers dans /log.csv après le 13 novembre 2024", '2024-11-14', undefined],
    [
      'Analiza el uso de las estufas en /log.csv, nada antes del 13 de noviembre de 2024',
      '2024-11-13',
      undefined,
    ],
    [
      'Analiza el uso de las estufas en /log.csv, solo el 13 de noviembre de 2024',
      '2024-11-13',
      '2024-11-13',
    ],
    ['Analisa o uso dos fogões em /log.csv, nada antes de 13 de novembro de 2024', '2024-11-13', undefined],
    ['Changanua matumizi ya majiko katika /log.csv, 13 Novemba 2024 tu', '2024-11-13', '2024-11-13'],
    ['Changanua matumizi ya majiko katika /log.csv kabla ya 13 Novemba 2024', undefined, '2024-11-12'],
  ])('in other languages: %s', (said, from, to) => {
    expect(daysOf(said)).toEqual([from, to]);
  });

  it.each([
    [`${LOG}, excluding 13 November 2024`, 'excluding 13 November 2024'],
    [`${FORM} excluding 14 December 2026`, 'excluding 14 December 2026'],
    [`${LOG} in the week of 13 November 2024`, '13 November 2024'],
    [`${LOG} two days before 13 November 2024`, '13 November 2024'],
    [`${LOG} around 13 November 2024`, '13 November 2024'],
    [`${LOG} in November`, 'November'],
    ['Analyse /ans.csv for design-1 excluding 2026-Q1', 'excluding 2026-Q1'],
    ['Analyse /ans.csv for design-1 without HH-0382', 'HH-0382'],
    ['Analyse /ans.csv for design-1 minus HH-0382', 'HH-0382'],
    ['Analyse /ans.csv for design-1, column kg', 'column kg'],
    ['Analyse the period 11 to 16 November 2026 of design-1 from /ans.csv, column kg', 'column kg'],
    [`Analyse l'usage des foyers dans /log.csv sauf le 13 novembre 2024`, 'sauf le 13 novembre 2024'],
  ])('what no field can heed is told, and nothing is done at once: %s', (said, named) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text.split('?').slice(1).join('?')).toContain(named);
  });

  it.each([
    ['Analyse the period 11 to 16 November 2024 of design-1 from /ans.csv', '2024-11-11', '2024-11-16'],
    ['Analyse /ans.csv for design-1 after Friday', '2025-03-08', undefined],
    ['Analyse /ans.csv for design-1 after November 2024', '2024-12-01', undefined],
  ])('a period of a design is held alike: %s', (said, from, to) => {
    expect(daysOf(said)).toEqual([from, to]);
  });
});
