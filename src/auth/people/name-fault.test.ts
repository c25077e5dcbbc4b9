import { expect, it } from 'vitest';
import { nameFault } from './name-fault.js';

it('lets people be called what they are called', () => {
  for (const name of ['Vera', 'José Núñez', 'Вера', 'Ελένη', '陳大文', "O'Neil", 'Ada 2'])
    expect(nameFault(name, ['Coord']), name).toBeUndefined();
  // The exact name is a conflict that the store knows of.
  expect(nameFault('Coord', ['Coord'])).toBeUndefined();
});

it.each([
  ['owner', 'reserved'],
  ['EVERYBODY', 'reserved'],
  ['*', 'reserved'],
  ['ｏwner', 'reserved'],
  ['did:key:z6Mk', 'DID'],
  ['DID:key:z6Mk', 'DID'],
  ['COORD', 'read like Coord'],
  ['Ｃoord', 'read like Coord'],
  ['Co\u200bord', 'nobody sees'],
  ['Coord\u202e', 'nobody sees'],
  ['C\u043eord', 'several scripts'],
])('refuses %j', (name, why) => {
  expect(nameFault(name, ['Coord'])).toContain(why);
});
