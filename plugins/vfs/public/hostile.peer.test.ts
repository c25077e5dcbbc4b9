import { testHostileRequests } from './hostile-suite.js';

testHostileRequests(40_000);
