import { expect, it } from 'vitest';
import { asWritten, stemOf, wordsOf } from './words.js';

it('takes no mark behind a number for a digit of it', () => {
  expect(wordsOf('40¹ dollars, 1½ m² of H₂O')).toEqual(
    ['40', '1', 'dollars', '1', '2', 'm2', 'of', 'h2o'].filter((word, at, all) => all.indexOf(word) === at),
  );
});

it.each(
  'fee fees, home homes, case cases, ferry ferries, city cities, box boxes, bus buses, virus viruses, glass glasses, house houses, stove stoves, use uses, day days, bean beans, key keys, logger loggers, church churches, casa casas, tomate tomates, Tag Tags'
    .toLowerCase()
    .split(', '),
)('takes one and many for the same: %s', (words) => {
  const [one = '', many = ''] = words.split(' ');
  expect(stemOf(many)).toBe(stemOf(one));
});

it.each(['car care', 'bean beat', 'gas gate', 'analysis analyst'])('tells others apart: %s', (words) => {
  const [one = '', other = ''] = words.split(' ');
  expect(stemOf(other)).not.toBe(stemOf(one));
});

it('knows how a word was written', () => {
  expect(asWritten('Was steht über Köln, bitte?', 'koln')).toBe('Köln');
});
