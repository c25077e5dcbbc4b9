import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
  for (let warm = 0; warm < 3; warm++)
    talk(['Design a sample for 5000 households, mean 0.8, sd 0.2'], options);
});

const LENGTH = 4_000;
/** What a message may be made of, over and over. */
const PIECES: Readonly<Record<string, string>> = {
  units: '5 kg per household ',
  'units without blanks': '5kg3g2lb',
  digits: '1234567890',
  'single digits': '1 2 3 4 5 ',
  commas: '1,2,3,',
  thousands: '1,000,000,',
  points: '1.2.3.',
  'spans without end': '1-2-3-',
  slashes: '1/2/',
  shares: '95% 5% ',
  levels: '95/5 ',
  spreads: '±5 ',
  'spans in words': 'between 5 and 6 ',
  brackets: '(([[{{',
  'one open bracket': '(a',
  'open quotation marks': '“',
  'quotation marks': '"a" \'b\' “c” ',
  'numbers in quotation marks': '"5" ',
  'zero-width signs': 'a\u200b\u200d',
  'signs that turn the direction': '\u202e5\u202c kg ',
  'marks over letters': `z${'\u0300'.repeat(30)}`,
  'scripts in one word': 'δοмк5 кг ',
  Chinese: '五千户 ',
  Arabic: '٥٠٠ أسرة ',
  pictures: '👩‍👩‍👧 ',
  JSON: '{"a":',
  lists: '[1,',
  tables: 'id,a,b\n1,2,3\n',
  code: '```',
  paths: '/a/b/c.csv ',
  identifiers: 'did:ixo:abc design-1 ',
  addresses: 'a@b.co https://a.b/c?d=e ',
  telephones: '+254 722 123 456 ',
  'one letter': 'a',
  hyphens: 'a-',
  semicolons: 'a;',
  'German numbers': 'einundzwanzigtausend',
  'French numbers': 'quatre-vingt-dix-sept ',
  'names of fields': 'mean, sd, ',
  losses: 'one in ten drop out ',
  parts: 'urban 60%, rural 40%; ',
  places: '3000 homes in Ada, ',
  'the rest': 'half coast, the rest hills, ',
  corrections: 'not 8% but 9% ',
};
/** Milliseconds; a quiet machine needs a tenth of it. Another job of the machine costs no processor time of this one. */
const ENOUGH = 600;

describe('4,000 characters of anything', () => {
  it.each(Object.entries(PIECES))('take little work: %s', (_, piece) => {
    const text = piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
    expect(workOf(() => talk([text], options))).toBeLessThan(ENOUGH);
    expect(workOf(() => talk(['Design a sample for 5000 households, mean 0.8', text], options))).toBeLessThan(
      ENOUGH,
    );
  });
});

/** Milliseconds of processor time, the better of two. */
function workOf(work: () => void): number {
  const once = () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once());
}
