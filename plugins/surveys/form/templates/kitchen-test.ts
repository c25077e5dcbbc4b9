import {
  all,
  answer,
  between,
  compare,
  type Expression,
  is,
  number,
  self,
  text,
  when,
} from '../expression.js';
import type { FormStep, Question, Words } from '../form-model.js';
import { FUELS } from '../fuels.js';
import { MAIN_FUEL } from './fuels.js';
import type { Template } from './template.js';

/**
 * Fuel per person and day of a kitchen performance test, weighed on one visit for the days since the visit before. Persons
 * count as standard adults: children under 15 half, women over 14 0.8, men from 15 to 59 one, men over 59 0.8 (FAO,
 * Guidelines for Fuelwood Surveys, 1983, as kitchen performance tests use them).
 */
const STANDARD_ADULTS: readonly (readonly [question: string, share: number, label: Words])[] = [
  [
    'children',
    0.5,
    {
      en: 'Children under 15 who ate here',
      de: 'Kinder unter 15, die hier assen',
      fr: 'Enfants de moins de 15 ans qui ont mangé ici',
      es: 'Niños menores de 15 que comieron aquí',
      pt: 'Crianças com menos de 15 que comeram aqui',
      sw: 'Watoto chini ya 15 waliokula hapa',
    },
  ],
  [
    'women',
    0.8,
    {
      en: 'Women of 15 and older who ate here',
      de: 'Frauen ab 15, die hier assen',
      fr: 'Femmes de 15 ans et plus qui ont mangé ici',
      es: 'Mujeres de 15 o más que comieron aquí',
      pt: 'Mulheres de 15 ou mais que comeram aqui',
      sw: 'Wanawake wa 15 na zaidi waliokula hapa',
    },
  ],
  [
    'men',
    1,
    {
      en: 'Men from 15 to 59 who ate here',
      de: 'Männer von 15 bis 59, die hier assen',
      fr: 'Hommes de 15 à 59 ans qui ont mangé ici',
      es: 'Hombres de 15 a 59 que comieron aquí',
      pt: 'Homens de 15 a 59 que comeram aqui',
      sw: 'Wanaume wa 15 hadi 59 waliokula hapa',
    },
  ],
  [
    'old_men',
    0.8,
    {
      en: 'Men of 60 and older who ate here',
      de: 'Männer ab 60, die hier assen',
      fr: 'Hommes de 60 ans et plus qui ont mangé ici',
      es: 'Hombres de 60 o más que comieron aquí',
      pt: 'Homens de 60 ou mais que comeram aqui',
      sw: 'Wanaume wa 60 na zaidi waliokula hapa',
    },
  ],
];

const times = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  sign: '*',
  left,
  right,
});
const plus = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  sign: '+',
  left,
  right,
});
const minus = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  sign: '-',
  left,
  right,
});
const over = (left: Expression, right: Expression): Expression => ({
  kind: 'arithmetic',
  sign: 'div',
  left,
  right,
});

const adults = STANDARD_ADULTS.map(([question, share]) => times(answer(question), number(share))).reduce(
  plus,
);

const LAST = 'old_men';
const SOMEBODY = compare(
  plus(
    STANDARD_ADULTS.filter(([name]) => name !== LAST)
      .map(([name]) => answer(name))
      .reduce(plus),
    self,
  ),
  '>',
  number(0),
);
const PERSONS: Words = {
  en: 'From 0 to 60 persons a day, and somebody must have eaten',
  de: 'Von 0 bis 60 Personen am Tag, und jemand muss gegessen haben',
  fr: 'De 0 à 60 personnes par jour, et quelqu’un doit avoir mangé',
  es: 'De 0 a 60 personas al día, y alguien debe haber comido',
  pt: 'De 0 a 60 pessoas por dia, e alguém deve ter comido',
  sw: 'Watu 0 hadi 60 kwa siku, na lazima mtu awe amekula',
};

const NOT_BELOW_ZERO: Words = {
  en: 'Not below 0, and no more than 500',
  de: 'Nicht unter 0 und höchstens 500',
  fr: 'Pas moins de 0, et 500 au plus',
  es: 'No menos de 0, y 500 como máximo',
  pt: 'Não menos de 0, e no máximo 500',
  sw: 'Si chini ya 0, wala zaidi ya 500',
};

function weighed(name: string, label: Words): Question {
  return {
    kind: 'question',
    name,
    type: 'decimal',
    required: true,
    constraint: { holds: between(0, 500), otherwise: NOT_BELOW_ZERO },
    label,
  };
}

/** Fuels that a household weighs. Of electricity there are no kilograms. */
export const WEIGHABLE = ['charcoal', 'gas', 'kerosene', 'residues'] as const;

/** Kilograms of dry wood that one of each fuel stands for; wood is 1. Whoever plans the test says them: no table is taken. */
export type Equivalents = Readonly<Partial<Record<(typeof WEIGHABLE)[number], number>>>;

/**
 * Kilograms of fuel per standard adult and day, as dry wood. A household whose main fuel has no equivalent is not weighed and
 * gives no value, for kilograms of different fuels have no mean.
 */
export function kitchenTestOf(equivalents: Equivalents): Template {
  const fuels = Object.entries(equivalents);
  const isWeighed: Expression = {
    kind: 'any',
    of: ['wood', ...fuels.map(([fuel]) => fuel)].map((fuel) => is('main_fuel', fuel)),
  };
  const asWood = fuels.reduceRight<Expression>(
    (otherwise, [fuel, equivalent]) => when(is('main_fuel', fuel), number(equivalent), otherwise),
    number(1),
  );
  return {
    ...WORDS,
    steps: [MAIN_FUEL, ...WEIGHING.map((step): FormStep => ({ ...step, relevant: isWeighed }))],
    measured: isWeighed,
    value: when(
      compare(answer('standard_adults'), '>', number(0)),
      {
        kind: 'rounded',
        of: over(fuels.length === 0 ? BURNT : times(BURNT, asWood), PERSON_DAYS),
        decimals: 4,
      },
      text(''),
    ),
  };
}

const BURNT = minus(plus(answer('fuel_before'), answer('fuel_added')), answer('fuel_left'));
const PERSON_DAYS = times(answer('standard_adults'), answer('test_days'));

const WORDS: Pick<Template, 'title' | 'label' | 'lists'> = {
  title: {
    en: 'Kitchen performance test',
    de: 'Küchentest',
    fr: 'Test de performance en cuisine',
    es: 'Prueba de cocina',
    pt: 'Teste de cozinha',
    sw: 'Jaribio la jikoni',
  },
  label: {
    en: 'Fuel and who was cooked for',
    de: 'Brennstoff, und für wen gekocht wurde',
    fr: 'Le combustible et les convives',
    es: 'Combustible y para quién se cocinó',
    pt: 'Combustível e para quem se cozinhou',
    sw: 'Nishati na waliopikiwa',
  },
  lists: { fuels: FUELS },
};

const WEIGHING: readonly FormStep[] = [
  {
    kind: 'question',
    name: 'test_days',
    type: 'integer',
    required: true,
    constraint: {
      holds: between(1, 14),
      otherwise: {
        en: 'From 1 to 14 days',
        de: 'Von 1 bis 14 Tagen',
        fr: 'De 1 à 14 jours',
        es: 'De 1 a 14 días',
        pt: 'De 1 a 14 dias',
        sw: 'Siku 1 hadi 14',
      },
    },
    label: {
      en: 'Days since the fuel was weighed last',
      de: 'Tage, seit der Brennstoff zuletzt gewogen wurde',
      fr: 'Jours depuis la dernière pesée',
      es: 'Días desde el último pesaje',
      pt: 'Dias desde a última pesagem',
      sw: 'Siku tangu nishati ilipopimwa mwisho',
    },
  },
  weighed('fuel_before', {
    en: 'Fuel weighed on that visit, in kg',
    de: 'Damals gewogener Brennstoff in kg',
    fr: 'Combustible pesé alors, en kg',
    es: 'Combustible pesado entonces, en kg',
    pt: 'Combustível pesado então, em kg',
    sw: 'Nishati iliyopimwa siku hiyo, kwa kg',
  }),
  weighed('fuel_added', {
    en: 'Fuel that was added since, in kg',
    de: 'Seither hinzugekommener Brennstoff in kg',
    fr: 'Combustible ajouté depuis, en kg',
    es: 'Combustible añadido desde entonces, en kg',
    pt: 'Combustível acrescentado desde então, em kg',
    sw: 'Nishati iliyoongezwa tangu hapo, kwa kg',
  }),
  {
    ...weighed('fuel_left', {
      en: 'Fuel that is left now, in kg',
      de: 'Jetzt noch vorhandener Brennstoff in kg',
      fr: 'Combustible restant, en kg',
      es: 'Combustible que queda, en kg',
      pt: 'Combustível que resta, em kg',
      sw: 'Nishati iliyobaki sasa, kwa kg',
    }),
    constraint: {
      holds: {
        kind: 'all',
        of: [
          compare(self, '>=', number(0)),
          compare(self, '<=', plus(answer('fuel_before'), answer('fuel_added'))),
        ],
      },
      otherwise: {
        en: 'No more can be left than there was',
        de: 'Es kann nicht mehr übrig sein, als da war',
        fr: 'Il ne peut en rester plus qu’il n’y en avait',
        es: 'No puede quedar más de lo que había',
        pt: 'Não pode restar mais do que havia',
        sw: 'Haiwezi kubaki zaidi ya iliyokuwepo',
      },
    },
  },
  ...STANDARD_ADULTS.map(
    ([name, , label]): Question => ({
      kind: 'question',
      name,
      type: 'integer',
      required: true,
      // Whoever is asked of last makes sure that somebody ate.
      constraint:
        name === LAST
          ? { holds: all(between(0, 60), SOMEBODY), otherwise: PERSONS }
          : { holds: between(0, 60), otherwise: PERSONS },
      label,
    }),
  ),
  { kind: 'calculation', name: 'standard_adults', is: adults },
];
