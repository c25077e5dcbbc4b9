import { describe } from 'vitest';
import { survivesKills } from './testing/crash-suite.js';
import { storm } from './testing/storm.js';

describe('kill -9', () => survivesKills(storm(100, 20)));
