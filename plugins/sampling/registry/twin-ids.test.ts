import { describe, expect, it } from 'vitest';
import { inspectRegistry } from './inspect-registry.js';
import { memorySource } from './registry-source.js';

const inspect = (ids: readonly string[]) =>
  inspectRegistry(memorySource('village.csv', `unit_id\n${ids.join('\n')}\n`));
const faultsOf = async (ids: readonly string[]) =>
  (await inspect(ids)).faults.map(({ kind, count, examples }) => [
    kind,
    count,
    ...examples.map(({ line, value }) => `${line}: ${value}`),
  ]);

describe('twins in a registry', () => {
  it('names each with the line that it repeats, by how it differs', async () => {
    expect(await faultsOf(['A-1', 'B-1', 'a-1', 'A-01', 'C-2', '\u0412-1', 'A_1'])).toEqual([
      ['look_alike', 1, '7: \u0412-1, like B-1 of line 3'],
      ['case_twin', 1, '4: a-1, like A-1 of line 2'],
      ['spelled_twin', 2, '5: A-01, like A-1 of line 2', '8: A_1, like A-1 of line 2'],
    ]);
  });

  it.each([
    ['HH-O1', 'HH-01'],
    ['HH-1l', 'HH-11'],
    ['AI', 'A1'],
    ['HH-S', 'HH-5'],
    ['HH-l001', 'HH-1001'],
    ['HH-10O5', 'HH-1005'],
    ['l00', '100'],
    ['HH-l1', 'HH-I1'],
    ['HH-\u2160001', 'HH-1001'],
    ['HH-|001', 'HH-1001'],
    ['HH-2|', 'HH-21'],
    ['HH-B001', 'HH-8001'],
    ['HH-3Z', 'HH-32'],
    ['SO-I001', 'SO-1001'],
    ['hh-rn1', 'hh-m1'],
    ['HH-\u026a001', 'HH-1001'],
  ])('asks whether %s and %s are one, for a letter looks like a digit', async (id, other) => {
    const { faults, warnings } = await inspect(['HH-77', other, id]);
    expect(faults).toEqual([]);
    expect(warnings.join()).toContain(
      `1 id differs from another only in letters that look like digits or like each other (line 4: ${id}, like ${other} of line 3)`,
    );
  });

  it('finds one id that differs from two others, each in its own way', async () => {
    const { faults, warnings } = await inspect(['HH-1001', 'HH-L1', 'HH-L001']);
    expect(faults).toMatchObject([{ kind: 'spelled_twin', count: 1 }]);
    expect(warnings.join()).toContain('HH-L001, like HH-1001');
  });

  it('takes blocks of letters for two', async () => {
    expect(
      (await inspect(['I-10', 'L-10', 'S-10', 'O-10', 'Z-10', 'B-10', 'RN-10', 'M-10'])).warnings,
    ).toEqual([]);
  });

  it('takes codes to the base of 16 for what they are', async () => {
    const { faults, warnings } = await inspect(['1b8f', '188f', '1bbf', '18bf', '2f']);
    expect([faults, warnings.filter((each) => each.includes('look like'))]).toEqual([[], []]);
  });

  it.each([
    ['Cherokee', '\u13bb\u13bb-1'],
    ['Armenian', '\u0540\u0540-1'],
    ['sounds', '\u029c\u029c-1'],
    ['Latin, with an accent on the number', 'HH-1\u0301'],
    ['Lisu', '\ua4e7\ua4e7-1'],
  ])('sees letters of %s as those of Latin', async (_, id) => {
    expect((await faultsOf(['HH-1', id]))[0]?.[0]).toBe('look_alike');
  });

  it('lets notes in brackets tell units apart, but not from one that has none', async () => {
    expect(await faultsOf(['H 1 (A)', 'H 1 (B)', 'H 2 (A)', 'H 2 (B)'])).toEqual([]);
    expect(await faultsOf(['H 1 (A)', 'H 1 (B)', 'H 1', 'H 2 (B)'])).toEqual([
      ['noted_twin', 2, '2: H 1 (A), like H 1 of line 4', '3: H 1 (B), like H 1 of line 4'],
    ]);
  });

  it('finds them among many, each by itself', async () => {
    const ids = Array.from({ length: 70_000 }, (_, at) => `HH-${String(at).padStart(5, '0')}`);
    ids.push('HH-7', 'hh-69999');
    expect(await faultsOf(ids)).toEqual([
      ['case_twin', 1, '70003: hh-69999, like HH-69999 of line 70001'],
      ['spelled_twin', 1, '70002: HH-7, like HH-00007 of line 9'],
    ]);
  });

  it.each([
    ['numbers that were never padded', ['1', '2', '10', '100']],
    ['padded ones', ['HH-001', 'HH-010', 'HH-100']],
    ['places of several parts', ['1-11', '11-1', '1-1-1', '11-11']],
  ])('finds none in %s', async (_, ids) => {
    expect(await faultsOf(ids)).toEqual([]);
  });
});
