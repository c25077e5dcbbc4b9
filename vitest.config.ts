import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** With peers, only the tests that need a real one (PostgreSQL, Chromium, ...); without, all the others. */
const peers = process.env['ORACLE_TEST_PEERS'] === '1';
const tests = peers ? '*.peer.test.ts' : '*.test.ts';
const exclude = ['**/node_modules/**', 'dist/**', ...(peers ? [] : ['**/*.peer.test.ts'])];

export default defineConfig({
  resolve: {
    alias: [
      { find: /^oracle-runtime\/plugin$/, replacement: at('./src/plugin/index.ts') },
      { find: /^oracle-runtime\/kit$/, replacement: at('./src/kit/index.ts') },
      { find: /^oracle-runtime\/testing$/, replacement: at('./src/testing/index.ts') },
      { find: /^oracle-runtime$/, replacement: at('./src/index.ts') },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['src', 'plugins', 'examples', 'bench'].map((room) => `${room}/**/${tests}`),
          exclude: [...exclude, 'bench/peers/**'],
          typecheck: {
            enabled: !peers,
            include: ['src/**/*.test-d.ts'],
            tsconfig: './tsconfig.type-tests.json',
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'product',
          include: [`test/**/${tests}`],
          exclude,
          globalSetup: ['./test/support/build-once.ts'],
        },
      },
    ],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
