import { describe, expect, it } from 'vitest';
import { candidatesOf } from '../../../choosing/candidates.js';
import { FIXTURE_CAPABILITIES } from '../../../testing/fixture-capabilities.js';
import type { PlannedCall } from '../../planning/planned-call.js';
import { holdEvidence } from './hold-evidence.js';

const candidate = candidatesOf(FIXTURE_CAPABILITIES, []).find(({ tool }) => tool.name === 'design_sample');

/** What is left of a call whose field took the number of a message. */
function held(said: string, key: string, value: number): PlannedCall {
  if (candidate === undefined) throw new Error('The fixture has no design_sample.');
  return holdEvidence(
    { candidate, args: { [key]: value }, missing: [], refused: [], unused: [], consent: { kind: 'plain' } },
    [said],
  );
}

/** Shares of what no field is about. */
const SHARES = {
  en: ['20% female headed', 'inflation 20%', '20% want to sell', '20% device breakage', '20% of the budget'],
  de: ['20% weibliche Vorstände', 'Inflation 20%', '20% wollen verkaufen', '20% der Kosten'],
  fr: ['20% de femmes', 'inflation 20%', '20% veulent vendre', '20% du budget'],
  es: ['20% de mujeres', 'inflación 20%', '20% quieren vender', '20% del presupuesto'],
  pt: ['20% de mulheres', 'inflação 20%', '20% querem vender', '20% do orçamento'],
  sw: ['20% wanawake', 'mfumuko 20%', '20% wanataka kuuza', '20% bajeti'],
};
/** A few of what is counted for no size. */
const COUNTS = {
  en: [
    '2 districts',
    '10 reserves',
    'in 2 sentences',
    'round up to the next 10',
    '4 enumerators',
    '3 laptops',
  ],
  de: ['2 Bezirke', '10 Ersatzleute', 'in 2 Sätzen', '3 Rechner'],
  fr: ['2 districts', '10 remplaçants', 'en 2 phrases', '3 ordinateurs'],
  es: ['2 distritos', '10 reservas', 'en 2 frases', '3 portátiles'],
  pt: ['2 distritos', '10 reservas', 'em 2 frases', '3 computadores'],
  sw: ['sentensi 2 fupi', '3 kompyuta'],
};
const figureOf = (said: string) => Number(/\d+/u.exec(said)?.[0]);

describe('numbers of something else fill no field', () => {
  for (const [language, phrases] of Object.entries(SHARES)) {
    for (const phrase of phrases) {
      for (const key of ['dropoutRate', 'precision', 'confidence', 'expectedSD'])
        it(`${language}: ${phrase} is no ${key}`, () => {
          const call = held(`${key === 'expectedSD' ? '' : '5000 homes, '}${phrase}`, key, 0.2);
          expect(call.args).toEqual({});
          expect(call.unused).toEqual(['20%']);
        });
    }
  }
  for (const [language, phrases] of Object.entries(COUNTS)) {
    for (const phrase of phrases)
      it(`${language}: ${phrase} is no population`, () => {
        expect(held(`mean 0.8, ${phrase}`, 'population', figureOf(phrase)).args).toEqual({});
      });
  }
});

describe('numbers that are called so, or stand by themselves, stay', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['mean 0.8, 15% dropout', 'dropoutRate', 0.15],
    ['mean 0.8, dropout 15%', 'dropoutRate', 0.15],
    ['15% will not be at home', 'dropoutRate', 0.15],
    ['only 85% answered', 'dropoutRate', 0.15],
    ['y pilas que el 5% no abre la puerta', 'dropoutRate', 0.05],
    ['20% san ned daheim, 15% fallen aus', 'dropoutRate', 0.15],
    ['15%', 'dropoutRate', 0.15],
    ['tests at 95%', 'confidence', 0.95],
    ['95% conf.; 10% rel. precision', 'precision', 0.1],
    ['give or take ten percent', 'precision', 0.1],
    ['sd 0.2', 'expectedSD', 0.2],
    ['0.8 ± 0.2 kg', 'expectedSD', 0.2],
    ['population 12', 'population', 12],
    ['12 homes', 'population', 12],
    ['5000 boreholes', 'population', 5000],
  ];
  for (const [said, key, value] of cases)
    it(`${said}: ${key} ${value}`, () => {
      expect(held(said, key, value).args).toEqual({ [key]: value });
    });
});
