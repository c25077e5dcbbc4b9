import { expect, it } from 'vitest';
import { readUtterances } from '../../../plugin/index.js';
import { LANGUAGES } from '../../language/language.js';
import { drawSentence } from './draw-sentence.js';
import { Random } from './random.js';

const [utterance] = readUtterances(
  '{"do":"x","say":["(Please |)size a sample for {population:count} (homes|stoves).","{1-dropout:share} (responded|  answered); see {path=/a b.csv}"]}',
).utterances;

it('keeps the place of every value, whatever is drawn and however it is typed', () => {
  if (utterance === undefined) throw new Error('The utterance was not read.');
  const random = new Random(3);
  for (let count = 0; count < 300; count++) {
    for (const language of LANGUAGES) {
      const turns = drawSentence(utterance, random, language);
      expect(turns).toHaveLength(2);
      const texts = turns.map(({ text, spans }) => spans.map(({ start, end }) => text.slice(start, end)));
      expect(texts[0]?.[0]).toMatch(/\S/u);
      expect(turns[0]?.text.startsWith(texts[0]?.[0] ?? '', turns[0].spans[0]?.start)).toBe(true);
      expect(texts[1]?.[1]).toBe('/a b.csv');
      for (const { text } of turns) expect(text).not.toMatch(/[{}()|]/u);
    }
  }
});

it('draws the same from the same seed', () => {
  if (utterance === undefined) throw new Error('The utterance was not read.');
  const draw = () => drawSentence(utterance, new Random(9), 'de');
  expect(draw()).toEqual(draw());
});
