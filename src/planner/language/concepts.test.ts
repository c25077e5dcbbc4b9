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

describe('the words and symbols of the trade', () => {
  it.each<[string, string, string]>([
    ['response rate 85%', 'response', 'responseRate'],
    ['we lose 15%', 'lose', 'dropout'],
    ['one in ten drop out', 'drop', 'dropout'],
    ['15% will refuse', 'refuse', 'dropout'],
    ['10% not at home', 'home', 'dropout'],
    ['8% could not be reached', 'reached', 'dropout'],
    ['CV 0.35', 'CV', 'cv'],
    ['s = 0.9', 's', 'sd'],
    ['s.d. 1.6', 'd', 'sd'],
    ['x̄ = 2.4', 'x̄', 'mean'],
    ['n0=385', 'n0', 'sampleSize'],
    ['p=0.8', 'p', 'proportion'],
    ['p̂ = 0.7', 'p̂', 'proportion'],
    ['deff 1.5', 'deff', 'designEffect'],
    ['α = 0.05', 'α', 'alpha'],
    ['z = 1.96', 'z', 'zScore'],
    ['± 5%', '±', 'precision'],
    ['maen 1.5', 'maen', 'mean'],
    ['80% still use it', 'use', 'usageShare'],
    ['bringing the total to 7,850 in the pilot', 'total', 'total'],
    ['bringing the total to 7,850 in the pilot', 'pilot', 'pilot'],
  ])('%s: %s', (text, word, concept) => {
    expect(at(text, 'en')[word]).toContain(`field.${concept}`);
  });
});
