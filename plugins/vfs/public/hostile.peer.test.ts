import { testHostileRequests } from './hostile-suite.js';

testHostileRequests(100_000);
