import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { driveSuite } from './testing/drive-suite.js';
import { openTestFiles } from './testing/open-test-files.js';

/** A database of this run's own on the server that ORACLE_TEST_POSTGRES_URL names. */
const server = process.env['ORACLE_TEST_POSTGRES_URL'] ?? '';
const name = `oracle_vfs_test_${randomBytes(6).toString('hex')}`;

async function onServer(statement: string): Promise<void> {
  if (server === '') {
    throw new Error('Set ORACLE_TEST_POSTGRES_URL to a PostgreSQL where this test may create a database');
  }
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('PostgreSQL', () => {
  beforeAll(() => onServer(`create database ${name} encoding 'UTF8' template template0`));
  afterAll(() => onServer(`drop database if exists ${name} with (force)`));
  driveSuite(() => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return openTestFiles({ databaseUrl: url.href });
  });
});
