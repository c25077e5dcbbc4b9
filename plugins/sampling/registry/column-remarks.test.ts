import { describe, expect, it } from 'vitest';
import { inspectRegistry } from './inspect-registry.js';
import { memorySource } from './registry-source.js';

const STATES = ['Jigawa', 'Kano', 'Katsina'];
const rows = (header: string, row: (at: number) => string, count = 60) =>
  `${header}\n${Array.from({ length: count }, (_, at) => row(at)).join('\n')}\n`;
const inspected = async (text: string) => {
  const { used, warnings } = await inspectRegistry(memorySource('r.csv', text));
  return { ...used, said: warnings.join('\n') };
};
const hh = (at: number) => `HH-${String(at).padStart(4, '0')}`;

describe('columns that could be meant', () => {
  it.each([
    ['state', rows('hh_id,state', (i) => `${hh(i)},${STATES[i % 3]}`)],
    ['state', rows('hh_id,village,state', (i) => `${hh(i)},V${i % 17},${STATES[i % 3]}`)],
    ['region', rows('hh_id,village,region', (i) => `${hh(i)},V${i % 17},${STATES[i % 3]}`)],
    ['village', rows('hh_id,village', (i) => `${hh(i)},V${i % 17}`)],
    ['LGA', rows('hh_id,LGA', (i) => `${hh(i)},${STATES[i % 3]}`)],
  ])('the strata are those of %s', async (stratum, text) => {
    const found = await inspected(text);
    expect(found.stratum).toBe(stratum);
    if (text.includes('village,'))
      expect(found.said).toContain(`the strata are those of "${stratum}"; "village" could name strata too`);
    else expect(found.said).toBe('');
  });

  it.each(['state', 'region', 'stratum', 'village'])(
    '%s with blanks is not left unused in silence',
    async (name) => {
      const some = await inspected(rows(`hh_id,${name}`, (i) => `${hh(i)},${i % 9 ? STATES[i % 3] : ''}`));
      expect([some.stratum, some.said]).toEqual([
        undefined,
        expect.stringContaining(
          `the column "${name}" could name strata, but is not used: 7 rows with no stratum`,
        ),
      ]);
      const most = await inspected(rows(`hh_id,${name}`, (i) => `${hh(i)},${i % 4 ? '' : STATES[i % 3]}`));
      expect([most.stratum, most.said]).toEqual([
        undefined,
        `the column "${name}" could name strata, but is not used: 45 of its first 60 cells are empty. Fill these in, or name the column to draw by it`,
      ]);
    },
  );

  it('a stratum of few units that is nearly another', async () => {
    const { said } = await inspected(
      rows('hh_id,stratum', (i) => `${hh(i)},${i === 5 ? 'Knao' : STATES[i % 3]}`),
    );
    expect(said).toBe('"Knao" (1 of the units) is nearly "Kano" (20): are they one stratum?');
  });

  it('units that are said to be gone', async () => {
    const { said } = await inspected(
      rows('hh_id,status', (i) => `${hh(i)},${i % 9 ? 'occupied' : 'demolished'}`),
    );
    expect(said).toContain(
      '7 of the first 60 units are gone by the column "status" (HH-0000: "demolished", …)',
    );
  });
});

describe('a column that counts the rows is no column of ids', () => {
  it.each([
    ['household', rows('no,household', (i) => `${i + 1},${hh(i)}`)],
    ['respondent', rows('#,respondent', (i) => `${i + 1},${hh(i)}`)],
    ['hh', rows('"",hh', (i) => `${i},${hh(i)}`)],
    ['code', rows('serial number,code', (i) => `${i + 1},${hh(i)}`)],
  ])('%s is', async (id, text) => {
    const found = await inspected(text);
    expect([found.id, found.said]).toEqual([id, '']);
  });

  it('where there is no other it is said; a column that is called the id may count', async () => {
    const { id, said } = await inspected(rows('no,name', (i) => `${i + 1},Musa ${'abcdefg'[i % 7]}`));
    expect([id, said]).toEqual([
      'no',
      expect.stringContaining('the ids in "no" only count the rows, from 1'),
    ]);
    expect((await inspected(rows('hh_id,name', (i) => `${i + 1},Musa ${'abcdefg'[i % 7]}`))).said).toBe('');
  });

  it('ids that are the items of a numbered list', async () => {
    for (const mark of ['. ', ') ', ': '])
      expect((await inspected(rows('household', (i) => `${i + 1}${mark}${hh(i)} - Kano`))).said).toContain(
        `the ids in "household" begin with the numbers of a list ("1${mark}HH-0000 - Kano"`,
      );
  });
});
