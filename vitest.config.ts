import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const peers = process.env['ORACLE_TEST_PEERS'] === '1';

export default defineConfig({
  resolve: {
    alias: [
      { find: /^oracle-runtime\/plugin$/, replacement: at('./src/plugin/index.ts') },
      { find: /^oracle-runtime\/testing$/, replacement: at('./src/testing/index.ts') },
      { find: /^oracle-runtime$/, replacement: at('./src/index.ts') },
    ],
  },
  test: {
    include: peers ? ['**/*.peer.test.ts'] : ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', 'bench/peers/**', ...(peers ? [] : ['**/*.peer.test.ts'])],
    typecheck: { enabled: !peers, include: ['**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
  },
});
