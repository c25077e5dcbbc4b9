import { describe, expect, it } from 'vitest';
import { readReadings } from './read-readings.js';
import { requestReadings } from './request-readings.js';
import type { ValuesOf } from './value-codes.js';

const file = (cells: readonly (string | number)[]) =>
  `household,date,value\n${cells.map((cell, i) => `HH-${i},2024-01-02,"${cell}"`).join('\n')}\n`;
const read = (cells: readonly (string | number)[], of: ValuesOf = { parameterType: 'proportion' }) =>
  readReadings(file(cells), { of });
const valuesOf = async (cells: readonly (string | number)[], of?: ValuesOf) =>
  (await read(cells, of)).readings.map(({ value }) => value);

describe('codes of yes and no', () => {
  it.each([
    [[1, 2, 1, 1], /line 3, .*"2" is no share: if 1 stands for yes and 2 for no, write 1 and 0/],
    [[2, 2, 2], /line 2, .*"2" is no share: if 1 stands for yes and 2 for no/],
    [[100, 0, 100], /line 2, .*"100" is no share: if 100 stands for yes and 0 for no/],
    [[0, -1, -1], /line 3, .*"-1" is no share: if -1 stands for yes and 0 for no/],
    [[1, 0, 3], /line 4, .*"3" is no share: write 1 for yes and 0 for no/],
    [['120%', '80%'], /line 2, .*"120%" is no share/],
    [['oui', 'pas souvent'], /line 3, .*"pas souvent" is no number/],
    [['J', 'N'], /line 2, .*"J" is no number/],
  ])('refuses %j with its line and text, and drops no "no"', async (cells, words) => {
    await expect(read(cells)).rejects.toMatchObject({ detail: expect.stringMatching(words) });
  });

  it.each(['N/A', '', '-'])('asks what %j means, where every answer is yes', async (blank) => {
    await expect(read(['yes', blank, 'yes', 'yes'])).rejects.toMatchObject({
      detail: expect.stringMatching(/line 3, .*is neither yes nor no, and all answers are yes: write no if/),
    });
    expect((await read(['yes', blank, 'no'])).readings.map(({ value }) => value)).toEqual([1, null, 0]);
    const status = 'household,date,value,status\nA,2024-01-02,1,\nB,2024-01-02,,refused\n';
    const { readings } = await readReadings(status, { of: { parameterType: 'proportion' } });
    expect(readings[1]).toMatchObject({ value: null, reason: 'refused' });
  });

  it('gives no way out that contradicts what is said of the value', async () => {
    await expect(read([1, 2, 1])).rejects.toMatchObject({
      hint: expect.stringMatching(/as a number alone or as yes or no, and leave the cell empty/),
    });
  });

  it('refuses them in rows of a request too', () => {
    const rows = [1, 2].map((value, i) => ({ unitId: `HH-${i}`, date: '2024-01-02', value }));
    expect(() => requestReadings(rows, { parameterType: 'proportion' })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'readings.1.value' })] }),
    );
    expect(requestReadings(rows, { parameterType: 'mean' }).remarks).toEqual([
      expect.stringMatching(/^every value is 1 or 2 and counts as this number/),
    ]);
  });

  it.each([
    [['Y', 'N', 'Y'], [1, 0, 1], 'read as numbers: "Y" as 1 (2 lines), "N" as 0 (1 line)'],
    [['yes', 'not in use'], [1, 0], 'read as numbers: "yes" as 1 (1 line), "not in use" as 0 (1 line)'],
    [['sí', 'no está en uso'], [1, 0], 'read as numbers: "sí" as 1 (1 line), "no está en uso" as 0 (1 line)'],
    [["n'est pas utilisé", 'oui'], [0, 1], undefined],
    [['nicht benutzt', 'ja', 'nein'], [0, 1, 0], undefined],
    [['TRUE', 'FALSE'], [1, 0], 'read as numbers: "TRUE" as 1 (1 line), "FALSE" as 0 (1 line)'],
  ])('tells what %j was read as', async (cells, values, remark) => {
    const { readings, read: how } = await read(cells);
    expect(readings.map(({ value }) => value)).toEqual(values);
    if (remark !== undefined) expect(how.remarks).toContain(remark);
  });
});

describe('numbers that stand for something else, in what is weighed', () => {
  const mean: ValuesOf = { parameterType: 'mean' };
  const kilograms = [4.2, 3.9, 5.1, 4.4, 6.9];

  it.each([[-8], [-1], [-99], [99], [999], [-0.5]])('refuses %d', async (code) => {
    await expect(read([...kilograms, code], mean)).rejects.toMatchObject({
      detail: expect.stringContaining(`line 7, column "value": "${code}"`),
    });
  });

  it('refuses several together, which excuse each other no more', async () => {
    await expect(read([...kilograms, -8, -1], mean)).rejects.toMatchObject({
      errors: [
        expect.objectContaining({ message: expect.stringContaining('"-8" looks like a code') }),
        expect.objectContaining({ message: expect.stringContaining('"-1" is below 0') }),
      ],
    });
  });

  it('counts values below 0 for a reason, and says so; a code stays one', async () => {
    const of = { ...mean, reason: 'Negative where wood was saved against the year before.' };
    expect(await valuesOf([...kilograms, -1], of)).toContain(-1);
    expect((await read([...kilograms, -1], of)).read.remarks).toContain(
      '1 of 6 values are below 0 and count as they stand',
    );
    await expect(read([...kilograms, -8], of)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it.each([
    ['A typing error was mended.', false],
    ['Zwei Werte sind negativ: es wurde Holz gespart.', true],
    ['valeurs négatives : bois économisé', true],
    ['Valores bajo cero por ahorro', true],
    ['thamani hasi', true],
  ])('takes "%s" for a word about values below 0: %s', async (reason, lets) => {
    const read = valuesOf([...kilograms, -1], { ...mean, reason });
    if (lets) expect(await read).toContain(-1);
    else await expect(read).rejects.toMatchObject({ detail: expect.stringContaining('the word "negative"') });
  });

  it('counts differences, and 99 where the others come near it', async () => {
    expect(await valuesOf([-3.5, 2, -9, -1.5], mean)).toEqual([-3.5, 2, -9, -1.5]);
    expect(await valuesOf([99, 85, 40], mean)).toEqual([99, 85, 40]);
  });
});
