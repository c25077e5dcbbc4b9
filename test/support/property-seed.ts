import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * Every property draws from one seed, so that a run says the same twice. `FC_SEED` gives another, and `random` a fresh
 * one for each file, as the hunt of `npm run test:faults` wants; fast-check prints the seed of a failure.
 */
const given = process.env['FC_SEED'] ?? '20260101';
fc.configureGlobal({ seed: given === 'random' ? randomInt(2 ** 31) : Number(given) });
