import { indexSuite } from '../testing/index-suite.js';

indexSuite(() => undefined);
