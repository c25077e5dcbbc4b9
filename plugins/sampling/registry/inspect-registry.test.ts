import { createHash } from 'node:crypto';
import { OracleError } from 'oracle-runtime/plugin';
import { describe, expect, it } from 'vitest';
import { normalizeId } from './id-rule.js';
import { inspectRegistry } from './inspect-registry.js';
import { memorySource } from './registry-source.js';

const source = (text: string) => memorySource('units.csv', text);
const inspect = (text: string, options = {}) => inspectRegistry(source(text), options);

describe('normalizeId', () => {
  it.each([
    ['HH-1', 'HH-1'],
    ['  007 ', '007'],
    ['\u00a0x\ufeff', 'x'],
    ['e\u0301', '\u00e9'],
    ['a b', 'a b'],
    ['~', '~'],
  ])('%j becomes %j', (cell, id) => {
    expect(normalizeId(cell)).toEqual({ id });
  });

  it.each([
    ['', 'empty_id'],
    [' \t ', 'empty_id'],
    ['a\nb', 'control_character'],
    ['a\u0000', 'control_character'],
    ['\ud800', 'control_character'],
    ['x'.repeat(1001), 'long_id'],
    ['é'.repeat(501), 'long_id'],
  ])('%j is refused: %s', (cell, fault) => {
    expect(normalizeId(cell)).toEqual({ fault });
  });
});

describe('inspectRegistry', () => {
  it.each(['up\nhill', 'up\u001b[8mhill', 'up\u202ehill'])(
    'refuses a stratum called %j, with its line',
    async (name) => {
      const lines = Array.from({ length: 12 }, (_, i) => `H${i},"${i === 5 ? name : 'vale'}"`);
      const text = `household_id,zone\n${lines.join('\n')}\n`;
      const columns = { id: 'household_id', stratum: 'zone' };
      const { faults } = await inspectRegistry(memorySource('r.csv', text), { columns });
      expect(faults).toEqual([{ kind: 'stratum_character', count: 1, examples: [{ line: 7, value: 'H5' }] }]);
      // A column that nobody named is left alone, and that is said.
      const guessed = await inspectRegistry(memorySource('r.csv', text));
      expect([guessed.faults, guessed.used.stratum]).toEqual([[], undefined]);
      expect(guessed.warnings.join()).toContain('whose name has a line break');
    },
  );

  it('tells what it found and guessed', async () => {
    const lines = Array.from(
      { length: 40 },
      (_, i) =>
        `HH-${String(i).padStart(3, '0')},${i % 2 === 0 ? 'urban' : 'rural'},${i % 5 === 0 ? 'No' : 'Yes'},${(i % 4) + 1}`,
    );
    const result = await inspect(`household_id,setting,adopter,household members\n${lines.join('\n')}\n`);
    expect(result).toMatchObject({
      name: 'units.csv',
      format: 'csv',
      delimiter: ',',
      header: true,
      size: 40,
      used: { id: 'household_id', stratum: 'setting', adopter: 'adopter', size: 'household members' },
      adoption: { adopters: 32, nonAdopters: 8, unclear: 0 },
      faults: [],
      warnings: [],
    });
    expect(result.strata?.map(({ name, size }) => [name, size])).toEqual([
      ['urban', 20],
      ['rural', 20],
    ]);
    expect(result.sampleRows).toHaveLength(5);
    const ids = Array.from({ length: 40 }, (_, i) => `HH-${String(i).padStart(3, '0')}\n`);
    expect(result.sha256).toBe(createHash('sha256').update(ids.join('')).digest('hex'));
    const urban = ids.filter((_, i) => i % 2 === 0).join('');
    expect(result.strata?.[0]?.sha256).toBe(createHash('sha256').update(urban).digest('hex'));
  });

  it('understands the words of the country', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `0${i};Stadt ${i % 2};${i % 5 === 0 ? 'nein' : 'ja'}`);
    const german = await inspect(`Haushalt;Gebiet;Nutzer\n${rows.join('\n')}\n`);
    expect(german.used).toEqual({ id: 'Haushalt', stratum: 'Gebiet', adopter: 'Nutzer' });
    const french = await inspect(`Ménage;Commune;Utilisateur\n${rows.join('\n')}\n`);
    expect(french.used).toEqual({ id: 'Ménage', stratum: 'Commune', adopter: 'Utilisateur' });
    const inUse = async (name: string, yes: string, no: string) =>
      (await inspect(`household_id,${name}\nA1,${yes}\nB2,${no}\nC3,${yes}\n`)).adoption;
    const adoption = { adopters: 2, nonAdopters: 1, unclear: 0 };
    expect(await inUse('Anatumia jiko', 'ndiyo', 'hapana')).toEqual(adoption);
    expect(await inUse('Herd im Einsatz', 'ja', 'nein')).toEqual(adoption);
    expect(await inUse('Fogão em uso', 'sim', 'não')).toEqual(adoption);
  });

  it('takes what is called the id for the id, also with duplicates', async () => {
    const { used, faults } = await inspect('household_id,phone\nA,1\nB,2\nA,3\n');
    expect(used).toEqual({ id: 'household_id' });
    expect(faults).toMatchObject([{ kind: 'duplicate_id' }]);
  });

  it('warns of a registry of adopters only', async () => {
    const { warnings } = await inspect('id,adopter\nA,yes\nB,yes\n');
    expect(warnings).toEqual([expect.stringContaining('Every unit is an adopter')]);
  });

  it('hashes the frame of the published vectors, in any order', async () => {
    const ids = Array.from(
      { length: 5000 },
      (_, i) => `HH-${String(((i * 1237) % 5000) + 1).padStart(5, '0')}`,
    );
    expect((await inspect(ids.join('\n'))).sha256).toBe(
      '805e23a04029f0919ca962de0c922fc9dc28be3f2d4c7cca7743b2641d5bd743',
    );
  });

  it('keeps leading zeros, and warns where a workbook or JSON has lost them', async () => {
    expect((await inspect('id\n007\n7\n')).size).toBe(2);
    const numbers = await inspectRegistry(memorySource('u.ndjson', '{"id":7}\n{"id":8}\n'));
    expect(numbers.warnings).toEqual([expect.stringContaining('holds numbers (from line 1)')]);
    // The number is of a row that is no unit.
    const total = await inspectRegistry(
      memorySource('u.ndjson', '{"id":"A7","hours":1}\n{"id":"A8","hours":2}\n{"id":2,"hours":"Total"}\n'),
    );
    expect(total.warnings.join(' ')).toContain('left out as no units');
    expect(total.warnings.join(' ')).not.toContain('holds numbers');
  });

  it('lists every fault with its line, and goes on', async () => {
    const text = 'id,zone,size\nA,n,1\n,n,2\nB,,3\nC,n,many\nA,s,4\nD,n,5,surplus\nE,n\nF,s,0\nG,s,2,\n';
    const { faults, size } = await inspect(text, {
      columns: { id: 'id', stratum: 'zone', size: 'size', adopter: null },
    });
    expect(Object.fromEntries(faults.map((fault) => [fault.kind, fault.examples]))).toEqual({
      empty_id: [{ line: 3, value: '' }],
      empty_stratum: [{ line: 4, value: 'B' }],
      bad_size: [
        { line: 5, value: 'C = many' },
        { line: 9, value: 'F = 0' },
      ],
      ragged_row: [{ line: 7, value: 'surplus' }],
      missing_cell: [{ line: 8, value: 'E n' }],
      duplicate_id: [{ line: 6, value: 'A' }],
    });
    expect(size).toBe(3);
  });

  it('counts many duplicates and lists the first twenty', async () => {
    const { faults } = await inspect(
      `id\n${Array.from({ length: 100 }, (_, i) => `x${i % 50}`).join('\n')}`,
      { columns: { id: 'id' } },
    );
    expect(faults).toMatchObject([{ kind: 'duplicate_id', count: 50 }]);
    expect(faults[0]?.examples).toHaveLength(20);
  });

  it('finds ids that are the same after normalization', async () => {
    const { faults } = await inspect('id,x\nCafe\u0301,1\nCaf\u00e9,2\n', { columns: { id: 'id' } });
    expect(faults).toMatchObject([{ kind: 'duplicate_id', examples: [{ line: 3, value: 'Café' }] }]);
  });

  it('warns of cells that say neither yes nor no, and of short rows', async () => {
    const { warnings, adoption } = await inspect('id,adopter,note\n1,yes,a\n2,perhaps\n', {
      columns: { id: 'id', adopter: 'adopter' },
    });
    expect(adoption).toEqual({ adopters: 1, nonAdopters: 0, unclear: 1 });
    expect(warnings).toEqual([
      expect.stringContaining('line 3 has 2 of 3 cells'),
      expect.stringContaining('neither yes nor no'),
    ]);
  });

  it('asks for the id column when nothing can be one, and names columns that are not there', async () => {
    const fault = (error: unknown) =>
      OracleError.isInstance(error)
        ? `${error.code} ${error.errors?.map((each) => each.field)} ${error.hint}`
        : error;
    expect(await inspect('a,b\n1,2\n1,2\n').catch(fault)).toMatch(/^invalid_request columns\.id .*a, b/);
    expect(await inspect('a,a\n1,2\n3,4\n', { columns: { id: 'a' } }).catch(fault)).toMatch(
      /^invalid_request columns\.id/,
    );
    expect(await inspect('a,b\n1,2\n3,4\n', { columns: { id: 'x', stratum: 'y' } }).catch(fault)).toMatch(
      /^invalid_request columns\.id,columns\.stratum/,
    );
  });

  it('refuses a stratum column that is none', async () => {
    const text = `id,zone\n${Array.from({ length: 1001 }, (_, i) => `${i},z${i}`).join('\n')}`;
    await expect(inspect(text, { columns: { id: 'id', stratum: 'zone' } })).rejects.toThrow(
      /more than 1000 values/,
    );
  });

  it('stops when it is told to', async () => {
    await expect(
      inspectRegistry(source('id\n1\n'), { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });
});
