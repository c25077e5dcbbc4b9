import { describe } from 'vitest';
import { indexSuite } from '../testing/index-suite.js';

describe('the index in SQLite', () => indexSuite(4));
