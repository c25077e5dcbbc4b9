import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

describe('two values of one measure', () => {
  it.each([
    ['Design a sample for 2000 households, mean 6, sd 2, dropout between 10 and 15%', '“10”, “15%”'],
    ['Design a sample for 2000 households, mean 6, sd 2, 10 to 15% dropout', '“10”, “15%”'],
    [
      'Plane eine Stichprobe für 2000 Haushalte, Mittelwert 6, Standardabweichung 2, Ausfall zwischen 10 und 15 %',
      '„10“, „15 %“',
    ],
    ['Conçois un échantillon pour 2000 ménages, moyenne 6, écart-type 2, abandon entre 10 et 15 %', '10'],
    ['Diseña una muestra para 2000 hogares, media 6, desviación estándar 2, abandono entre 10 y 15%', '10'],
    ['Desenhe uma amostra para 2000 domicílios, média 6, desvio padrão 2, perda entre 10 e 15%', '10'],
    ['Tengeneza sampuli ya kaya 2000, wastani 6, mkengeuko 2, upotevu kati ya 10 na 15%', '10'],
  ])('are asked which: %s', (said, named) => {
    const { calls, text } = talk([said, 'yes'], options);
    expect(calls).toEqual([]);
    const first = talk([said], options).text;
    expect(first).toContain(named);
    expect(first).not.toContain('15%**');
    expect(text).not.toContain('15%**');
  });

  it('are settled by the one that is said then', () => {
    const said = 'Design a sample for 2000 households, mean 6, sd 2, dropout between 10 and 15%';
    const { calls, text } = talk([said, '12%'], options);
    expect(`${JSON.stringify(calls)}${text}`).toMatch(/0\.12|12%/u);
  });

  it('leave the fields that nobody named alone', () => {
    const said = 'Draw 12 households from /registries/valley.csv with seed 5 and 6';
    const first = talk([said], options);
    expect(first.calls).toEqual([]);
    expect(first.text).toContain('Which one holds: “5”, “6”?');
    expect(talk([said, '5'], options).calls).toMatchObject([
      { name: 'select_households', args: { sampleSize: 12, seed: '5' } },
    ]);
  });
});

describe('by how much a size changes', () => {
  it.each([
    'Plan the change by 60 homes to 190 from 2027-01-15',
    'Plane die Änderung um 60 auf 190 Haushalte ab 2027-01-15',
    'Planifica el aumento en 60 a 190 hogares desde 2027-01-15',
  ])('is no size: %s', (said) => {
    const { calls, text } = talk([said], options);
    expect(calls).toEqual([]);
    expect(text).toContain('130 (190 − 60)');
  });

  it('leaves a change from one size to another as it is', () => {
    const { calls } = talk(['Plan the change from 130 to 190 homes from 2027-01-15'], options);
    expect(calls).toMatchObject([{ args: { currentSize: 130, requiredSize: 190 } }]);
  });
});
