import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadIdentity } from '../auth/index.js';
import { type TestCli, testCli } from '../testing/test-cli.js';

let cli: TestCli;
afterEach(() => cli.remove());

it('prints a fresh link alone on stdout, with its code where no server sees it', async () => {
  cli = testCli({ env: { HOST: '0.0.0.0', PORT: '1' } });
  await loadIdentity({ dataDir: join(cli.dir, 'data'), create: true });
  expect(await cli.run(['login'])).toBe(0);
  expect(await cli.run(['login'])).toBe(0);
  const [first, second] = cli.out().trim().split('\n');
  expect(first).toMatch(/^http:\/\/localhost:1\/#login=\S+$/);
  expect(second).not.toBe(first);
  expect(cli.err()).toContain('No oracle listens at http://127.0.0.1:1 yet.');
});

it('says how to get an identity', async () => {
  cli = testCli();
  expect(await cli.run(['login'])).toBe(1);
  expect(cli.out()).toBe('');
  expect(cli.err()).toContain('or set SIGNING_MNEMONIC');
});
