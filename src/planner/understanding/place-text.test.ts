import { expect, it } from 'vitest';
import { isNoPlace, placeIn } from './place-text.js';
import { readTurn } from './read-turn.js';
import { createReader } from './reader.js';

const reader = createReader();
const turnOf = (said: string) => readTurn(reader.read(said, reader.languageOf(said)), reader);

it.each([
  ['how hot is it in La Paz, brrr', 'La Paz'],
  ['¿está haciendo frío en El Alto?', 'El Alto'],
  ['Moin, wie isn das Wetter in Cuxhaven grad', 'Cuxhaven'],
  ['naivasha next 3 days, rain or no rain', 'naivasha'],
  ['SINGAPORE NOW', 'SINGAPORE'],
  ['utabiri wa siku 4 malindi tafadhali', 'malindi'],
])('finds the place of %s', (said, place) => expect(placeIn(turnOf(said))?.text).toBe(place));

it.each(['rain or no rain', 'em Fahrenheit', 'kurigram and pokhara, please'])('finds none in %s', (said) =>
  expect(placeIn(turnOf(said))).toBeUndefined(),
);

it.each([
  ['sir wether dhaka naw plz', 'plz', true],
  ['Only four days then', 'Only', true],
  ['il pleut à khulna là tout de suite', 'suite', true],
  ['weather in Reading', 'Reading', false],
  ['weather paris', 'paris', false],
])('of %s: %s', (said, word, isNone) => {
  const start = said.indexOf(word);
  expect(isNoPlace({ start, end: start + word.length }, turnOf(said))).toBe(isNone);
});
