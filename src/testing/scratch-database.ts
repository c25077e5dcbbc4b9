import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of this run's own on the PostgreSQL server that ORACLE_TEST_POSTGRES_URL names. */
export interface ScratchDatabase {
  readonly name: string;
  create(): Promise<void>;
  drop(): Promise<void>;
  /** Runs a statement on the server. */
  run(statement: string): Promise<void>;
  /** What a query on it gives. */
  rows(statement: string): Promise<unknown[]>;
  /** Its URL for a role of its own that owns it and is no superuser: limits hold for it. */
  ordinaryUrl(): Promise<string>;
  /** Its URL, or that of another database of the server. */
  url(name?: string): string;
}

/** @param purpose what its name says it is for: letters and underscores */
export function scratchDatabase(purpose: string): ScratchDatabase {
  const name = `oracle_${purpose}_test_${randomBytes(6).toString('hex')}`;

  function server(): string {
    const given = process.env['ORACLE_TEST_POSTGRES_URL'] ?? '';
    if (given === '') {
      throw new Error('Set ORACLE_TEST_POSTGRES_URL to a PostgreSQL where this test may create a database');
    }
    return given;
  }

  async function on(connectionString: string, statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows;
  }
  const onServer = async (statement: string) => void (await on(server(), statement));
  function urlOf(other: string): string {
    const url = new URL(server());
    url.pathname = `/${other}`;
    return url.href;
  }

  return {
    name,
    create: () => onServer(`create database ${name} encoding 'UTF8' template template0`),
    async drop() {
      await onServer(`drop database if exists ${name} with (force)`);
      await onServer(`drop role if exists ${name}`);
    },
    run: onServer,
    rows: (statement) => on(urlOf(name), statement),
    async ordinaryUrl() {
      await onServer(`create role ${name} login password '${name}'`);
      await onServer(`alter database ${name} owner to ${name}`);
      const url = new URL(urlOf(name));
      Object.assign(url, { username: name, password: name });
      return url.href;
    },
    url: (other = name) => urlOf(other),
  };
}
