import { openTestStore } from '../testing/open-test-store.js';
import { trailSuite } from '../testing/trail-suite.js';

trailSuite('SQLite', openTestStore);
