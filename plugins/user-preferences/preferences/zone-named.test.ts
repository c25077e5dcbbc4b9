import { expect, it } from 'vitest';
import { zoneNamed } from './zone-named.js';

it.each([
  ['Africa/Nairobi', 'Africa/Nairobi'],
  ['nairobi', 'Africa/Nairobi'],
  ['new york', 'America/New_York'],
  ['Kyiv', 'Europe/Kyiv'],
  ['kolkata', 'Asia/Kolkata'],
])('the zone of %s is %s', (said, zone) => expect(zoneNamed(said)).toBe(zone));

it.each(['Atlantis', '+03:00', '../etc', ''])('%j is no zone', (said) => {
  expect(() => zoneNamed(said)).toThrow('is no time zone that is known here');
});
