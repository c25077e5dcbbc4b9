import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk, talkAndAgree } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** A free text is the whole of what was said for it, or asked about. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const callsOf = (said: string) =>
  talk(said.split(' | '), options).calls.filter(({ name }) => name !== 'load_capability');

describe('a question to documents is asked whole, of the documents that it names', () => {
  it.each<[said: string, question: string, document?: string]>([
    [
      'What does handbook.md say about paying interviewers on Sundays?',
      'paying interviewers on Sundays',
      'handbook.md',
    ],
    ['What does room.txt say about testing boreholes in Kisumu?', 'testing boreholes in Kisumu', 'room.txt'],
    ['What does room.txt say about hippos and geckos, please?', 'hippos and geckos', 'room.txt'],
    ['What does longs.md say about gazelle kind 250?', 'gazelle kind 250', 'longs.md'],
    ['Quote what room.txt says about hippos and geckos', 'hippos and geckos', 'room.txt'],
    ['According to wrapped.md, may the hippos be fed?', 'may the hippos be fed', 'wrapped.md'],
    ['What do the documents say about turtles in 2024?', 'turtles in 2024'],
    ['What do the documents say about okapi150?', 'okapi150'],
    ['Quote what the documents say about group 7', 'group 7'],
    // A document that is named by a noun is meant, whether there is one or not.
    ['What does the manual say about hippos?', 'hippos', 'manual'],
    ['What does our policy on water say about hippos?', 'hippos', 'policy on water'],
    ['Was sagt das Handbuch über Raum 14?', 'Raum 14', 'Handbuch'],
    ['Que dit le manuel sur les hippos ?', 'les hippos', 'manuel'],
    ['¿Qué dice el manual sobre alimentar hipopótamos en enero?', 'alimentar hipopótamos en enero', 'manual'],
    ['O que diz o manual sobre hippos?', 'hippos', 'manual'],
    ['Kitabu cha mwongozo kinasema nini kuhusu viboko?', 'viboko', 'Kitabu cha mwongozo'],
    // What looks into documents is asked, not what looks into the names of files.
    ['search the documents for turtles', 'turtles'],
    ['Search handbook.md for hippos', 'hippos', 'handbook.md'],
    ['Durchsuche die Dokumente nach Schildkröten', 'Schildkröten'],
  ])('%s', (said, question, document) => {
    const args = document === undefined ? { question } : { question, document };
    expect(callsOf(said)).toEqual([{ name: 'search_knowledge', args }]);
  });

  it('of each document', () => {
    expect(callsOf('What do handbook.md and room.txt say about hippos?').map(({ args }) => args)).toEqual([
      { question: 'hippos', document: 'handbook.md' },
      { question: 'hippos', document: 'room.txt' },
    ]);
  });

  it('and asks about what it cannot heed', () => {
    const { calls, text } = talk(['What does page 1 of wrap.pdf say about vaccine?'], options);
    expect(calls).toEqual([]);
    expect(text).toContain('page 1');
  });

  it('and says no more of what is asked of others', () => {
    expect(callsOf('what does the weather forecast say about Kisumu?')).toMatchObject([
      { name: 'get_weather_forecast', args: { city: 'Kisumu' } },
    ]);
  });
});

it('a word that points at what was shown is no question and no quote', () => {
  const turtles = 'What do the documents say about turtles? | ';
  for (const said of ['Check that quote', 'Is that right?', 'Check that quote | Is that true?'])
    expect(callsOf(`${turtles}${said}`)).toEqual([]);
  const summary = '“Turtles lay eggs in sand.” — notes/turtles.md, version 1, line 1.';
  const { calls, text } = talkAndAgree(['What do the documents say about turtles?', 'Check that quote'], {
    ...options,
    answer: () => JSON.stringify({ summary }),
  });
  expect(`${JSON.stringify(calls)} ${text}`).toContain(
    'check_quote","args":{"quote":"Turtles lay eggs in sand."',
  );
});
