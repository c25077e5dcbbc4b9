import { expect, it } from 'vitest';
import { zoneInWords } from './zone-in-words.js';

it.each([
  ['Etc/GMT-3', 'UTC+3'],
  ['Etc/GMT+11', 'UTC-11'],
  ['Africa/Nairobi', 'Africa/Nairobi'],
  ['UTC', 'UTC'],
])('%s is written %s', (zone, words) => expect(zoneInWords(zone)).toBe(words));
