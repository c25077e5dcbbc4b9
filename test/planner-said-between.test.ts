import { beforeAll, describe, expect, it } from 'vitest';
import { shippedPlugins } from '../plugins/index.js';
import { type TalkOptions, talk } from '../src/planner/testing/talk.js';
import { shippedPlanner } from './support/planner-of.js';

/** A talk that goes on: no value that was said may be dropped, or go to another field than the one it was named for. */
let options: TalkOptions;
beforeAll(async () => {
  options = await shippedPlanner(shippedPlugins);
});

const DESIGN = 'Design a sample of 5000 households, mean 6 hours, sd 2 hours, 95/5';
const SHARE = 'Design a sample of 5000 households, 75% in use, 95/5';

describe('a number that is named in a follow-up', () => {
  it.each<[first: string, then: string, shown: string, unchanged: string]>([
    [DESIGN, 'And with a larger σ, say 1.4 hours?', 'sd 1.4', 'mean 6'],
    [SHARE, 'Und nun dasselbe mit einer Rücklaufquote von 85 %.', '15%', '75%'],
    [SHARE, 'sasa fanya usahihi uwe asilimia 8', '8%', '75%'],
  ])('goes to its field: %s, %s', (first, then, shown, unchanged) => {
    const { calls, text } = talk([first, 'yes', then], options);
    const told = `${text}${JSON.stringify(calls)}`;
    expect(told).toMatch(new RegExp(`${shown}|0\\.${shown.padStart(3, '0').slice(0, 2)}`, 'u'));
    expect(told).toMatch(new RegExp(`${unchanged}|0\\.${unchanged.slice(0, 2)}`, 'u'));
  });

  it('is no population when it counts what another tool has', () => {
    const { calls, text } = talk([DESIGN, 'yes', 'and at 90/10, with 12 replacements?'], options);
    expect(calls).toEqual([]);
    expect(text).toContain('5,000 households');
    expect(text).toContain('“12 replacements”');
  });

  it('is no value where it says by how much one changes', () => {
    const { calls, text } = talk(
      [DESIGN, 'yes', 'Once more with a standard deviation one half larger.'],
      options,
    );
    expect(calls).toEqual([]);
    expect(text).not.toMatch(/sd 0\.5|SD 0\.5/u);
  });
});

describe('the text of a field that is read', () => {
  it.each([
    ['a thing with its article', ['Will I need a raincoat in the field tomorrow?']],
    ['a unit', ['Weather in Porto', 'in Fahrenheit']],
  ])('is asked about where it is %s', (_, said) => {
    expect(talk(said, options).calls.filter(({ name }) => name.startsWith('get_'))).toEqual([]);
  });

  it('is the quotation, and all words behind what leads to them', () => {
    const found = talk(['busca entidades que hablen de estufas en Oaxaca'], options).calls;
    expect(found.map(({ args }) => args)).toContainEqual({ text: 'estufas en Oaxaca' });
  });
});

it.each(['which validators are unjailed?', 'which claims are undisputed?'])(
  'names what turns a choice round: %s',
  (said) => {
    const { calls, text } = talk([said], options);
    expect(calls.filter(({ name }) => name !== 'load_capability')).toEqual([]);
    expect(text).toMatch(/“un(?:jailed|disputed)”/u);
  },
);

it('takes the coin that a question about an address names', () => {
  const address = 'ixo190vqdjtlpcq27xslcveglfmr4ynfwg7glwx95q';
  const { calls } = talk([`Does ${address} have IXO?`], options);
  expect(calls.at(-1)).toEqual({ name: 'chain_balance', args: { address, denom: 'IXO' } });
});
