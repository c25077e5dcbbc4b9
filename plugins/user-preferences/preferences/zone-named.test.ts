import { expect, it } from 'vitest';
import { zoneNamed } from './zone-named.js';

it.each([
  ['Africa/Nairobi', 'Africa/Nairobi'],
  ['nairobi', 'Africa/Nairobi'],
  ['new york', 'America/New_York'],
  ['Kyiv', 'Europe/Kyiv'],
  ['kolkata', 'Asia/Kolkata'],
  ['UTC+3', 'Etc/GMT-3'],
  ['GMT -5', 'Etc/GMT+5'],
  ['UTC+03:00', 'Etc/GMT-3'],
])('the zone of %s is %s', (said, zone) => expect(zoneNamed(said)).toBe(zone));

it.each(['Atlantis', '+03:00', 'UTC+5:30', 'UTC+19', '../etc', ''])('%j is no zone', (said) => {
  expect(() => zoneNamed(said)).toThrow('is no time zone that is known here');
});
