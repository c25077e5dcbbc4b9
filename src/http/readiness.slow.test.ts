import { expect, it } from 'vitest';
import { checkReady, type ReadyCheck } from './readiness.js';

const check = (name: string, fault: ReadyCheck['fault']): ReadyCheck => ({ name, fault });

it('is ready when nothing is wrong', async () => {
  await checkReady([]);
  await checkReady([check('database', async () => undefined)]);
});

it('names each thing that is wrong, also one that fails or does not answer', async () => {
  const checks = [
    check('disk', async () => 'the disk is full'),
    check('lease', async () => undefined),
    check('database', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))),
    check('memory', () => new Promise(() => undefined)),
  ];
  await expect(checkReady(checks)).rejects.toMatchObject({
    code: 'unavailable',
    detail:
      'The oracle cannot take requests: the disk is full, the database does not answer, the memory does not answer.',
    errors: [
      { field: 'disk', message: 'the disk is full' },
      { field: 'database', message: 'the database does not answer' },
      { field: 'memory', message: 'the memory does not answer' },
    ],
  });
});
