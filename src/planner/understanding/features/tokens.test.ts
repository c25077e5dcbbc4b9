import { expect, it } from 'vitest';
import { readTurn } from '../read-turn.js';
import { createReader } from '../reader.js';
import { quotesClosed } from './tokens.js';

const reader = createReader();
const closed = (text: string) => {
  const { reading, tokens } = readTurn(reader.read(text, 'en'), reader);
  return quotesClosed(tokens, reading)
    .map((token) => token.text)
    .filter((word) => /[\p{L}<]/u.test(word));
};

it('closes what is quoted, so that no word of it is a wish', () => {
  expect(closed('change "delete all" to "good bye" in /a.txt')).toEqual([
    'change',
    '<quote>',
    'to',
    '<quote>',
    'in',
    '<path>',
  ]);
});

it('leaves a message that is quoted whole as it is', () => {
  expect(closed('"show my files"')).toEqual(['show', 'my', 'files']);
});
