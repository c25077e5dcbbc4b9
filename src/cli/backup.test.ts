import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type TestCli, testCli } from '../testing/test-cli.js';

let cli: TestCli;
afterEach(() => cli.remove());

it('takes a passphrase from a file or a person, twice, and no short one', async () => {
  cli = testCli();
  expect(await cli.run(['backup', 'b'])).toBe(1);
  expect(cli.err()).toContain(
    'There is no passphrase.\n  Answer at a terminal, or give --passphrase-file FILE.',
  );
  writeFileSync(join(cli.dir, 'pass'), 'short\nsecond line that is long enough');
  expect(await cli.run(['backup', 'b', '--passphrase-file', 'pass'])).toBe(1);
  expect(cli.err()).toContain('has 5 characters; it takes at least 12');
  expect(await cli.run(['backup', 'b', '--passphrase-file', 'none'])).toBe(1);
  expect(cli.err()).toContain('The passphrase file none cannot be read (ENOENT)');
  cli.remove();

  cli = testCli({ answers: ['five words nobody guesses', 'other words'] });
  expect(await cli.run(['backup', 'b'])).toBe(1);
  expect(cli.err()).toContain('The two are not the same.');
});

it('says that there is no oracle to back up, no backup to restore, and makes nothing', async () => {
  cli = testCli({ answers: [...Array(2).fill('five words nobody guesses'), 'five words nobody guesses'] });
  expect(await cli.run(['backup', 'b'])).toBe(1);
  expect(cli.err()).toMatch(/There is no database .*oracle\.db, so there is nothing to back up/);
  expect(await cli.run(['restore', 'b'])).toBe(1);
  expect(cli.err()).toContain('it has no manifest.json');
  expect(await cli.run(['backup', 'verify', 'b'])).toBe(1);
});
