import { expect, it } from 'vitest';
import { RepeatedRows, repeatedWords } from './repeated-rows.js';

const HOMES = 300;
const base = Array.from({ length: HOMES }, (_, i) => [`H-${i}`, `M${90_000 + i * 7}`, `Head ${i} of it`]);
function resultOf(columns: readonly string[], rows: readonly (readonly string[])[]) {
  const repeated = new RepeatedRows('household_id');
  repeated.begin(columns);
  for (const row of rows) repeated.add(row);
  return repeated.result();
}
const COLUMNS = ['household_id', 'meter_no', 'head'];

it('tells of homes that stand under several ids', () => {
  const twice = base
    .slice(0, 50)
    .flatMap(([id = '', ...rest]) => ['B', 'C'].map((sign) => [`${id}${sign}`, ...rest]));
  const found = resultOf(COLUMNS, [...base, ...twice]);
  expect(found).toMatchObject({ rows: 100, of: 400, columns: ['meter_no', 'head'] });
  expect(found && repeatedWords(found)).toBe(
    '100 of 400 rows of the registry have the same "meter_no" and "head" as another one (H-0B like H-0): a home under several ids is drawn as often.',
  );
});

const LETTERS = 'abcdefghijklmnop';
/** As different as names can be, and the same at every run. */
function word(seed: number): string {
  let rest = (seed * 7_919 + 104_729) % 4_294_967;
  return Array.from({ length: 7 }, () => {
    rest = (rest * 48_271) % 2_147_483_647;
    return LETTERS[rest % LETTERS.length];
  }).join('');
}
const nameOf = (i: number) => `${word(i)} ${word(i + 5_000)}`;

/** 300 homes, of which 50 stand under two more ids, each row as it is written of a home and of the sign behind its id. */
function withTwins(cells: (home: number, sign: '' | 'B' | 'C') => readonly string[]): string[][] {
  const row = (home: number, sign: '' | 'B' | 'C') => [`H-${home}${sign}`, ...cells(home, sign)];
  const all = Array.from({ length: HOMES }, (_, home) => row(home, ''));
  return [...all, ...all.slice(0, 50).flatMap((_, home) => [row(home, 'B'), row(home, 'C')])];
}

const meter = (home: number) => `M${home * 7 + 1000}`;
it.each<[string, string, (home: number, sign: '' | 'B' | 'C') => readonly string[], string]>([
  [
    'names with a letter behind',
    'id,meter_no,head',
    (i, sign) => [meter(i), `${nameOf(i)} ${sign}`],
    'the same "meter_no" as another one, and "head" that can be read as its own (',
  ],
  [
    'turned names and initials',
    'id,meter_no,head',
    (i, sign) => {
      const [first = '', last = ''] = nameOf(i).split(' ');
      const shown = { '': `${first} ${last}`, B: `${last} ${first}`, C: `${first[0]}. ${last}` };
      return [meter(i), shown[sign]];
    },
    'the same "meter_no" as another one, and "head" that can be read as its own (',
  ],
  [
    'first names and last names turned in their columns',
    'id,first_name,last_name,phone',
    (i, sign) => [
      ...(sign === 'B' ? [word(i), word(i + 9_000)] : [word(i + 9_000), word(i)]),
      `07${20_000_000 + i * 991}`,
    ],
    'the same "phone" as another one, and "first_name" and "last_name" that can be read as its own (',
  ],
  [
    'meters otherwise written',
    'id,meter_no,head',
    (i, sign) => [
      `${sign === 'B' ? '0' : ''}${i * 7 + 1000}`,
      sign === 'C' ? nameOf(i).toUpperCase() : nameOf(i),
    ],
    'the same "meter_no" and "head" as another one (',
  ],
  [
    'a random number beside',
    'id,meter_no,head,no',
    (i, sign) => [
      meter(i),
      nameOf(i),
      `${(i * 48_271 + sign.length * (sign.charCodeAt(0) || 0) * 7_919) % 9_999_991}`,
    ],
    'the same "meter_no" and "head" as another one (',
  ],
  [
    'heads that are numbers',
    'id,meter_no,head',
    (i) => [meter(i), `Head ${i}`],
    'the same "meter_no" and "head" as another one (',
  ],
  [
    'heads that are numbers with a letter behind',
    'id,meter_no,head',
    (i, sign) => [meter(i), `Head ${i}${sign}`],
    'the same "meter_no" as another one, and "head" that can be read as its own (',
  ],
  [
    'meters with a digit more behind them',
    'id,meter_no,head',
    (i, sign) => [`${meter(i)}${{ '': '', B: '1', C: '2' }[sign]}`, nameOf(i)],
    'the same "head" as another one, and "meter_no" that can be read as its own (',
  ],
  [
    'one telephone with the names of a family',
    'id,phone,head',
    (i, sign) => [
      `07${10_000_000 + i * 97}`,
      `${word(i + 1_000 * sign.length * (sign.charCodeAt(0) || 0))} ${word(i + 5_000)}`,
    ],
    'the same "phone" as another one, and a word of "head", as members of one home do (',
  ],
  [
    'one meter alone',
    'id,meter_no',
    (i) => [meter(i)],
    'the same "meter_no" as another one, and nothing that tells them apart: 150 pairs, of which chance makes 0 (',
  ],
  [
    'one telephone alone, with the sign of the country and without',
    'id,village,phone',
    (i, sign) => ['V', `${sign === 'B' ? '+254' : '0'}7${10_000_000 + i * 7}`],
    'the same "phone" as another one, and nothing that tells them apart: 150 pairs, of which chance makes 0 (',
  ],
  [
    'one name alone in a village',
    'id,village,head',
    (i) => ['Kisumu', nameOf(i)],
    'the same "head" as another one, and nothing that tells them apart: 150 pairs, of which chance makes 2 (',
  ],
])('tells of homes under several ids by %s', (_what, header, cells, said) => {
  const columns = header.split(',');
  const repeated = new RepeatedRows('id');
  repeated.begin(columns);
  for (const row of withTwins(cells)) repeated.add(row);
  const found = repeated.result();
  expect(found && repeatedWords(found)).toContain(`100 of 400 rows of the registry have ${said}`);
});

it('tells of them in a registry of which it holds a part alone', () => {
  const repeated = new RepeatedRows('id', 1_000);
  repeated.begin(['id', 'meter_no', 'head']);
  const homes = Array.from({ length: 6_000 }, (_, i) => [`H-${i}`, `M${i * 77 + 1000}`, nameOf(i)]);
  for (const row of homes) repeated.add(row);
  for (const [id = '', ...rest] of homes.slice(0, 1_200)) repeated.add([`${id}B`, ...rest]);
  const found = repeated.result();
  expect(found).toMatchObject({ of: 7_200, about: true, columns: ['meter_no', 'head'] });
  expect(found?.rows).toBeGreaterThan(800);
  expect(found?.rows).toBeLessThan(1_700);
  expect(found && repeatedWords(found)).toMatch(/^About \d+ of 7200 rows of the registry have the same/);
  const honest = new RepeatedRows('id', 1_000);
  honest.begin(['id', 'meter_no', 'head']);
  for (const row of homes) honest.add(row);
  expect(honest.result()).toBeUndefined();
});

it('says nothing of honest lists', () => {
  expect(resultOf(COLUMNS, base)).toBeUndefined();
  // Tenants of one meter; neighbours of one place; people of one name.
  expect(
    resultOf(
      COLUMNS,
      base.map(([id = '', meter = '', head = ''], i) => [id, base[i - (i % 2)]?.[1] ?? meter, head]),
    ),
  ).toBeUndefined();
  const places = base.map(([id = ''], i) => [id, `-1.${i - (i % 2)}`, `36.${i - (i % 2)}`]);
  expect(resultOf(['household_id', 'lat', 'lon'], places)).toBeUndefined();
  const names = base.map(([id = ''], i) => [id, `Name ${(i * 7919) % 200}a`, `Name ${(i * 104_729) % 211}b`]);
  expect(resultOf(['household_id', 'first', 'last'], names)).toBeUndefined();
  const honest = (header: string, cells: (home: number) => readonly string[]) =>
    resultOf(
      ['household_id', ...header.split(',')],
      Array.from({ length: 400 }, (_, i) => [`H-${i}`, ...cells(i)]),
    );
  // Tenants of one meter with telephones of their own; fathers and sons of one; families that share a telephone.
  expect(
    honest('meter_no,phone', (i) => [meter(i - (i % 4 === 1 ? 1 : 0)), `07${i * 7_919}`]),
  ).toBeUndefined();
  expect(
    honest('meter_no,head', (i) => [meter(i - (i % 4 === 1 ? 1 : 0)), `${word(i)} ${word(i - (i % 2))}`]),
  ).toBeUndefined();
  // Names as frequent as they are; what was measured; money; homes that are numbered in each village; a placeholder.
  const frequent = (i: number, kinds: number) =>
    word(Math.floor(Math.abs(Math.sin(i * 12.9898)) ** 2 * kinds));
  expect(honest('head', (i) => [`${frequent(i, 40)} ${frequent(i + 1_000, 60)}`])).toBeUndefined();
  expect(honest('kwh', (i) => [`${1_000 + ((i * 7_919) % 1_499) + ((i * 31) % 97)}`])).toBeUndefined();
  expect(honest('wood_kg', (i) => [`${((i * 7_919) % 997) / 100}`])).toBeUndefined();
  expect(honest('income', (i) => [`${((i * 7_919) % 251) * 100}`])).toBeUndefined();
  expect(honest('no,line', (i) => [`${i % 300}`, `${(i % 300) + 4}`])).toBeUndefined();
  expect(honest('meter_no,head', (i) => [i % 9 === 0 ? 'none' : meter(i), nameOf(i)])).toBeUndefined();
  // Relatives with one telephone; neighbours with one, who are of no family; people of one name with meters of one length.
  const phone = (i: number) => `07${10_000_000 + i * 97}`;
  expect(
    honest('phone,head', (i) => [
      phone(i - (i % 10 === 1 ? 1 : 0)),
      `${word(i)} ${word(i - (i % 10 === 1 ? 1 : 0) + 5_000)}`,
    ]),
  ).toBeUndefined();
  expect(honest('phone,head', (i) => [phone(i - (i % 2)), nameOf(i)])).toBeUndefined();
  expect(
    honest('phone,head', (i) => [phone(i - (i % 2)), `${frequent(i, 40)} ${frequent(i + 1_000, 6)}`]),
  ).toBeUndefined();
  expect(
    honest('meter_no,head', (i) => [
      `${(i * 7_919) % 20_011}`,
      `${frequent(i, 8)} ${frequent(i + 1_000, 12)}`,
    ]),
  ).toBeUndefined();
  // One enumerator asked several tenants.
  expect(
    honest('meter_no,enumerator_name', (i) => [meter(i - (i % 40 === 1 ? 1 : 0)), nameOf(i % 11)]),
  ).toBeUndefined();
});
