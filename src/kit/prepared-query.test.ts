import type { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { prepareQuery } from './prepared-query.js';

it('is built once and run with the values of each time', async () => {
  let built = 0;
  const query = prepareQuery<{ id: string; limit: number }, { id: string }>((param) => {
    built += 1;
    const parameters = [param('id'), 'fixed', param('limit'), param('id')];
    return { compile: () => ({ sql: 'select', parameters }) as unknown as CompiledQuery<{ id: string }> };
  });
  const ran: (readonly unknown[])[] = [];
  const db = {
    async executeQuery<Row>({ parameters }: CompiledQuery<Row>) {
      ran.push(parameters);
      return { rows: [] };
    },
  };
  expect(built).toBe(0);
  await query(db, { id: 'a', limit: 1 });
  await query(db, { id: 'b', limit: 2 });
  expect(ran).toEqual([
    ['a', 'fixed', 1, 'a'],
    ['b', 'fixed', 2, 'b'],
  ]);
  expect(built).toBe(1);
});
