import { describe } from 'vitest';
import { ledgerSuite } from '../testing/ledger-suite.js';

describe('the ledger on SQLite', () => ledgerSuite(() => ({})));
