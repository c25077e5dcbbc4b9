import { describe, expect, it } from 'vitest';
import { readText } from '../../filling/read-text.js';
import { partsOf } from '../planning/signs.js';
import { endsSomething } from './ending.js';

const ends = (said: string) => partsOf(readText(said), () => false).some(({ words }) => endsSomething(words));

describe('a clause that wants something to end', () => {
  it.each([
    'stop with the imperial units',
    'please turn imperial units off',
    'could you switch off commas for decimals',
    'get rid of it',
    'drop the formal tone',
    'schalte die imperialen Einheiten bitte ab',
    'weg mit dem Komma',
    'das Komma weglassen',
    'désactive les unités impériales',
    'quita las unidades imperiales',
    'tira a vírgula decimal',
    'ondoa vipimo vya imperial',
  ])('%s', (said) => expect(ends(said)).toBe(true));

  it.each([
    'set my units to imperial',
    'drop /a.txt into /b',
    'stell die Einheiten auf metrisch',
    'tirez 48 ménages',
    'finish the design',
    'a partir de agora responde en inglés',
    'quite right, use imperial units',
  ])('and none: %s', (said) => expect(ends(said)).toBe(false));
});
