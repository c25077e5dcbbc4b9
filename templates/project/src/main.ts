import { startOracle } from 'oracle-runtime';
import { config } from './config.js';

await startOracle({ config, createIdentity: true });
