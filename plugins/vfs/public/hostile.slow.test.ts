import { testHostileRequests } from './hostile-suite.js';

testHostileRequests(3_000);
