import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNumbers } from '../filling/numbers.js';
import type { Args } from '../schema/leaves.js';
import { record } from '../schema/schema-fields.js';
import { meets } from '../schema/validate.js';
import { FIXTURE_CAPABILITIES } from '../testing/fixture-capabilities.js';
import { META_TOOLS } from '../testing/meta-tools.js';
import { talk } from '../testing/talk.js';

const tools = FIXTURE_CAPABILITIES.flatMap((capability) => capability.tools);
const options = { capabilities: FIXTURE_CAPABILITIES, bound: [...META_TOOLS, ...tools] };

/** Requests made of pieces that people write, in any order and number. */
const piece = fc.oneof(
  fc.constantFrom(
    'design a sample',
    'for',
    'households',
    'mean',
    'sd',
    'dropout',
    'without dropout',
    'confidence',
    'precision',
    '95/5',
    '90/10',
    'urban',
    'rural',
    'and',
    ',',
    '.',
    ';',
    "what's the weather in",
    'Berlin',
    'forecast',
    'for Paris',
    'tomorrow',
    'next week',
    'convert',
    'USD',
    'to EUR',
    'draw a bar chart of',
    'list claims of collection',
    'approve design',
    'remind me to',
    'remember that',
    'I have',
    'kids',
    '±',
    '%',
    'percent',
    'about',
    'not',
    'stratify',
    'instead',
    'and with',
    '"quoted 7"',
    'did:ixo:entity:abc',
    '{',
    '}',
  ),
  fc.integer({ min: -20, max: 200_000 }).map(String),
  fc.double({ min: 0, max: 10, noNaN: true }).map((value) => value.toFixed(2)),
  fc.integer({ min: 0, max: 150 }).map((value) => `${value}%`),
  fc.integer({ min: 1, max: 99 }).map((value) => `${value}k`),
);
const request = fc.array(piece, { minLength: 1, maxLength: 18 }).map((pieces) => pieces.join(' '));
const requests = fc.array(request, { minLength: 1, maxLength: 3 });

describe('whatever is asked', () => {
  it('sends only arguments that the schema accepts', () => {
    fc.assert(
      fc.property(requests, (said) => {
        for (const call of talk(said, options).calls) {
          const tool = tools.find((one) => one.name === call.name);
          if (tool !== undefined) expect(meets(call.args, tool.parameters), JSON.stringify(call)).toBe(true);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('sends only numbers that were said, or their percent, scale or unit', () => {
    fc.assert(
      fc.property(requests, (said) => {
        const allowed = sayable(said);
        for (const call of talk(said, options).calls) {
          for (const value of numbersIn(call.args))
            expect(allowed, `${value} in ${JSON.stringify(call)}`).toContain(value);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('reads back every value of a request, in whatever order it is said', () => {
    const parts = fc.record({
      population: fc.integer({ min: 1000, max: 5_000_000 }),
      mean: fc.integer({ min: 1, max: 999 }).map((value) => value / 100),
      sd: fc.integer({ min: 1, max: 999 }).map((value) => value / 1000),
      dropout: fc.integer({ min: 0, max: 99 }),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      separator: fc.constantFrom(', ', '; ', ' and ', ', with '),
    });
    fc.assert(
      fc.property(parts, ({ population, mean, sd, dropout, order, separator }) => {
        const said = [`${population} households`, `mean ${mean}`, `sd of ${sd}`, `${dropout}% dropout`];
        const text = `Design a sample: ${order.map((index) => said[index]).join(separator)}`;
        fc.pre(![mean, sd].some((value) => /^\d{1,3}\.\d{3}$/u.test(String(value)) && value >= 1));
        const expected = {
          population,
          expectedMean: mean,
          expectedSD: sd,
          dropoutRate: Number(`${dropout}e-2`),
        };
        expect(talk([text], options).calls, text).toEqual([{ name: 'design_sample', args: expected }]);
      }),
      { numRuns: 200 },
    );
  });

  it('ends, and says something', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { minLength: 1, maxLength: 3 }),
        (said) => {
          expect(talk(said, options).text).not.toBe('');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is not held up by long or hostile texts', () => {
    const pieces = [
      '(',
      '1,',
      'a ',
      '1 ',
      'a-',
      'x@',
      'a.',
      "'a ",
      '/a',
      'did:',
      'a',
      '1',
      '{',
      '"',
      'twenty ',
      'and what ',
      '1 household ',
      'in New ',
      '1% a, ',
      'Design a sample for 5000 households ',
      'weather in Berlin, ',
    ];
    const texts = pieces.map((piece) => piece.repeat(Math.ceil(100_000 / piece.length)));
    for (const text of texts) {
      const begun = performance.now();
      talk([text], options);
      expect(performance.now() - begun, text.slice(0, 20)).toBeLessThan(5_000);
    }
  });
});

/** Every value that the texts state: as written, in percent, in days for weeks, zero for `no` and `without`. */
function sayable(said: readonly string[]): number[] {
  const mentions = said.flatMap((text) => findNumbers(text));
  const values = mentions.flatMap((one) => [one.value, one.grouped ?? one.value]);
  const written = said.flatMap((text) => (text.match(/\d+(?:\.\d+)?/gu) ?? []).map(Number));
  const none = said.some((text) => /\b(?:no|not|without|zero)\b/u.test(text)) ? [0] : [];
  const weeks = mentions.filter((one) => one.implied).map((one) => one.value * 7);
  return [...values, ...written]
    .flatMap((value) => [value, Math.abs(value), Number(`${value}e-2`)])
    .concat(none, weeks);
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  return Object.values(record(value) as Args).flatMap((member) =>
    typeof member === 'object' || typeof member === 'number' ? numbersIn(member) : [],
  );
}
