import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFigures } from './read-figures.js';
import { receiptsFrom } from './receipts.js';

const design = {
  id: 'call_2',
  tool: 'design_sample',
  output: {
    parameters: { calculatedSize: 95, adjustedSize: 112, factor: 0.95020786 },
    steps: [
      {
        step: 'dropout',
        formula: 'n / (1 - d)',
        source: 'Cochran, 13.2',
        unrounded: 111.76471,
        rounded: 112,
      },
    ],
    warnings: ['Student t would reach 5.04% and miss 5.00%.'],
  },
};
const kindsOf = (text: string, said: string[] = []) =>
  receiptsFrom([design], said)(text).map(({ text: figure, kind }) => [figure, kind]);

describe('the figures of a text', () => {
  it.each([
    ['95 of 1,234.5 and 5%', ['95', '1,234.5', '5%']],
    ['−3.2 to +4', ['−3.2', '+4']],
    ['1’234 and 12 345,6', ['1’234', '12 345,6']],
    ['On 2026-11-29 at 12:30, 3 Dec 2026, 29.11.2026', []],
    ['v0.1.0, design-1, h3, 95/5, a1b2, #7', []],
    ['It is 95.', ['95']],
    ['300-400 homes, 112-115, 4.5-5%', ['300', '400', '112', '115', '4.5', '5%']],
    ['1/3 of them, 51/52', ['1', '3', '51', '52']],
    ['7M tonnes, 2bn, 5kg, 3h, 12.5MJ, 1200EUR, EUR1200', ['7M', '2bn', '5', '3', '12.5', '1200', '1200']],
    ['5kg, USD5000, 112mn, 5lbs, 5tCO₂e, 5KG, 112hh', ['5', '5000', '112mn', '5', '5', '5', '112']],
    ['3x4 homes', ['3', '4']],
    ['12,34,567 and １１２ and ٣٤٥', ['12,34,567', '１１２', '٣٤٥']],
    ['HH-00012, 0712-345678, 2024-2025, 2026/27, 1st, 2D, 0x4f, 12ab', []],
    ['(z * SD / e)^2', []],
    ['not stated: 1 - dropoutRate', []],
    ['(112)', ['112']],
  ])('%s', (text, figures) => {
    expect(readFigures(text).map((figure) => figure.text)).toEqual(figures);
  });

  it('is read as the figures around it are written, else with a decimal point', () => {
    const values = (text: string) => readFigures(text)[0]?.readings.map(({ value }) => value);
    expect(values('1,234')).toEqual([1234]);
    expect(values('1.234')).toEqual([1.234, 1234]);
    expect(values('1.234 and 7.5')).toEqual([1.234]);
    expect(values('112 thousand')).toEqual([112_000]);
    expect(values('1.2 Mio. Tonnen')).toEqual([1_200_000]);
    expect(values('3 dozen')).toEqual([36]);
    expect(values('minus 112')).toEqual([-112]);
    expect(values('112 milled parts')).toEqual([112]);
    expect(values('1,234 and 0,5')).toEqual([1.234]);
    expect(values('1.234 and 0,5')).toEqual([1234]);
    expect(values('1.234 and 0.5')).toEqual([1.234]);
    expect(values('0,112')).toEqual([0.112]);
    expect(values('1.5e-7')).toEqual([1.5e-7]);
    expect(values('-2½')).toEqual([-2.5]);
    expect(values('5k')).toEqual([5000]);
    expect(values('1.234,5')).toEqual([1234.5]);
    expect(values('0,8')).toEqual([0.8]);
    expect(values('12,34,567')).toEqual([1_234_567]);
    expect(values('112_000')).toEqual([112_000]);
    expect(values('112 × 1000')).toEqual([112_000]);
    expect(values('112×10³')).toEqual([112_000]);
    expect(values('112 * 10^3')).toEqual([112_000]);
    expect(values('0.8 × 100 = 80')).toEqual([0.8]);
    expect(values('95 × 1.18')).toEqual([95]);
    expect(values('112 centaines')).toEqual([11_200]);
    expect(values('112 score')).toEqual([2240]);
    expect(values('a gross of 112 hundreds')).toEqual([11_200]);
    expect(values('5 scored')).toEqual([5]);
    expect(values('7M')).toEqual([7e6]);
    expect(values('１１２')).toEqual([112]);
    expect(values('٣٫٥')).toEqual([3.5]);
  });
});

describe('receipts', () => {
  it('say which field of which tool a figure came from, with its formula and source', () => {
    const [receipt] = receiptsFrom([design], [])('Draw 111.8 of them.');
    expect(receipt).toMatchObject({ kind: 'found', start: 5, end: 10 });
    expect(receipt?.fields).toEqual([
      {
        callId: 'call_2',
        tool: 'design_sample',
        path: 'steps.0.unrounded',
        value: 111.76471,
        formula: 'n / (1 - d)',
        source: 'Cochran, 13.2',
      },
    ]);
  });

  it('show what is the figure itself before what is rounded to it', () => {
    const [receipt] = receiptsFrom([design], [])('Draw 112 of them.');
    expect(receipt?.fields.map(({ value }) => value)).toEqual([112, 111.76471, 112]);
    expect(receipt?.fields.map(({ formula }) => formula !== undefined)).toEqual([true, true, false]);
  });

  it('show all fields that match, those with a formula first, take a percentage for a share, and words of a result for its figures', () => {
    const [receipt] = receiptsFrom([design], [])('112');
    expect(receipt?.fields.map(({ path }) => path)).toEqual([
      'steps.0.rounded',
      'steps.0.unrounded',
      'parameters.adjustedSize',
    ]);
    expect(kindsOf('95.02% and 5.04%')).toEqual([
      ['95.02%', 'found'],
      ['5.04%', 'found'],
    ]);
  });

  it('mark what a person said as given, and what nobody said as open', () => {
    const said = ['5000 households, 15% dropout'];
    expect(kindsOf('700%, 99% sure, 12 of 34', ['`code 12` https://x.org/34?q=99 and 7 homes'])).toEqual([
      ['700%', 'open'],
      ['99%', 'open'],
      ['12', 'open'],
      ['34', 'open'],
    ]);
    expect(kindsOf('Of 5,000 with 0.15 lost, 77 remain', said)).toEqual([
      ['5,000', 'given'],
      ['0.15', 'given'],
      ['77', 'open'],
    ]);
  });

  it('do not take a small count for whatever rounds to it', () => {
    expect(kindsOf('1 of them')).toEqual([['1', 'open']]);
  });

  it.each([
    '112,000',
    '112,000 units',
    '0.112',
    '112%',
    '-112',
    '−95.02%',
    '5 households',
    '5.000',
    '100 %',
    '200 %',
    'Sie müssen 112.000 Haushalte besuchen.',
    'Il faut visiter 112.000 ménages.',
    '112 thousand',
    '112 million',
    '112 Tsd.',
    '112 mil',
    '112 lakh',
    '112 dozen',
    '112K',
    '112 bn',
    '112mn',
    '112 mila',
    '112_000',
    '112 × 1000',
    '112×10³',
    '112 centaines',
    '112 score',
    'minus 112',
  ])('do not lend themselves to another size, unit or sign: %s', (text) => {
    const told = {
      ...design,
      output: { ...design.output, summary: 'Draw 112 of 5,000 units.', effect: 1, rounds: 2 },
    };
    expect(receiptsFrom([told], [])(text)[0]?.kind).toBe('open');
  });

  it('are what a person wrote before they are what something else rounds to', () => {
    const said = ['How many must I visit of 5000, mean 0.8, sd .2, 95/5?'];
    const told = {
      id: 'c',
      tool: 'design_sample',
      args: { population: 5000, expectedMean: 0.8, expectedSD: 0.2, confidence: 0.95, precision: 0.05 },
      output: {
        ...design.output,
        erAdjustment: { factor: 0.950207859 },
        erCoverage: 0.85,
        achieved: 0.0498,
        parameters: { confidence: 0.95, precision: 0.05, expectedMean: 0.8 },
      },
    };
    const kinds = (text: string) => receiptsFrom([told], said)(text).map(({ kind }) => kind);
    expect(kinds('mean 0.8 or 0.80 at 95%, 0,95, within 0.05 or 5%')).toEqual(Array(6).fill('given'));
    // Not said: 0.85 is no 0.8 and 0.95 is no 1.0; what shows its own digits is its own.
    expect(receiptsFrom([told], [])('0.85 covered, factor 0.9502 or 0.95, 4.98%')).toMatchObject([
      { kind: 'found', fields: [{ path: 'erCoverage' }] },
      { kind: 'found', fields: [{ value: 0.950207859 }] },
      { kind: 'found' },
      { kind: 'found', fields: [{ path: 'achieved' }] },
    ]);
    const all = { id: 'c', tool: 't', output: { z: 1.9599639845400536 } };
    expect(receiptsFrom([all], [])('z = 1.9599639845400536')[0]?.kind).toBe('found');
    const few = { id: 'c', tool: 't', output: { factor: 0.950207859, covered: 0.85 } };
    expect(receiptsFrom([few], [])('95%, 0.8, 1.0, 1').map(({ kind }) => kind)).toEqual(
      Array(4).fill('open'),
    );
  });

  it('are none of how a file is kept, where a small count meets it', () => {
    const file = {
      path: '/a.txt',
      size: 5,
      version: 1,
      mimeType: 'text/plain',
      updatedAt: 1_795_995_717_402,
    };
    const told = { ...file, summary: 'Stored /a.txt: 5 bytes, version 1.' };
    const find = receiptsFrom([{ id: 'c', tool: 'vfs_write', output: told }], []);
    expect(find('The 5 stoves of version 1 failed').map(({ kind }) => kind)).toEqual(['open', 'open']);
    // Larger ones are it only where the words around say so.
    const read = { ...file, size: 10, totalLines: 12, count: 2, summary: 'It has 10 bytes.' };
    const kinds = (text: string) =>
      receiptsFrom([{ id: 'c', tool: 'vfs_read', output: read }], [])(text).map(({ kind }) => kind);
    expect(kinds('10 stoves of 2 villages, 1 of 2, 3-day, 1/3')).toEqual(Array(7).fill('open'));
    expect(kinds('10 bytes, a size of 10, 12 lines')).toEqual(['found', 'found', 'found']);
    const told2 = { id: 'c', tool: 'vfs_write', output: { summary: 'Stored /a.txt: 10 bytes.' } };
    expect(receiptsFrom([told2], [])('10 stoves')[0]?.kind).toBe('open');
    const large = receiptsFrom([{ id: 'c', tool: 'vfs_write', output: { ...file, size: 512 } }], []);
    expect(large('It has 512 bytes')[0]?.kind).toBe('found');
    expect(receiptsFrom([{ id: 'c', tool: 'draw', output: { strata: 5 } }], [])('5 strata')[0]?.kind).toBe(
      'found',
    );
  });

  it('are none of a factor that changes nothing, unless the words name it, nor of a part of what is written as one', () => {
    const output = { designEffect: 1, rounds: 3 };
    const kinds = (text: string) =>
      receiptsFrom([{ id: 'c', tool: 't', output }], [])(text).map(({ kind }) => kind);
    expect(kinds('1.0 times, 1 - d, 1/3, 3x4, a 3-day test')).toEqual(Array(7).fill('open'));
    expect(kinds('The design effect is 1.0; 3 rounds')).toEqual(['found', 'found']);
    // As a list writes it, whose label is a text of its own.
    expect(kinds(': 1')).toEqual(['found']);
  });

  it('tell a small count in words of a tool from what only rounds to it', () => {
    const told = {
      id: 'c',
      tool: 't',
      args: { expectedMean: 0.8 },
      output: { basis: '1 stove a home' },
    };
    expect(receiptsFrom([told], [])('1 stove')[0]?.kind).toBe('found');
  });

  it('are none of what a person put into a block of code, nor of another size of what they said', () => {
    expect(kindsOf('71', ['Look:\n```\nblock 71\n```\nand'])).toEqual([['71', 'open']]);
    expect(kindsOf('71', ['```\nblock 71'])).toEqual([['71', 'open']]);
    expect(kindsOf('71', ['```\nblock 7\n```\n71 homes'])).toEqual([['71', 'given']]);
    expect(kindsOf('1.500', ['1,5 kg each'])).toEqual([['1.500', 'open']]);
    expect(kindsOf('1.500', ['1.500 hogares'])).toEqual([['1.500', 'given']]);
    expect(kindsOf('5000', ['5,000 homes'])).toEqual([['5000', 'given']]);
    expect(kindsOf('5 villages', ['5,000 homes'])).toEqual([['5', 'open']]);
    expect(kindsOf('1.23', ['a mean of 1.234'])).toEqual([['1.23', 'given']]);
  });

  it('are none of the numbers of a formula, nor of examples that tell what there is to call', () => {
    const told = {
      ...design,
      output: { effect: 1, steps: [{ formula: 'n0/(1 + (n0 - 1)/N)', rounded: 95 }] },
    };
    expect(receiptsFrom([told], [])('By n0/(1 + (n0 - 1)/N): 95').map(({ text }) => text)).toEqual(['95']);
    const examples = {
      id: 'l',
      tool: 'load_capability',
      args: { names: ['sample-size'] },
      output: { capabilities: [{ examples: [{ user: '5000 households, mean 0.8, 15% dropout' }] }] },
    };
    expect(receiptsFrom([examples], [])('5,000 homes, 15%').map(({ kind }) => kind)).toEqual([
      'open',
      'open',
    ]);
  });

  it('take a whole for 100% where it is a share, and leave a minus to the words', () => {
    const find = receiptsFrom(
      [{ id: 'c', tool: 't', output: { usageRate: 1, change: -5, words: '100% of them' } }],
      [],
    );
    expect(find('100%')[0]?.fields.map(({ path }) => path)).toEqual(['usageRate', 'words']);
    expect(find('a fall of 5')[0]?.kind).toBe('found');
    expect(find('-5')[0]?.kind).toBe('found');
  });

  it('have no figures of a source that a tool cites, nor of years', () => {
    expect(kindsOf('By Cochran, 13.2: 112. In 2025, 13.2.')).toEqual([
      ['112', 'found'],
      ['13.2', 'open'],
    ]);
  });

  it('show a share that words tell in percent as it is written', () => {
    expect(
      receiptsFrom([{ id: 'c', tool: 't', output: 'reaches 4.98%' }], [])('4.98%')[0]?.fields[0]?.value,
    ).toBe(0.0498);
  });

  describe('of what whoever answers had put into a call', () => {
    const kindsOf = (results: Parameters<typeof receiptsFrom>[0], text: string, said: string[] = []) =>
      receiptsFrom(results, said)(text).map(({ text: figure, kind }) => [figure, kind]);
    const assumed = {
      ...design,
      args: { population: 4321, expectedMean: 0.83, expectedSD: 0.37, dropoutRate: 0.1 },
      output: {
        parameters: { population: 4321, expectedMean: 0.83, dropoutRate: 0.1, adjustedSize: 219 },
        steps: [
          {
            formula: 'n0 = (z*SD/(e*mean))^2',
            source: 'CDM',
            inputs: { mean: 0.83, sd: 0.37 },
            unrounded: 218.4,
          },
        ],
        summary: '219 of 4,321 units; 10% may drop out.',
      },
    };

    it('are no receipts: nobody gave it', () => {
      expect(kindsOf([assumed], '0.83 on average, sd 0.37, in 4321 homes, 10% dropout: visit 219.')).toEqual([
        ['0.83', 'assumed'],
        ['0.37', 'assumed'],
        ['4321', 'assumed'],
        ['10%', 'assumed'],
        ['219', 'found'],
      ]);
      const [receipt] = receiptsFrom([assumed], [])('A mean of 0.83');
      expect(receipt?.fields.map(({ path }) => path)).toEqual([
        'parameters.expectedMean',
        'steps.0.inputs.mean',
      ]);
      // Nor was it computed by the formula that it went into.
      expect(receipt?.fields.map(({ formula }) => formula)).toEqual([undefined, undefined]);
    });

    it('are what the person gave where they did, and what another tool gave where it did', () => {
      expect(kindsOf([assumed], '0.83 of 4321, 10%', ['4321 homes, mean 0.83, 10 percent dropout'])).toEqual([
        ['0.83', 'given'],
        ['4321', 'given'],
        ['10%', 'given'],
      ]);
      const precise = {
        ...assumed,
        args: { confidence: 0.95, precision: 0.05 },
        output: { confidence: 0.95 },
      };
      expect(kindsOf([precise], '95%, within 5%', ['90 homes, 95/5'])).toEqual([
        ['95%', 'given'],
        ['5%', 'given'],
      ]);
      const counted = { id: 'c1', tool: 'count', args: { of: '/homes.csv' }, output: { units: 4321 } };
      const [receipt] = receiptsFrom([counted, assumed], [])('4321 homes');
      expect(receipt?.fields.map(({ callId }) => callId)).toEqual(['c1']);
    });

    it('are none of a later call that gives it back, as a file that was written and is read', () => {
      const write = {
        id: 'w',
        tool: 'vfs_write',
        args: { path: '/n.txt', content: 'Use is 87.3 percent and 61 stoves broke, in 4 villages' },
        output: { bytes: 54 },
      };
      const read = {
        id: 'r',
        tool: 'vfs_read',
        args: { path: '/n.txt' },
        output: { text: write.args.content },
      };
      expect(kindsOf([write, read], '61 stoves of 87.3%, file of 54 bytes')).toEqual([
        ['61', 'assumed'],
        ['87.3%', 'open'],
        ['54', 'found'],
      ]);
      // What was read before it was written is of the file.
      expect(kindsOf([read, write], '61 stoves')).toEqual([['61', 'found']]);
    });

    it('leave a count that meets a limit of another call by chance', () => {
      const list = { id: 'a', tool: 'list', args: { limit: 50 }, output: { shown: 12 } };
      const count = { id: 'b', tool: 'count', args: {}, output: { files: 50 } };
      expect(kindsOf([list, count], '50 files')).toEqual([['50', 'found']]);
    });
  });

  it('find any number that is shown to any of its digits, as a number or in percent', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 10, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const find = receiptsFrom(
            [{ id: 'c', tool: 't', output: { a: [{ value }], share: value / 1e10 } }],
            [],
          );
          expect(find(`It is ${value.toFixed(decimals)}, not 0.1.`)[0]?.kind).toBe('found');
          expect(
            find(`It is ${value.toLocaleString('en', { maximumFractionDigits: decimals })}, not 0.1.`)[0]
              ?.kind,
          ).toBe('found');
          expect(
            find(`It is ${value.toLocaleString('de', { maximumFractionDigits: decimals })}, not 0,1.`)[0]
              ?.kind,
          ).toBe('found');
        },
      ),
    );
  });

  it('find no number that is off by more than half of its last digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1e6 }),
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0.6, max: 40, noNaN: true }),
        (base, decimals, off) => {
          const value = base + off * 10 ** -decimals;
          const find = receiptsFrom([{ id: 'c', tool: 't', output: { value } }], []);
          expect(find(`It is ${base.toFixed(decimals)}.`)[0]?.kind).toBe('open');
        },
      ),
    );
  });

  it('stay within any text and any result', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        for (const { start, end, text: figure } of receiptsFrom(
          [{ id: 'c', tool: 't', output: JSON.parse(json) }],
          [text],
        )(text))
          expect(text.slice(start, end)).toBe(figure);
      }),
    );
  });
});
