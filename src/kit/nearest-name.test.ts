import { describe, expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['wether', 'weather'],
    ['Sampling', 'sampling'],
    ['fetures', 'features'],
    ['discription', 'description'],
    ['nmae', 'name'],
  ])('finds for %s the name %s', (word, expected) => {
    expect(nearestName(word, ['weather', 'sampling', 'features', 'description', 'name'])).toBe(expected);
  });

  it('finds nothing for a word that is like none', () => {
    expect(nearestName('x', ['weather', 'vfs'])).toBeUndefined();
    expect(didYouMean('telescope', ['weather', 'vfs'])).toBe('');
  });

  it('prefers the nearer of two', () => {
    expect(nearestName('report', ['reports', 'report-card'])).toBe('reports');
    expect(didYouMean('report', ['reports'])).toBe(" Did you mean 'reports'?");
  });
});
