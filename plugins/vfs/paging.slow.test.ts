import { describe } from 'vitest';
import { pagesExactlyOnce } from './testing/paging-suite.js';

describe('paging', () => pagesExactlyOnce(5_000));
