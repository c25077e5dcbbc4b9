import { all, is, number, when } from '../expression.js';
import { FUELS } from '../fuels.js';
import { MAIN_FUEL, OTHER_FUELS } from './fuels.js';
import type { Template } from './template.js';
import { HAS_STOVE } from './visit.js';

/** Whether the stove is there and in use: for a share of households. */
export const stillInUse: Template = {
  title: {
    en: 'Stoves in use',
    de: 'Herde in Gebrauch',
    fr: 'Foyers en usage',
    es: 'Estufas en uso',
    pt: 'Fogões em uso',
    sw: 'Majiko yanayotumika',
  },
  label: {
    en: 'The stove',
    de: 'Der Herd',
    fr: 'Le foyer',
    es: 'La estufa',
    pt: 'O fogão',
    sw: 'Jiko',
  },
  lists: { fuels: FUELS },
  steps: [
    ...HAS_STOVE,
    {
      kind: 'question',
      name: 'used_last_week',
      type: 'select_one',
      list: 'yes_no',
      required: true,
      relevant: is('has_stove', 'yes'),
      label: {
        en: 'Was the stove used in the last 7 days?',
        de: 'Wurde der Herd in den letzten 7 Tagen benutzt?',
        fr: 'Le foyer a-t-il servi ces 7 derniers jours ?',
        es: '¿Se usó la estufa en los últimos 7 días?',
        pt: 'O fogão foi usado nos últimos 7 dias?',
        sw: 'Je, jiko lilitumika siku 7 zilizopita?',
      },
    },
    {
      kind: 'question',
      name: 'looks_used',
      type: 'select_one',
      list: 'yes_no',
      required: true,
      relevant: is('has_stove', 'yes'),
      label: {
        en: 'Look: are there ash, soot or food on it?',
        de: 'Sehen Sie nach: sind Asche, Russ oder Essensreste daran?',
        fr: 'Regardez : y a-t-il cendres, suie ou nourriture ?',
        es: 'Mire: ¿hay ceniza, hollín o comida?',
        pt: 'Veja: há cinza, fuligem ou comida?',
        sw: 'Angalia: kuna majivu, masizi au chakula?',
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
  value: when(all(is('has_stove', 'yes'), is('used_last_week', 'yes')), number(1), number(0)),
};
