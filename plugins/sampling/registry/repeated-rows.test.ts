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
});
