import { afterAll, beforeAll } from 'vitest';
import { scratchDatabase } from '../../../src/store/testing/scratch-database.js';
import { openTestStore } from '../testing/open-test-store.js';
import { trailSuite } from '../testing/trail-suite.js';

const database = scratchDatabase('sampling_trails');
beforeAll(() => database.create());
afterAll(() => database.drop());

trailSuite('PostgreSQL', (clock) => openTestStore(clock, database.url()));
