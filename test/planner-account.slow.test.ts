import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { LANGUAGES, type Language } from '../src/planner/language/language.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** Whatever a person says beside a wish, in six languages: the word of it that has to be named, or to stand in the call. */
const BESIDE: Readonly<Record<Language, readonly (readonly [beside: string, named: string])[]>> = {
  en: [
    [' and tell Zawadi', 'Zawadi'],
    [' for project Kwale', 'Kwale'],
    [' without HH-0007', 'HH-0007'],
    [' as a pie', 'pie'],
    [' tomorrow', 'tomorrow'],
  ],
  de: [
    [' und sag es Zawadi', 'Zawadi'],
    [' für das Projekt Kwale', 'Kwale'],
    [' ohne HH-0007', 'HH-0007'],
    [' als Torte', 'Torte'],
    [' morgen', 'morgen'],
  ],
  fr: [
    [' et dis-le à Zawadi', 'Zawadi'],
    [' pour le projet Kwale', 'Kwale'],
    [' sans HH-0007', 'HH-0007'],
    [' comme un camembert', 'camembert'],
    [' demain', 'demain'],
  ],
  es: [
    [' y díselo a Zawadi', 'Zawadi'],
    [' para el proyecto Kwale', 'Kwale'],
    [' sin HH-0007', 'HH-0007'],
    [' como una tarta', 'tarta'],
    [' mañana', 'mañana'],
  ],
  pt: [
    [' e diz à Zawadi', 'Zawadi'],
    [' para o projeto Kwale', 'Kwale'],
    [' sem HH-0007', 'HH-0007'],
    [' como uma torta', 'torta'],
    [' amanhã', 'amanhã'],
  ],
  sw: [
    [' na umwambie Zawadi', 'Zawadi'],
    [' kwa mradi Kwale', 'Kwale'],
    [' bila HH-0007', 'HH-0007'],
    [' kama keki', 'keki'],
    [' kesho', 'kesho'],
  ],
};

/** Wishes in the other languages; in English every example of a manifest is one. */
const WISHES: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  de: [
    'Wie ist das Wetter in Nairobi',
    'Verschiebe /a.txt nach /b.txt',
    'Erstelle das Formular für design-1',
  ],
  fr: ['Quel temps fait-il à Nairobi', 'Déplace /a.txt vers /b.txt', 'Fais le formulaire pour design-1'],
  es: ['¿Qué tiempo hace en Nairobi', 'Mueve /a.txt a /b.txt', 'Haz el formulario para design-1'],
  pt: ['Qual é o tempo em Nairobi', 'Move /a.txt para /b.txt', 'Faz o formulário para design-1'],
  sw: ['Hali ya hewa ya Nairobi ikoje', 'Hamisha /a.txt kwenda /b.txt', 'Tengeneza fomu ya design-1'],
};

/** A day as a value has it: the talks are of 12 March 2025; and how many days a forecast is to have. */
const AS_A_VALUE = /2025-03-13|"days":\d/u;

let options: TalkOptions;

beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

describe('what is said beside a wish', () => {
  it.each(LANGUAGES)(
    'is named, or is a value: %s',
    (language) => {
      const examples = options.capabilities.flatMap(({ manifest }) => manifest.examples ?? []);
      const wishes = language === 'en' ? examples.map(({ user }) => user) : WISHES[language];
      let shown = 0;
      for (const wish of wishes) {
        for (const [beside, named] of BESIDE[language]) {
          const sentence = `${wish.replace(/[.?!]$/u, '')}${beside}`;
          const { calls, text } = talk([sentence], options);
          const made = calls.filter(({ name }) => !/capabilit/u.test(name));
          // Where nothing is done or proposed, nothing is done without a word.
          if (made.length === 0 && !/\*\*[^*]+\*\*: /u.test(text)) continue;
          shown += 1;
          const said = `${JSON.stringify(made.map(({ args }) => args))} ${text}`;
          const isDay = AS_A_VALUE.test(said) || / 2 days/u.test(said);
          if (!(beside === BESIDE[language].at(-1)?.[0] && isDay))
            expect.soft(said, sentence).toContain(named);
        }
      }
      expect(shown).toBeGreaterThan(wishes.length);
    },
    120_000,
  );
});
