import { callTool } from 'oracle-runtime/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayOperations } from '../operations/index.js';
import { openQueries } from '../testing/open-queries.js';
import { LATEST_BLOCK_WAYS, lagInWords, lagOf } from './latest-block.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

const MINUTE = 60_000;

describe('a node that is minutes behind', () => {
  it('is told of in the chat, and no more when it has caught up', async () => {
    // Half a minute more: the node answers some time after it was asked.
    const late = await openQueries({ lag: () => 3.5 * MINUTE, height: 77 });
    opened.push(late);
    const call = (queries: typeof late.queries, name: string, args: object) =>
      callTool(gatewayOperations(queries), name, args) as Promise<{ summary?: string }>;
    await expect.poll(() => late.queries.behind()?.words).toContain('3 minutes behind');
    const words = /The chain node is 3 minutes behind: its latest block is 77, of \S+Z\.$/;
    expect((await call(late.queries, 'chain_supply', {})).summary).toMatch(words);
    expect(
      (await call(late.queries, 'chain_query', { method: 'ixo.token.v1beta1.Query/Params' })).summary,
    ).toMatch(words);
    const early = await openQueries({ lag: () => -49 * 60 * MINUTE, height: 78 });
    opened.push(early);
    await expect.poll(() => early.queries.behind()?.words).toContain('2 days ahead of the clock here');
    expect((await call(early.queries, 'chain_supply', {})).summary).toMatch(
      /The chain node is 2 days ahead of the clock here: its latest block is 78, of \S+Z\.$/,
    );
    const timely = await openQueries({ lag: () => 0 });
    opened.push(timely);
    await expect.poll(() => timely.chain.calls).toContain('/cosmos.base.node.v1beta1.Service/Status');
    expect((await call(timely.queries, 'chain_supply', {})).summary).not.toContain('behind');
    expect(
      await call(timely.queries, 'chain_query', { method: 'ixo.token.v1beta1.Query/Params' }),
    ).not.toHaveProperty('summary');
  });
});

describe('the latest block', () => {
  it('is not known of a node that has none', () => {
    for (const way of LATEST_BLOCK_WAYS) expect(way.read(new Uint8Array())).toBeUndefined();
  });

  it.each([
    [119, undefined],
    [125, '2 minutes'],
    [7_000, '116 minutes'],
    [7_300, '2 hours'],
    [300_000, '3 days'],
    [-119, undefined],
    [-7_300, '2 hours'],
  ])('%i seconds ago is %s off', (seconds, said) => {
    const block = { height: '5', madeAt: 1_767_323_045_000 };
    const lag = lagOf(block, block.madeAt + seconds * 1_000);
    if (said === undefined) expect(lag).toBe(0);
    else
      expect(lagInWords(block, lag)).toBe(
        `${said} ${seconds > 0 ? 'behind' : 'ahead of the clock here'}: its latest block is 5, of 2026-01-02T03:04:05Z`,
      );
  });
});
