import { describe } from 'vitest';
import { survivesKills } from './testing/crash-suite.js';

describe('kill -9', () => survivesKills(20));
