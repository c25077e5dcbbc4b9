import { expect, it } from 'vitest';
import { plain } from './plain.js';

it.each([
  ['## Working\n\n**Draw 112** of _all_ `units`.', 'Working Draw 112 of all units .'],
  ['| a | b |\n| --- | ---: |\n| 1 | 2 |\n', 'a b 1 2'],
  ['n0 = (z * SD / (e * mean))^2 and n_adj', 'n0 = (z * SD / (e * mean))^2 and n_adj'],
  ['- one\n- two', 'one two'],
])('is said without marks: %j', (text, said) => {
  expect(plain(text)).toBe(said);
});
