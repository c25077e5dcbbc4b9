import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { asksToGoAhead } from '../src/planner/wording/speak.js';
import { shippedPlanner } from './support/planner-of.js';

/** A plain, exact wish of one sentence is done, or goes straight to the one question that the runtime asks before it. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

function madeOf(...said: string[]) {
  return talk(said, options).calls.filter(({ name }) => !/capabilit/u.test(name));
}

const DESIGN = { population: 5000, expectedMean: 0.8, expectedSD: 0.2, dropoutRate: 0.15 };

describe('a plain wish', () => {
  it.each([
    'Entwirf eine Stichprobe für 5000 Haushalte, Mittelwert 0,8, Standardabweichung 0,2, 15% Ausfall',
    'Ich brauche eine Stichprobe von 5000 Haushalten, Mittelwert 0,8, Standardabweichung 0,2, 15% Ausfall',
    "J'ai besoin d'un échantillon de 5000 ménages, moyenne 0,8, écart-type 0,2, 15% de pertes",
    'Necesito una muestra de 5000 hogares, media 0,8, desviación 0,2, 15% de pérdida',
    'Preciso de uma amostra de 5000 famílias, média 0,8, desvio 0,2, 15% de perda',
    'Ninahitaji sampuli ya kaya 5000, wastani 0.8, mkengeuko 0.2, upotevu 15%',
    'Buni sampuli ya kaya 5000, wastani 0.8, mkengeuko 0.2, upotevu 15%',
  ])('for a design is done: %s', (said) => {
    expect(madeOf(said)).toEqual([{ name: 'design_sample', args: DESIGN }]);
  });

  it.each([
    'Ziehe 60 Haushalte aus /reg.csv mit Seed 7',
    'Could you please pick 60 households from /reg.csv, the seed is 7?',
    'Chagua kaya 60 kutoka /reg.csv kwa mbegu 7',
  ])('for a draw is done: %s', (said) => {
    expect(madeOf(said)).toEqual([
      { name: 'select_households', args: { sampleSize: 60, registryPath: '/reg.csv', seed: '7' } },
    ]);
  });

  it.each([
    'Veröffentliche /plan.md',
    'Veröffentliche bitte /plan.md',
    "Publie /plan.md s'il te plaît",
    'Publica /plan.md por favor',
    'Publique /plan.md',
    'Publique /plan.md, por favor',
    'Chapisha /plan.md tafadhali',
  ])('for what the runtime asks about goes straight there: %s', (said) => {
    expect(madeOf(said)).toEqual([{ name: 'vfs_set_public', args: { path: '/plan.md', public: true } }]);
  });
});

describe('what looks like a plain wish and is none', () => {
  it.each([
    'soll ich /plan.md veröffentlichen?',
    'veröffentliche /plan.md noch nicht',
    'veröffentliche /plan.md morgen',
    'veröffentliche /plan.md für Juma',
    'Juma sagt, veröffentliche /plan.md',
    'publie /plan.md si Grace est d’accord',
    'publica /plan.md y borra /old.md',
    'chapisha kurasa za kwanza za /plan.md',
    'die Prüferin verbietet: veröffentliche /plan.md',
    'es ist verboten, /plan.md zu veröffentlichen',
    'je, nichapishe /plan.md?',
  ])('does nothing at once: %s', (said) => {
    expect(madeOf(said)).toEqual([]);
  });

  it.each([
    'Ziehe 60 Haushalte aus /reg.csv mit Seed 7, die einen Hund haben',
    'Ziehe 60 arme Haushalte aus /reg.csv mit Seed 7',
    'Ziehe 60 Haushalte aus /reg.csv mit Seed 7 ist verboten',
    'Ziehe keine 60 Haushalte aus /reg.csv mit Seed 7',
    'Grace hat 60 Haushalte aus /reg.csv mit Seed 7 gezogen',
    'Ninahitaji sampuli ya kaya 5000 kesho, wastani 0.8, mkengeuko 0.2',
    'Entwirf eine Stichprobe für 5000 Haushalte, Mittelwert 0,8, Standardabweichung 0,2, 60% Stadt und 40% Land',
  ])('draws and designs nothing at once: %s', (said) => {
    expect(madeOf(said)).toEqual([]);
  });
});

describe('a question of what is so', () => {
  it.each([
    ['Cherche kerosene dans les documents', 'kerosene'],
    ['Busca kerosene en los documentos', 'kerosene'],
    ['Procure kerosene nos documentos', 'kerosene'],
    ['Tafuta kerosene kwenye nyaraka', 'kerosene'],
    ['Suche kerosene in den Dokumenten', 'kerosene'],
    ['What is written about kerosene in the documents?', 'kerosene'],
    ['Is it true that nobody works on Sundays?', 'nobody works on Sundays'],
  ])('is looked for in the documents: %s', (said, question) => {
    expect(madeOf(said)).toEqual([{ name: 'search_knowledge', args: { question } }]);
  });

  it.each([
    ['How often are boreholes tested?', 'How often are boreholes tested'],
    ['tell me how often boreholes are tested', 'how often boreholes are tested'],
    ["What is the interviewers' pay?", "What is the interviewers' pay"],
    ['Wie oft werden Bohrlöcher geprüft?', 'Wie oft werden Bohrlöcher geprüft'],
    ['À quelle fréquence les forages sont-ils testés ?', 'À quelle fréquence les forages sont-ils testés'],
    ['¿Con qué frecuencia se prueban los pozos?', 'Con qué frecuencia se prueban los pozos'],
    ['Com que frequência os poços são testados?', 'Com que frequência os poços são testados'],
    ['Visima hupimwa mara ngapi?', 'Visima hupimwa mara ngapi'],
  ])('may be of anything, and is proposed to be looked for there: %s', (said, question) => {
    expect(madeOf(said)).toEqual([]);
    expect(talkAndAgree([said], options).calls.at(-1)).toMatchObject({
      name: 'search_knowledge',
      args: { question },
    });
  });

  it.each([
    ['Who pays the interviewers according to the handbook?', 'Who pays the interviewers', 'handbook'],
    ['Wer bezahlt laut Handbuch die Interviewer?', 'Wer bezahlt die Interviewer', 'Handbuch'],
    ['Selon le manuel, qui paie les enquêteurs ?', 'qui paie les enquêteurs', 'manuel'],
    ['Nani analipa wahoji kulingana na mwongozo?', 'Nani analipa wahoji', 'mwongozo'],
  ])('is asked of the document that is named: %s', (said, question, document) => {
    expect(madeOf(said)).toEqual([{ name: 'search_knowledge', args: { question, document } }]);
  });

  it('goes on in the same document', () => {
    expect(madeOf('What does the handbook say about kerosene?', 'And the turtles?')).toEqual([
      { name: 'search_knowledge', args: { question: 'the turtles', document: 'handbook' } },
    ]);
  });

  it.each([
    'what does frobnication mean?',
    'what a lovely day',
    'who are you?',
    'how do I log in?',
    'should I publish /plan.md?',
    'Search my files for kerosene',
  ])('is none: %s', (said) => {
    expect(madeOf(said).filter(({ name }) => name === 'search_knowledge')).toEqual([]);
  });

  it('leaves another wish behind it to itself', () => {
    const { calls, text } = talk(['What do the documents say about kerosene?', 'and show my files'], options);
    expect(calls.filter(({ name }) => name === 'search_knowledge')).toEqual([]);
    expect(asksToGoAhead(text) || calls.some(({ name }) => name === 'vfs_list')).toBe(true);
  });
});
