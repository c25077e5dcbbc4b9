import { fieldErrors } from 'oracle-runtime/kit';
import { type AnyOperation, defineOperation, OracleError, withWords } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { inWords } from '../preferences/in-words.js';
import { languageNamed, languageNames } from '../preferences/language-named.js';
import {
  PREFERENCE_NAMES,
  preferenceFields,
  preferencesSchema,
  type StoredPreferences,
  toPreferences,
} from '../preferences/preferences.js';
import { zoneNamed } from '../preferences/zone-named.js';
import type { PreferenceStore } from '../store/preference-store.js';

const view = z.object({ preferences: preferencesSchema });
const names = withWords(z.enum(PREFERENCE_NAMES as [string, ...string[]]), {
  values: {
    language: ['language', 'Sprache*', 'langue', 'idioma', 'lengua', 'língua', 'lugha'],
    tone: ['tone', 'Ton', 'ton', 'tono', 'tom'],
    units: ['units', 'unit', 'Einheiten', 'Maßeinheiten', 'unités', 'unidades', 'vipimo'],
    decimals: [
      ...[
        'decimals',
        'decimal sign',
        'decimal point',
        'decimal comma',
        'number format',
        'Dezimal*',
        'Zahlenformat',
      ],
      ...[
        'décimales',
        'format des nombres',
        'decimales',
        'formato de números',
        'decimais',
        'formato dos números',
        'desimali',
      ],
    ],
    thousands: [
      ...[
        'thousands',
        'thousands separator',
        'number format',
        'Tausender*',
        'Zahlenformat',
        'milliers',
        'format des nombres',
      ],
      ...['miles', 'formato de números', 'milhares', 'formato dos números', 'maelfu'],
    ],
    timeZone: [
      'time zone',
      'timezone',
      'Zeitzone',
      'fuseau horaire',
      'zona horaria',
      'fuso horário',
      'saa za eneo',
    ],
  },
});

const LABELS: Readonly<Record<string, string>> = { timeZone: 'time zone' };
const given = {
  language: withWords(z.string().min(2).max(60).describe('Name or tag').optional(), {
    aliases: ['language', 'answer in', 'speak'],
    values: languageNames(),
  }),
  tone: preferenceFields.tone.optional(),
  units: withWords(preferenceFields.units.optional(), {
    aliases: ['units'],
    values: {
      imperial: {
        en: ['imperial', 'miles', 'pounds', 'feet', 'inches'],
        de: ['imperial*', 'angloamerikanisch*', 'Meilen', 'Fuß'],
        fr: ['impérial*', 'livres', 'pouces'],
        es: ['imperial*', 'millas', 'libras', 'pulgadas'],
        pt: ['imperia*', 'milhas', 'polegadas'],
        sw: ['imperial', 'maili'],
      },
      metric: {
        en: ['metric', 'kilometres', 'kilometers', 'kilograms'],
        de: ['metrisch*', 'Kilometer*'],
        fr: ['métrique*'],
        es: ['métric*'],
        pt: ['métric*'],
        sw: ['metriki'],
      },
    },
  }),
  decimals: withWords(preferenceFields.decimals.optional(), { aliases: ['decimal sign', 'decimals'] }),
  thousands: withWords(preferenceFields.thousands.optional(), {
    aliases: ['thousands separator', 'thousands'],
  }),
  timeZone: withWords(z.string().min(1).max(64).describe('Such as Africa/Nairobi').optional(), {
    aliases: ['time zone', 'timezone'],
  }),
};

/** What a person's agent may do with their preferences; HTTP has routes of its own, for their entity tags. */
export function preferenceOperations(store: PreferenceStore): AnyOperation[] {
  return [
    defineOperation({
      name: 'get_preferences',
      title: 'My preferences',
      description: 'What the person prefers: language, tone, units, number format, time zone.',
      effect: 'read',
      input: z.object({}),
      answer: { description: 'What was set', schema: view },
      run: async (_, { principal }) => ({ preferences: await store.of(principal.id) }),
      summary: ({ preferences }) => `You prefer ${wordsOf(preferences)}.`,
    }),
    defineOperation({
      name: 'set_preference',
      title: 'Set my preferences',
      description: 'Sets how the person wants to be answered; what is left out stays.',
      effect: 'write',
      input: z.object({ ...given, clear: z.array(names).max(6).optional().describe('What to forget') }),
      // For forgetting there is a tool of its own.
      tool: { input: z.object(given) },
      answer: { description: 'What is set now', schema: view },
      describe: (input) => `Set your preferences: ${wordsOfChange(input)}`,
      run: async ({ clear = [], ...said }, { principal }) => {
        if (clear.length === 0 && Object.values(said).every((value) => value === undefined))
          throw nothingSaid();
        const language = said.language === undefined ? {} : { language: languageNamed(said.language) };
        const timeZone = said.timeZone === undefined ? {} : { timeZone: zoneNamed(said.timeZone) };
        const { before, after } = await store.change(principal.id, (before) => {
          const kept = Object.entries(before).filter(([name]) => !clear.includes(name));
          return sound(agreeing(Object.fromEntries(kept), { ...said, ...language, ...timeZone }));
        });
        return { preferences: after, before };
      },
      summary: ({ preferences }) => `From now on: ${wordsOf(preferences)}.`,
      forModel: ({ preferences }) => ({ preferences }),
      undo: (_, { before, preferences }) => {
        const isOther = (name: (typeof PREFERENCE_NAMES)[number]) => before[name] !== preferences[name];
        const changed = PREFERENCE_NAMES.filter(isOther);
        if (changed.length === 0) return { unchanged: true };
        const clear = changed.filter((name) => before[name] === undefined);
        const back = Object.fromEntries(
          changed.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]])),
        );
        return { operation: 'set_preference', input: { ...back, ...(clear.length > 0 && { clear }) } };
      },
    }),
    defineOperation({
      name: 'forget_preferences',
      title: 'Forget my preferences',
      description: 'Forgets how the person wants to be answered; `only` names which, without it all.',
      effect: 'write',
      input: z.object({ only: z.array(names).min(1).max(6).optional().describe('What to forget') }),
      answer: { description: 'What is still set', schema: view },
      describe: ({ only }) =>
        only === undefined ? 'Forget all your preferences' : `Forget your preferences: ${only.join(', ')}`,
      run: async ({ only }, { principal }) => {
        const { before, after } = await store.change(principal.id, (before) =>
          only === undefined
            ? {}
            : sound(Object.fromEntries(Object.entries(before).filter(([name]) => !only.includes(name)))),
        );
        return { preferences: after, before };
      },
      summary: ({ preferences }) => `Forgotten. You prefer ${wordsOf(preferences)}.`,
      undo: (_, { before, preferences }) => {
        const gone = PREFERENCE_NAMES.filter((name) => before[name] !== preferences[name]);
        if (gone.length === 0) return { unchanged: true };
        return {
          operation: 'set_preference',
          input: Object.fromEntries(
            gone.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]])),
          ),
        };
      },
    }),
  ];
}

function nothingSaid(): OracleError {
  return new OracleError('invalid_request', {
    detail: 'Nothing was said that could be set.',
    hint: `Say it with its value, such as "Set decimals to comma". There are ${PREFERENCE_NAMES.join(', ')}.`,
  });
}

/** Who asks for a decimal comma alone does not mean to keep the comma between thousands. */
function agreeing(kept: StoredPreferences, given: Readonly<Record<string, unknown>>): object {
  const { thousands, ...rest } = kept;
  const isTaken = given['thousands'] === undefined && given['decimals'] === thousands;
  return { ...(isTaken ? rest : kept), ...given };
}

/** @throws OracleError `invalid_request` when what would be set does not go together, such as one sign for two things */
function sound(preferences: object): StoredPreferences {
  const { success, data, error } = preferencesSchema.safeParse(preferences);
  if (success) return data;
  const errors = fieldErrors(error);
  throw new OracleError('invalid_request', {
    detail: errors.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors,
  });
}

/** `decimals comma, time zone Africa/Nairobi, no tone`. */
function wordsOfChange({ clear = [], ...said }: { readonly clear?: readonly string[] | undefined }): string {
  const set = Object.entries(said).map(([name, value]) => `${LABELS[name] ?? name} ${value}`);
  return [...set, ...clear.map((name) => `no ${LABELS[name] ?? name}`)].join(', ');
}

function wordsOf(preferences: StoredPreferences): string {
  return inWords(toPreferences(preferences)).join(', ') || 'nothing in particular';
}
