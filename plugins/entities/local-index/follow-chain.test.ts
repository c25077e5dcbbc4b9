import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFixtureChain } from '../../gateway/testing/fixture-chain.js';
import { openEntities, SILENT, type TestEntities } from '../testing/open-entities.js';
import { ChainFollower } from './follow-chain.js';
import { followedLists } from './lists.js';

let test: TestEntities;
let ending: AbortController;
beforeEach(async () => {
  test = await openEntities();
  ending = new AbortController();
});
afterEach(async () => {
  ending.abort();
  await test.close();
});

function follow(options: { refreshMs?: number } = {}): { follower: ChainFollower; run: Promise<void> } {
  const follower = new ChainFollower({
    lists: followedLists(test.reader),
    index: test.index,
    logger: SILENT,
    pageSize: 2,
    pauseMs: 0,
    refreshMs: 60_000,
    firstPauseMs: 1,
    ...options,
  });
  return { follower, run: follower.run(ending.signal) };
}

it('says why while the chain is away, and goes on when it is back', async () => {
  const { port } = test.chain;
  await test.chain.close();
  const { follower, run } = follow();
  const read = follower.nextRound('claims');
  while (follower.lastFailure === undefined) await sleep(5);
  expect(follower.lastFailure).toMatch(/the entities of the chain cannot be read: .*cannot be reached/);
  const again = await startFixtureChain({ port });
  await read;
  expect(follower.lastFailure).toBeUndefined();
  expect(await test.index.countEntities()).toBe(5);
  ending.abort();
  await run;
  await again.close();
});

it('does not let one list that cannot be read keep the others', async () => {
  test.chain.state.entities = [{ id: 5 }];
  const { follower } = follow();
  await follower.nextRound('claims');
  expect(await test.index.countClaims('12', undefined)).toBe(4);
  expect(await test.index.countEntities()).toBe(0);
});

it('notices what changes, round after round', async () => {
  const { follower } = follow({ refreshMs: 5 });
  await follower.nextRound('claims');
  test.chain.state.claims = test.chain.state.claims.map((claim) => ({
    ...claim,
    evaluation: { status: 'APPROVED' },
  }));
  // The round that is on its way may have read the page already.
  await follower.nextRound('claims');
  await follower.nextRound('claims');
  expect(await test.index.countClaims('12', 'open')).toBe(0);
  expect(await test.index.countClaims('12', 'approved')).toBe(4);
});

it('ends with the process, in the middle of whatever it does', async () => {
  const { run } = follow();
  ending.abort();
  await expect(run).resolves.toBeUndefined();
});
