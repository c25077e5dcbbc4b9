import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STAND_IN_CITIES } from '../testing/cities.js';
import { splitCity } from './city.js';
import { choosePlace, describePlace, editDistance, nearestPlaces, type Place } from './places.js';

const places: Place[] = STAND_IN_CITIES.map((city) => ({
  name: city.name,
  latitude: city.latitude,
  longitude: city.longitude,
  country: city.country,
  countryCode: city.country_code,
  region: city.admin1,
}));
const named = (name: string) => places.filter((place) => place.name === name);

describe('the place that is meant', () => {
  it.each([
    ['Paris', 'Paris, Île-de-France Region, France'],
    ['Paris, Texas', 'Paris, Texas, United States'],
    ['Paris, TX', 'Paris, Texas, United States'],
    ['paris, tx, usa', 'Paris, Texas, United States'],
    ['Paris, Ile de France', 'Paris, Île-de-France Region, France'],
    ['Berlin, DE', 'Berlin, State of Berlin, Germany'],
    ['Berlin, New Hampshire', 'Berlin, New Hampshire, United States'],
    ['Córdoba, Spain', 'Córdoba, Andalusia, Spain'],
    ['Córdoba, es', 'Córdoba, Andalusia, Spain'],
    ['London, CA', 'London, Ontario, Canada'],
    ['London, UK', 'London, England, United Kingdom'],
    ['Springfield, IL', 'Springfield, Illinois, United States'],
  ])('%s is %s', (text, expected) => {
    const query = splitCity(text);
    const sameName = places.filter((place) => place.name.toLowerCase() === query.name.toLowerCase());
    expect(describePlace(choosePlace(query, sameName) ?? { name: 'none', latitude: 0, longitude: 0 })).toBe(
      expected,
    );
  });

  it('is none when no place lies in the region that was named', () => {
    expect(choosePlace(splitCity('Paris, Kenya'), named('Paris'))).toBeUndefined();
    expect(choosePlace(splitCity('Paris, Texas, France'), named('Paris'))).toBeUndefined();
  });

  it('bears the name itself rather than one that resembles it', () => {
    const found = choosePlace(splitCity('bern'), [...named('Berlin'), ...named('Bern')]);
    expect(found?.name).toBe('Bern');
  });
});

describe('near matches', () => {
  it('come closest first, each once, and far cries not at all', () => {
    expect(nearestPlaces('Berln', [...places, ...places], 3)).toEqual([
      'Berlin, State of Berlin, Germany',
      'Berlin, New Hampshire, United States',
      'Bern, Canton of Bern, Switzerland',
    ]);
    expect(nearestPlaces('Xyzzyx', places, 5)).toEqual([]);
  });

  it('name a region once when it is called like the city', () => {
    expect(describePlace(named('New York')[0] ?? { name: 'none', latitude: 0, longitude: 0 })).toBe(
      'New York, United States',
    );
  });
});

describe('edit distance', () => {
  // Examples of the literature: Levenshtein's kitten/sitting, Damerau's swap of neighbours.
  it.each([
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['ca', 'ac', 1],
    ['', 'abc', 3],
  ])('%s to %s is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
  });

  it('is symmetric, zero only for equal words, and never above the longer length', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});
