import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import type { Habits } from '../src/plugin/index.js';
import { shippedPlanner } from './support/planner-of.js';

/** Numbers that can be read two ways are read by what the person has set, and asked about where nothing is set. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const COMMA: Habits = { decimalSeparator: ',', groupSeparator: '.' };
const POINT: Habits = { decimalSeparator: '.', groupSeparator: ',' };
const of = (said: string, habits: Habits) => talkAndAgree([said], { ...options, habits });
const DESIGN = 'Design a sample for 5000 households';

describe('a number with one sign before three digits', () => {
  it.each<readonly [Habits, string, number]>([
    [COMMA, `${DESIGN}, mean 1.500, sd 300`, 1500],
    [POINT, `${DESIGN}, mean 1.500, sd 0.3`, 1.5],
    [COMMA, `${DESIGN}, mean 1,500, sd 0,3`, 1.5],
    [POINT, `${DESIGN}, mean 1,500, sd 300`, 1500],
  ])('is read by %j: %s', (habits, said, expectedMean) => {
    expect(of(said, habits).calls[0]?.args).toMatchObject({ population: 5000, expectedMean });
  });

  it('is asked about where nothing is set and both readings make sense', () => {
    const { text, calls } = talk([`${DESIGN}, mean 1.500, sd 300`], options);
    expect(calls).toEqual([]);
    expect(text).toMatch(/1\.5\b/);
    expect(text).toMatch(/1,?500/);
  });
});

it('answers in the language that was set, where it speaks it', () => {
  expect(of(DESIGN, { language: 'de-CH' }).text).toMatch(/[äöü]|brauche|noch|bitte/i);
  expect(of(DESIGN, { language: 'ja' }).text).toBe(of(DESIGN, {}).text);
});

describe('the name of a time zone', () => {
  it.each([
    ['Set my time zone to Africa/Nairobi', 'Africa/Nairobi'],
    ['Set the time zone to Europe/Berlin', 'Europe/Berlin'],
  ])('is set, and is the path of no file: %s', (said, timeZone) => {
    const { calls } = talkAndAgree([said], options);
    expect(calls).toEqual([{ name: 'set_preference', args: { timeZone } }]);
  });
});

describe('how somebody wants to be answered', () => {
  it.each<readonly [string, string, object]>([
    ['from now on answer in German', 'set_preference', { language: 'de' }],
    ['please use Swahili from now on', 'set_preference', { language: 'sw' }],
    ['Speak Swahili with me from now on', 'set_preference', { language: 'sw' }],
    ['use imperial units', 'set_preference', { units: 'imperial' }],
    ['I prefer miles and pounds', 'set_preference', { units: 'imperial' }],
    ['Antworte mir ab jetzt auf Deutsch', 'set_preference', { language: 'de' }],
    ['Réponds-moi en français désormais', 'set_preference', { language: 'fr' }],
    ['Usa la coma para los decimales', 'set_preference', { decimals: 'comma' }],
    ['Nijibu kwa Kiswahili kuanzia sasa', 'set_preference', { language: 'sw' }],
    ['forget my preferences', 'forget_preferences', {}],
    ['Vergiss meine Vorlieben', 'forget_preferences', {}],
  ])('is understood: %s', (said, name, args) => {
    expect(of(said, {}).calls).toEqual([{ name, args }]);
  });
});

describe('a language and a time zone in one message', () => {
  it.each([
    'Set my language to German and my time zone to Nairobi',
    'Set my time zone to Nairobi and my language to German',
    'Stell meine Sprache auf Deutsch und meine Zeitzone auf Nairobi',
    'Stell meine Zeitzone auf Nairobi und meine Sprache auf Deutsch',
    'Mets ma langue en allemand et mon fuseau horaire à Nairobi',
    'Mets mon fuseau horaire à Nairobi et ma langue en allemand',
    'Pon mi idioma en alemán y mi zona horaria en Nairobi',
    'Pon mi zona horaria en Nairobi y mi idioma en alemán',
    'Mude o meu idioma para alemão e o meu fuso horário para Nairobi',
    'Põe o meu fuso horário em Nairobi e a minha língua em alemão',
    'Weka lugha yangu kuwa Kijerumani na saa za eneo langu kuwa Nairobi',
    'Weka saa za eneo langu Nairobi na lugha yangu Kijerumani',
  ])('are both set: %s', (said) => {
    expect(of(said, {}).calls).toEqual([
      {
        name: 'set_preference',
        args: { language: 'de', timeZone: expect.stringMatching(/^(?:Africa\/)?Nairobi$/u) },
      },
    ]);
  });

  it.each([
    'set my time zone to UTC+3',
    'meine Zeitzone ist UTC+3',
    'mon fuseau horaire est UTC+3',
    'mi zona horaria es UTC+3',
    'o meu fuso horário é UTC+3',
  ])('a zone may be so many hours from UTC: %s', (said) => {
    expect(of(said, {}).calls).toEqual([{ name: 'set_preference', args: { timeZone: 'UTC+3' } }]);
  });
});
