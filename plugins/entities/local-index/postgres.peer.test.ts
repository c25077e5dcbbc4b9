import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { indexSuite } from '../testing/index-suite.js';
import { openEntities } from '../testing/open-entities.js';

/** A database of this run's own on the server that ORACLE_TEST_POSTGRES_URL names. */
const server = process.env['ORACLE_TEST_POSTGRES_URL'] ?? '';
const name = `oracle_entities_test_${randomBytes(6).toString('hex')}`;

async function onServer(statement: string): Promise<void> {
  if (server === '') {
    throw new Error('Set ORACLE_TEST_POSTGRES_URL to a PostgreSQL where this test may create a database');
  }
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('the index in PostgreSQL', () => {
  beforeAll(() => onServer(`create database ${name} encoding 'UTF8' template template0`));
  afterAll(() => onServer(`drop database if exists ${name} with (force)`));
  indexSuite(20, () => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return openEntities({ databaseUrl: url.href });
  });
});
