import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A test's kind stands in its name: `x.test.ts` is quick, `x.slow.test.ts` takes seconds, `x.faults.test.ts` kills
 * processes, takes servers away or lets clocks run, `x.peer.test.ts` needs a real server beside it.
 */
const KINDS = ['slow', 'faults', 'peer'] as const;
const named = (kind: (typeof KINDS)[number]) => `**/*.${kind}.test.ts`;

const never = ['**/node_modules/**', 'dist/**', 'bench/peers/**'];
const quick = [...never, ...KINDS.map(named)];

/** Whole-product tests run what ships: the bundle, built before them when it is stale. */
const globalSetup = ['./test/support/build-once.ts'];

/** With peers, only the tests that need a real one (PostgreSQL, Chromium, ...); without, all the others. */
const projects =
  process.env['ORACLE_TEST_PEERS'] === '1'
    ? [{ name: 'peers', include: [named('peer')], exclude: never, globalSetup, testTimeout: 60_000 }]
    : [
        // These share their processes, and so each module is loaded twice and not two hundred times. What one file
        // changes in its process (a spy, a variable, a listener) it must change back.
        {
          name: 'parts',
          include: ['src', 'plugins', 'web', 'examples', 'templates', 'bench'].map(
            (room) => `${room}/**/*.test.ts`,
          ),
          exclude: quick,
          isolate: false,
        },
        // They start whole processes, which takes its time beside other work.
        {
          name: 'product',
          include: ['test/**/*.test.ts'],
          exclude: quick,
          globalSetup,
          isolate: false,
          testTimeout: 60_000,
        },
        { name: 'slow', include: [named('slow')], exclude: never, globalSetup, testTimeout: 120_000 },
        { name: 'faults', include: [named('faults')], exclude: never, globalSetup, testTimeout: 120_000 },
        {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['src/**/*.test-d.ts'],
            tsconfig: './tsconfig.type-tests.json',
          },
        },
      ];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^oracle-runtime\/plugin$/, replacement: at('./src/plugin/index.ts') },
      { find: /^oracle-runtime\/kit$/, replacement: at('./src/kit/index.ts') },
      { find: /^oracle-runtime\/mcp$/, replacement: at('./src/mcp-client/index.ts') },
      { find: /^oracle-runtime\/client$/, replacement: at('./src/client/index.ts') },
      {
        find: /^oracle-runtime\/client\/receipts$/,
        replacement: at('./src/client/receipts/index.ts'),
      },
      { find: /^oracle-runtime\/testing$/, replacement: at('./src/testing/index.ts') },
      { find: /^oracle-runtime$/, replacement: at('./src/index.ts') },
    ],
  },
  test: {
    projects: projects.map((test) => ({ extends: true as const, test })),
    setupFiles: ['./test/support/property-seed.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    // What was transformed once is kept: by the bytes of the file and this configuration.
    experimental: { fsModuleCache: true, fsModuleCachePath: at('./.cache/modules') },
  },
});
