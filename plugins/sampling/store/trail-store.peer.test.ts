import { scratchDatabase } from 'oracle-runtime/testing';
import { afterAll, beforeAll } from 'vitest';
import { openTestStore } from '../testing/open-test-store.js';
import { trailSuite } from '../testing/trail-suite.js';

const database = scratchDatabase('sampling_trails');
beforeAll(() => database.create());
afterAll(() => database.drop());

trailSuite('PostgreSQL', (clock) => openTestStore(clock, database.url()));
