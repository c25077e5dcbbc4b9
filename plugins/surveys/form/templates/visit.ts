import { answer, is, text, when } from '../expression.js';
import type { Choice, FormStep, Question } from '../form-model.js';

/** What a team writes of a visit on which nobody could be asked; the words are read back as reasons of dropout. */
const FOUND: readonly Choice[] = [
  {
    name: 'met',
    label: {
      en: 'Yes, somebody is here',
      de: 'Ja, jemand ist da',
      fr: 'Oui, quelqu’un est là',
      es: 'Sí, hay alguien',
      pt: 'Sim, há alguém',
      sw: 'Ndiyo, kuna mtu',
    },
  },
  {
    name: 'not_found',
    label: {
      en: 'No, nobody was found',
      de: 'Nein, niemand gefunden',
      fr: 'Non, personne trouvé',
      es: 'No, no se encontró a nadie',
      pt: 'Não, ninguém encontrado',
      sw: 'Hapana, hakupatikana mtu',
    },
  },
  {
    name: 'moved_away',
    label: {
      en: 'The household moved away',
      de: 'Der Haushalt ist weggezogen',
      fr: 'Le ménage a déménagé',
      es: 'El hogar se mudó',
      pt: 'O agregado mudou-se',
      sw: 'Kaya imehama',
    },
  },
  {
    name: 'demolished',
    label: {
      en: 'The house is gone',
      de: 'Das Haus gibt es nicht mehr',
      fr: 'La maison n’existe plus',
      es: 'La casa ya no existe',
      pt: 'A casa já não existe',
      sw: 'Nyumba haipo tena',
    },
  },
];

const YES_NO: readonly Choice[] = [
  { name: 'yes', label: { en: 'Yes', de: 'Ja', fr: 'Oui', es: 'Sí', pt: 'Sim', sw: 'Ndiyo' } },
  { name: 'no', label: { en: 'No', de: 'Nein', fr: 'Non', es: 'No', pt: 'Não', sw: 'Hapana' } },
];

const WHY_NO_STOVE: readonly Choice[] = [
  {
    name: 'never_had',
    label: {
      en: 'Never had it',
      de: 'Nie erhalten',
      fr: 'Jamais reçu',
      es: 'Nunca la tuvo',
      pt: 'Nunca teve',
      sw: 'Hakuwahi kuwa nalo',
    },
  },
  {
    name: 'broken',
    label: {
      en: 'It broke',
      de: 'Er ist kaputt',
      fr: 'Il est cassé',
      es: 'Se rompió',
      pt: 'Avariou',
      sw: 'Limeharibika',
    },
  },
  {
    name: 'given_away',
    label: {
      en: 'Sold or given away',
      de: 'Verkauft oder verschenkt',
      fr: 'Vendu ou donné',
      es: 'Vendida o regalada',
      pt: 'Vendido ou oferecido',
      sw: 'Limeuzwa au kutolewa',
    },
  },
  {
    name: 'other',
    label: { en: 'Other', de: 'Anderes', fr: 'Autre', es: 'Otro', pt: 'Outro', sw: 'Nyingine' },
  },
];

export const VISIT_LISTS = { found: FOUND, yes_no: YES_NO, why_no_stove: WHY_NO_STOVE } as const;

/** When, which household of the draw, whether somebody was met and agreed. */
export function arrival(enumerators: boolean, households: string): FormStep[] {
  return [
    { kind: 'preloaded', name: 'start', type: 'start' },
    { kind: 'preloaded', name: 'end', type: 'end' },
    { kind: 'preloaded', name: 'today', type: 'today' },
    ...(enumerators ? [ENUMERATOR] : []),
    {
      kind: 'question',
      name: 'household',
      type: 'select_household',
      list: households,
      required: true,
      ...(enumerators && { filter: { column: 'enumerator', question: 'enumerator' } }),
      label: {
        en: 'Which household?',
        de: 'Welcher Haushalt?',
        fr: 'Quel ménage ?',
        es: '¿Qué hogar?',
        pt: 'Que agregado?',
        sw: 'Kaya gani?',
      },
      hint: {
        en: 'Only households of the sample are in the list.',
        de: 'In der Liste stehen nur Haushalte der Stichprobe.',
        fr: 'La liste ne contient que les ménages de l’échantillon.',
        es: 'La lista solo tiene hogares de la muestra.',
        pt: 'A lista só tem agregados da amostra.',
        sw: 'Orodha ina kaya za sampuli pekee.',
      },
    },
    {
      kind: 'calculation',
      name: 'stratum',
      is: { kind: 'lookup', list: households, column: 'stratum', question: 'household' },
    },
    {
      kind: 'question',
      name: 'found',
      type: 'select_one',
      list: 'found',
      required: true,
      label: {
        en: 'Did you meet somebody of this household?',
        de: 'Haben Sie jemanden dieses Haushalts angetroffen?',
        fr: 'Avez-vous rencontré quelqu’un de ce ménage ?',
        es: '¿Encontró a alguien de este hogar?',
        pt: 'Encontrou alguém deste agregado?',
        sw: 'Je, umekutana na mtu wa kaya hii?',
      },
    },
    {
      kind: 'question',
      name: 'consent',
      type: 'select_one',
      list: 'yes_no',
      required: true,
      relevant: is('found', 'met'),
      label: {
        en: 'We ask about your stove for a check of its use. Answering is free, and you may stop at any time. Do you agree?',
        de: 'Wir fragen nach Ihrem Herd, um seine Nutzung zu prüfen. Die Teilnahme ist freiwillig, Sie können jederzeit aufhören. Sind Sie einverstanden?',
        fr: 'Nous posons des questions sur votre foyer pour vérifier son usage. La réponse est libre et vous pouvez arrêter à tout moment. Êtes-vous d’accord ?',
        es: 'Preguntamos por su estufa para comprobar su uso. Responder es voluntario y puede parar cuando quiera. ¿Está de acuerdo?',
        pt: 'Perguntamos sobre o seu fogão para verificar o seu uso. A resposta é livre e pode parar a qualquer momento. Concorda?',
        sw: 'Tunauliza kuhusu jiko lako ili kuangalia matumizi yake. Kujibu ni hiari, na unaweza kuacha wakati wowote. Je, unakubali?',
      },
    },
    {
      kind: 'calculation',
      name: 'status',
      is: when(
        is('found', 'met'),
        when(is('consent', 'yes'), text('completed'), text('refused')),
        answer('found'),
      ),
    },
  ];
}

/** Whose list it is that the household stands in. */
const ENUMERATOR: Question = {
  kind: 'question',
  name: 'enumerator',
  type: 'select_one',
  list: 'enumerators',
  required: true,
  label: {
    en: 'Who are you?',
    de: 'Wer sind Sie?',
    fr: 'Qui êtes-vous ?',
    es: '¿Quién es usted?',
    pt: 'Quem é você?',
    sw: 'Wewe ni nani?',
  },
};

/** Whether the stove is there: a household without it is no dropout, it does not use the stove. */
export const HAS_STOVE: readonly FormStep[] = [
  {
    kind: 'question',
    name: 'has_stove',
    type: 'select_one',
    list: 'yes_no',
    required: true,
    label: {
      en: 'Does the household have the stove?',
      de: 'Hat der Haushalt den Herd?',
      fr: 'Le ménage a-t-il le foyer ?',
      es: '¿Tiene el hogar la estufa?',
      pt: 'O agregado tem o fogão?',
      sw: 'Je, kaya ina jiko?',
    },
  },
  {
    kind: 'question',
    name: 'why_no_stove',
    type: 'select_one',
    list: 'why_no_stove',
    required: true,
    relevant: is('has_stove', 'no'),
    label: {
      en: 'Why not?',
      de: 'Warum nicht?',
      fr: 'Pourquoi pas ?',
      es: '¿Por qué no?',
      pt: 'Porque não?',
      sw: 'Kwa nini hapana?',
    },
  },
];

/** What is noted at the end of every visit. */
export const DEPARTURE: readonly FormStep[] = [
  {
    kind: 'question',
    name: 'place',
    type: 'geopoint',
    required: false,
    relevant: is('found', 'met'),
    label: {
      en: 'Where is the home? Stand outside.',
      de: 'Wo ist das Haus? Stellen Sie sich ins Freie.',
      fr: 'Où est la maison ? Mettez-vous dehors.',
      es: '¿Dónde está la casa? Sitúese fuera.',
      pt: 'Onde fica a casa? Fique no exterior.',
      sw: 'Nyumba iko wapi? Simama nje.',
    },
  },
  {
    kind: 'question',
    name: 'remarks',
    type: 'text',
    required: false,
    label: {
      en: 'Anything else to note?',
      de: 'Sonst noch etwas?',
      fr: 'Autre chose à noter ?',
      es: '¿Algo más que anotar?',
      pt: 'Mais alguma coisa a anotar?',
      sw: 'Kuna jambo lingine la kuandika?',
    },
  },
];
