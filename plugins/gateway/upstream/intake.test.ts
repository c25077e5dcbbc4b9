import { expect, it } from 'vitest';
import { Intake } from './intake.js';

const visitor = (client: string) => ({ client, deadline: Date.now() + 60_000 });

it('gives room for four of the largest answers, each client having its share, and waits for more', async () => {
  const intake = new Intake(16);
  const many = Array.from({ length: 6 }, () => intake.visit(visitor('many')));
  const turns = many.map(({ admit }) => admit(12));
  expect(turns.map((turn) => turn === undefined)).toEqual([true, true, true, true, false, false]);
  // Another is not kept out by those that wait.
  expect(intake.visit(visitor('other')).admit(12)).toBeUndefined();
  many[0]?.leave();
  many[1]?.leave();
  await turns[4];
});

it('lets in alone what is larger than all of it, and several into what one leaves', async () => {
  const intake = new Intake(16);
  const large = intake.visit(visitor('a'));
  expect(large.admit(100)).toBeUndefined();
  const small = [intake.visit(visitor('b')), intake.visit(visitor('b'))];
  const turns = small.map(({ admit }) => admit(10));
  expect(turns).not.toContain(undefined);
  large.leave();
  await Promise.all(turns);
});

it('forgets who has gone, waiting or not, and the answer of a first attempt', async () => {
  const intake = new Intake(16);
  const first = intake.visit(visitor('a'));
  expect(first.admit(64)).toBeUndefined();
  const gone = intake.visit(visitor('b'));
  const waited = gone.admit(64);
  gone.leave();
  await expect(waited).rejects.toMatchObject({ status: 408 });
  // A second attempt of the first.
  expect(first.admit(64)).toBeUndefined();
  first.leave();
  expect(intake.visit(visitor('c')).admit(64)).toBeUndefined();
});
