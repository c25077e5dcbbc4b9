import { describe, expect, it } from 'vitest';
import { readText } from '../filling/read-text.js';
import { isTable, prepareText } from './prepare-text.js';

const TABLE = 'id,usage\n1,0.8\n2,0.7\n3,0.9';

describe('prepareText', () => {
  it('keeps a pasted table whole and out of the prose', () => {
    const prepared = prepareText(`Analyse these readings:\n${TABLE}\nfor 5000 households`);
    expect(prepared.blocks).toEqual([TABLE]);
    const model = readText(prepared.text, { blocks: prepared.blocks });
    expect(model.numbers.map((one) => one.value)).toEqual([5000]);
    expect(model.spans).toMatchObject([{ kind: 'block', value: TABLE }]);
  });

  it('keeps what a fence holds, closed or not', () => {
    expect(prepareText('Run:\n```json\n{"a": 1}\n```\nplease').blocks).toEqual(['{"a": 1}']);
    expect(prepareText('Run:\n```\nx').blocks).toEqual(['x']);
  });

  it('takes a table of two lines, and not the sentence above it', () => {
    expect(prepareText('id,village\n1,north').blocks).toEqual(['id,village\n1,north']);
    const rows = 'id,value\nHH-1,0.5\nHH-2,0.7';
    expect(prepareText(`Analyse the readings of design-1, period 2:\n${rows}`).blocks).toEqual([rows]);
  });

  it.each(['Hello,\nthanks, Ada\nplease', 'Mittelwert 0,8\nStandardabweichung 0,2\nAusfall 0,15'])(
    'takes no lines with a comma for a table: %j',
    (text) => {
      expect(prepareText(text).blocks).toEqual([]);
    },
  );

  it('leaves prose with commas alone', () => {
    const text = 'Design a sample, please.\n5000 households, mean 0.8';
    expect(prepareText(text)).toEqual({ text, blocks: [], cut: false });
  });

  it.each([
    ['register household_id;HH-1;HH-2;HH-3', 'household_id\nHH-1\nHH-2\nHH-3'],
    ['h_id,setting HH-1,urban HH-2,rural please', 'h_id,setting\nHH-1,urban\nHH-2,rural'],
    ['Register this list:\nhousehold_id\nHH-1\nHH-2\nHH-3', 'household_id\nHH-1\nHH-2\nHH-3'],
  ])('takes a table that lost its line breaks, and a column by itself: %j', (text, table) => {
    expect(prepareText(text).blocks).toEqual([table]);
    expect(isTable(table)).toBe(true);
  });

  it.each([
    'thanks,Ada hello,Bob bye,Tom',
    'mean,sd 0.8,0.2',
    'visit HH-1,HH-2,HH-3',
    'HH-1\nHH-2\nHH-3\nHH-4',
  ])('takes no row of words or codes for one: %j', (text) => {
    expect(prepareText(text).blocks).toEqual([]);
  });

  it('bounds what is read, and is not fooled by private characters', () => {
    expect(prepareText('a '.repeat(5000))).toMatchObject({ cut: true, blocks: [] });
    expect(prepareText('x\uE000y').text).toBe('x y');
    const data = prepareText(`${Array.from({ length: 20_000 }, (_, i) => `${i};1;2`).join('\n')}\nsum it up`);
    expect(data).toMatchObject({ cut: false, text: expect.stringContaining('sum it up') });
  });
});
