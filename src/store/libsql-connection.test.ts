import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { libsqlConnection } from './libsql-connection.js';

describe('libsql as Kysely sees it', () => {
  let connection: ReturnType<typeof libsqlConnection>;
  beforeEach(() => {
    connection = libsqlConnection(new Libsql(':memory:'), (error) => error);
    run('create table t (a integer primary key, b text, c blob)');
  });
  afterEach(() => connection.close());

  const run = (sql: string, ...values: unknown[]) => connection.prepare(sql).run(values);
  const all = (sql: string, ...values: unknown[]) => connection.prepare(sql).all(values);

  it('gives rows by name, bytes as Buffers', () => {
    run('insert into t values (?, ?, ?)', 1, 'one', Buffer.from([1, 2]));
    const row = { a: 1, b: 'one', c: Buffer.from([1, 2]) };
    expect(all('select * from t')).toEqual([row]);
    expect([...(connection.prepare('select * from t').iterate([]) as Iterable<unknown>)]).toEqual([row]);
    expect(all('select b as name, a + 1 as next, null as absent from t where a = ?', 1)).toEqual([
      { name: 'one', next: 2, absent: null },
    ]);
    expect(all('select * from t where a = ?', 2)).toEqual([]);
  });

  it('gives what a statement returns that also writes', () => {
    expect(connection.prepare('insert into t (b) values (?)').reader).toBe(false);
    const returning = 'insert into t (b) values (?) returning a, b as text';
    expect(connection.prepare(returning).reader).toBe(true);
    expect(all(returning, 'x')).toEqual([{ a: 1, text: 'x' }]);
  });

  it('names columns rightly after the table has changed under a kept statement', () => {
    run('insert into t values (1, ?, null)', 'one');
    const select = 'select * from t';
    expect(all(select)).toEqual([{ a: 1, b: 'one', c: null }]);
    run('alter table t rename column b to text');
    expect(all(select)).toEqual([{ a: 1, text: 'one', c: null }]);
    run('alter table t add column d');
    expect(all(select)).toEqual([{ a: 1, text: 'one', c: null, d: null }]);
    run('drop table t');
    run('create table t (only)');
    run('insert into t values (?)', 5);
    expect(all(select)).toEqual([{ only: 5 }]);
  });
});
