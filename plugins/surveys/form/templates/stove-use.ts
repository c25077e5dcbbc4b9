import { answer, between, is, number, when } from '../expression.js';
import { FUELS } from '../fuels.js';
import { MAIN_FUEL, OTHER_FUELS } from './fuels.js';
import type { Template } from './template.js';
import { HAS_STOVE } from './visit.js';

/** Days of the last week on which the stove was used: for the mean of a stove's use. */
export const stoveUse: Template = {
  title: {
    en: 'Stove use',
    de: 'Nutzung des Herds',
    fr: 'Usage du foyer',
    es: 'Uso de la estufa',
    pt: 'Uso do fogão',
    sw: 'Matumizi ya jiko',
  },
  label: {
    en: 'The stove and how it is used',
    de: 'Der Herd und seine Nutzung',
    fr: 'Le foyer et son usage',
    es: 'La estufa y su uso',
    pt: 'O fogão e o seu uso',
    sw: 'Jiko na matumizi yake',
  },
  lists: { fuels: FUELS },
  steps: [
    ...HAS_STOVE,
    {
      kind: 'question',
      name: 'days_of_seven',
      type: 'integer',
      required: true,
      relevant: is('has_stove', 'yes'),
      constraint: {
        holds: between(0, 7),
        otherwise: {
          en: 'From 0 to 7 days',
          de: 'Von 0 bis 7 Tagen',
          fr: 'De 0 à 7 jours',
          es: 'De 0 a 7 días',
          pt: 'De 0 a 7 dias',
          sw: 'Siku 0 hadi 7',
        },
      },
      label: {
        en: 'On how many of the last 7 days was the stove used?',
        de: 'An wie vielen der letzten 7 Tage wurde der Herd benutzt?',
        fr: 'Combien des 7 derniers jours le foyer a-t-il servi ?',
        es: '¿En cuántos de los últimos 7 días se usó la estufa?',
        pt: 'Em quantos dos últimos 7 dias o fogão foi usado?',
        sw: 'Jiko lilitumika siku ngapi kati ya 7 zilizopita?',
      },
    },
    MAIN_FUEL,
    OTHER_FUELS,
    {
      kind: 'question',
      name: 'photo',
      type: 'image',
      required: false,
      relevant: is('has_stove', 'yes'),
      label: {
        en: 'Photo of the stove',
        de: 'Foto des Herds',
        fr: 'Photo du foyer',
        es: 'Foto de la estufa',
        pt: 'Foto do fogão',
        sw: 'Picha ya jiko',
      },
    },
  ],
  value: when(is('has_stove', 'yes'), answer('days_of_seven'), number(0)),
};
