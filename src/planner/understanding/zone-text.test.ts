import { expect, it } from 'vitest';
import { readTurn } from './read-turn.js';
import { createReader } from './reader.js';
import { zoneIn } from './zone-text.js';

const reader = createReader();

it.each([
  ['My time zone is Asia/Kolkata', 'Asia/Kolkata'],
  ['Use Nairobi time', 'Nairobi'],
  ["utilise l'heure de Nairobi", 'Nairobi'],
  ['my folder is Notes/Plans', undefined],
  ['Use Kitchen time', undefined],
])('%s', (said, zone) => {
  expect(zoneIn(readTurn(reader.read(said, reader.languageOf(said)), reader))?.text).toBe(zone);
});
