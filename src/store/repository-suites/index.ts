import { afterAll, beforeAll } from 'vitest';
import type { Store } from '../types.js';
import { apiKeysSuite } from './api-keys.js';
import { auditSuite } from './audit.js';
import { checkpointsSuite } from './checkpoints.js';
import { conversationsSuite } from './conversations.js';
import { erasureSuite } from './erasure.js';
import { type Opened, OWNER, type TestClock, testClock } from './fixtures.js';
import { linksSuite } from './links.js';
import { loginsSuite } from './logins.js';
import { migrationsSuite } from './migrations.js';
import { passkeysSuite } from './passkeys.js';
import { runsSuite } from './runs.js';
import { sessionsSuite } from './sessions.js';
import { threadsSuite } from './threads.js';
import { ucansSuite } from './ucans.js';
import { variantsSuite } from './variants.js';

/** What every database must do. `open` is called once; ids and owners are fresh in each test. */
export function repositorySuites(open: (clock: TestClock) => Promise<Store>): void {
  const clock = testClock();
  let store: Store | undefined;
  const opened: Opened = {
    clock,
    get store() {
      if (store === undefined) throw new Error('the store opens before the first test');
      return store;
    },
    newSession: async (owner = OWNER) => (await opened.store.sessions.create(owner)).id,
  };
  beforeAll(async () => {
    store = await open(clock);
  });
  afterAll(() => store?.close());

  sessionsSuite(opened);
  threadsSuite(opened);
  variantsSuite(opened);
  runsSuite(opened);
  checkpointsSuite(opened);
  apiKeysSuite(opened);
  loginsSuite(opened);
  passkeysSuite(opened);
  ucansSuite(opened);
  auditSuite(opened);
  conversationsSuite(opened);
  erasureSuite(opened);
  linksSuite(opened);
  migrationsSuite(opened);
}
