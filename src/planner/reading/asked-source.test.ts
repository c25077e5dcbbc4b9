import { describe, expect, it } from 'vitest';
import { askedSource } from './asked-source.js';

describe('a question to a source', () => {
  it.each([
    [
      'What does handbook.md say about paying interviewers on Sundays?',
      'paying interviewers on Sundays',
      ['handbook.md'],
    ],
    ['What does handbook.md say about hippos and penguins?', 'hippos and penguins', ['handbook.md']],
    ['And what does two.pdf say about geckos, please?', 'geckos', ['two.pdf']],
    ['What do handbook.md and v/room.txt say about hippos?', 'hippos', ['handbook.md', 'v/room.txt']],
    ['What do the documents say about turtles in 2024?', 'turtles in 2024', []],
    ['Quote what the documents say about group 7.', 'group 7', []],
    ['What does our policy on water say about hippos?', 'hippos', ['policy on water']],
    ['What does “the manual” say about hippos?', 'hippos', ['the manual']],
    ['According to wrapped.md, may the hippos be fed?', 'may the hippos be fed', ['wrapped.md']],
    ['search the documents for turtles of the north', 'turtles of the north', []],
    ['Search handbook.md for hippos', 'hippos', ['handbook.md']],
    ['look up room 14 in the handbooks', 'room 14', []],
    [
      'Was sagt handbook.md über die Bezahlung am Sonntag, bitte?',
      'die Bezahlung am Sonntag',
      ['handbook.md'],
    ],
    ['Was steht im Handbuch zu Raum 14?', 'Raum 14', ['Handbuch']],
    ['Durchsuche die Unterlagen nach Schildkröten', 'Schildkröten', []],
    ['Que dit le manuel de sécurité sur les hippos ?', 'les hippos', ['manuel de sécurité']],
    ["Que disent les documents à propos de l'article 12 ?", "l'article 12", []],
    ['¿Qué dice el manual sobre alimentar en enero, por favor?', 'alimentar en enero', ['manual']],
    ['Que dicen los documentos sobre la sala 14', 'la sala 14', []],
    ['O que diz o manual sobre hipopótamos em 2024?', 'hipopótamos em 2024', ['manual']],
    ['O que dizem os documentos sobre a sala 14, obrigada', 'a sala 14', []],
    ['Kitabu cha mwongozo kinasema nini kuhusu viboko na mamba?', 'viboko na mamba', ['Kitabu cha mwongozo']],
    ['Nyaraka zinasema nini kuhusu chumba 14, tafadhali?', 'chumba 14', []],
  ])('%s', (said, topic, sources) => {
    const asked = askedSource(said);
    expect(asked?.topic.text).toBe(topic);
    expect(asked?.sources.map(({ text }) => text)).toEqual(sources);
    expect(said.slice(asked?.topic.start, asked?.topic.end)).toBe(topic);
  });

  it('keeps what narrows a document apart from its name', () => {
    expect(askedSource('What does page 1 of wrap.pdf say about vaccine?')).toMatchObject({
      sources: [{ text: 'wrap.pdf' }],
      narrowed: ['page 1'],
    });
  });

  it.each([
    'What did I say about fish?',
    'What does she say about the design?',
    'search my files for turtles',
    'Search /reports/a.md for turtles',
    'What does handbook.md say about hippos? And what does it cost?',
    'What is the weather in Kisumu?',
    'Que dit-il sur les hippos ?',
    'Was sagst du über mich?',
  ])('%s is none', (said) => {
    expect(askedSource(said)).toBeUndefined();
  });

  it('takes no time to be looked for in hostile words', () => {
    const before = process.cpuUsage();
    for (const word of ['what does ', 'say about ', ' ', ', please', 'a.md and '])
      askedSource(word.repeat(Math.floor(600 / word.length)));
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
