import { describe, expect, it } from 'vitest';
import { conceptsAt } from './concepts.js';
import { LANGUAGES, type Language } from './language.js';
import { LEXICONS } from './lexicon.js';
import { wordsOf } from './words.js';

const at = (text: string, language: Language) => {
  const words = wordsOf(text);
  const concepts = conceptsAt(words, language);
  return Object.fromEntries(words.map((word, index) => [word.raw, concepts[index] ?? []]));
};

describe('conceptsAt', () => {
  it.each<[Language, string, string, string]>([
    ['en', 'standard deviation of 2', 'standard', 'field.sd'],
    ['en', 'standard deviation of 2', 'deviation', 'field.sd'],
    ['de', 'die Standardabweichung ist 2', 'Standardabweichung', 'field.sd'],
    ['fr', 'un écart-type de 2', 'écart', 'field.sd'],
    ['es', 'la desviación estándar es 2', 'desviación', 'field.sd'],
    ['pt', 'o desvio padrão é 2', 'desvio', 'field.sd'],
    ['sw', 'mkengeuko wa kawaida ni 2', 'mkengeuko', 'field.sd'],
    ['en', 'delete /a.txt', 'delete', 'verb.delete'],
    ['de', 'lösche /a.txt', 'lösche', 'verb.delete'],
    ['de', 'die standard deviation ist 2', 'deviation', 'field.sd'],
  ])('reads %s %s', (language, text, word, concept) => {
    expect(at(text, language)[word]).toContain(concept);
  });

  it('reads a symbol only beside what it stands for, and by its capitals', () => {
    expect(at('N = 8000', 'en')['N']).toEqual(['field.population']);
    expect(at('n = 80', 'en')['n']).toEqual(['field.sampleSize']);
    expect(at('plan n', 'en')['n']).toEqual([]);
    expect(at('x̄ = 2.4', 'en')['x̄']).toContain('field.mean');
  });

  it('reads a slip of the finger as its nearest word', () => {
    expect(at('2500 housholds', 'en')['housholds']).toContain('field.household');
    expect(at('standrad devation 2', 'en')['devation']).toContain('field.sd');
  });

  it('says of every table whether a speaker has gone through it', () => {
    expect(LANGUAGES.filter((one) => LEXICONS[one].reviewed)).toEqual(['en']);
  });
});
