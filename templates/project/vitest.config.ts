import { defineConfig } from 'vitest/config';

// The first chat of a test file loads the agent, which takes a moment.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 20_000 } });
