import type { Question } from '../form-model.js';

export const MAIN_FUEL: Question = {
  kind: 'question',
  name: 'main_fuel',
  type: 'select_one',
  list: 'fuels',
  required: true,
  label: {
    en: 'Which fuel does the household cook with most?',
    de: 'Womit kocht der Haushalt am meisten?',
    fr: 'Avec quel combustible le ménage cuisine-t-il le plus ?',
    es: '¿Con qué combustible cocina más el hogar?',
    pt: 'Com que combustível o agregado mais cozinha?',
    sw: 'Kaya inapika zaidi kwa nishati gani?',
  },
};

/** Stoves beside the one that is monitored: stacking. */
export const OTHER_FUELS: Question = {
  kind: 'question',
  name: 'other_fuels',
  type: 'select_multiple',
  list: 'fuels',
  required: false,
  label: {
    en: 'Which fuels were used on other stoves in the last 7 days?',
    de: 'Welche Brennstoffe wurden in den letzten 7 Tagen auf anderen Herden verwendet?',
    fr: 'Quels combustibles ont servi sur d’autres foyers ces 7 derniers jours ?',
    es: '¿Qué combustibles se usaron en otras estufas en los últimos 7 días?',
    pt: 'Que combustíveis foram usados noutros fogões nos últimos 7 dias?',
    sw: 'Nishati zipi zilitumika kwenye majiko mengine siku 7 zilizopita?',
  },
};
