import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/index.js';
import type { Store } from '../store/types.js';
import { type TestCli, type TestCliOptions, testCli } from '../testing/test-cli.js';

const OWNER = 'did:key:zOwner';

let cli: TestCli;
afterEach(() => cli.remove());

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: join(cli.dir, 'data'), clock: { now: () => Date.now() } });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Three conversations of the owner, one of somebody else. */
async function begin(options: TestCliOptions = {}): Promise<string[]> {
  cli = testCli(options);
  return withStore(async ({ sessions }) => {
    const ids: string[] = [];
    for (const owner of [OWNER, OWNER, OWNER, 'did:key:zOther']) ids.push((await sessions.create(owner)).id);
    return ids;
  });
}

const left = () => withStore(async ({ erasure }) => (await erasure.count({ owner: OWNER })).sessions);

describe('oracle forget', () => {
  it('says what there is and asks, and does nothing without a yes', async () => {
    await begin({ answers: ['n', 'y'] });
    expect(await cli.run(['forget', OWNER])).toBe(0);
    expect(cli.err()).toMatch(
      /^did:key:zOwner: 3 conversations with 0 messages and 0 answers, last used \d{4}-\d\d-\d\d\.\nFiles, designs and the audit stay/,
    );
    expect(await left()).toBe(3);
    expect(await cli.run(['forget', OWNER])).toBe(0);
    expect(cli.err()).toContain('Erased 3 conversations.');
    expect(await left()).toBe(0);
  });

  it('needs --yes where nobody can be asked, takes one session by its id, and tells the audit how much', async () => {
    const [first = ''] = await begin();
    expect(await cli.run(['forget', first])).toBe(1);
    expect(cli.err()).toContain('Add --yes to do it.');
    expect(await left()).toBe(3);
    expect(await cli.run(['forget', first, '--yes'])).toBe(0);
    expect(await left()).toBe(2);
    const entries = await withStore(({ audit }) => audit.entries({ limit: 5 }));
    expect(entries).toMatchObject([
      {
        action: 'conversations.forget',
        subject: `session:${first}`,
        details: { sessions: '1', messages: '0' },
      },
    ]);
  });

  it('knows people by name, and leaves a conversation with an answer under way', async () => {
    const [first = ''] = await begin();
    await withStore(async ({ people, runs }) => {
      await people.add({ did: OWNER, name: 'Vera', scopes: ['chat'] });
      await runs.create({ id: 'run', sessionId: first, owner: OWNER });
    });
    expect(await cli.run(['forget', 'Vera', '--yes'])).toBe(1);
    expect(cli.err()).toContain('In 1 conversation an answer is under way, so it was left.');
    expect(await left()).toBe(1);
    expect(await cli.run(['forget', 'nobody', '--yes'])).toBe(1);
    expect(cli.err()).toContain("There is no conversation of 'nobody', nor one with this id.");
  });
});
