import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { OracleProject } from './support/oracle-process.js';

/** Promised are 130 MB; another Node may take somewhat more. */
const MOST_MB = 138;

let project: OracleProject | undefined;
afterEach(() => project?.remove());

it.runIf(process.platform === 'linux')('takes little memory at its first start, its notes read', async () => {
  project = new OracleProject();
  const { pid } = await project.start();
  // The notes are read and the tables made within it.
  await pause(3_000);
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  expect(Number(kilobytes) / 1024).toBeLessThan(MOST_MB);
});
