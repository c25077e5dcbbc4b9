// The table of docs/reliability.md as it came out: each promise, the figure that its test asks for, and whether it held.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @param {string} root @param {string} report the JSON report of vitest, from the root */
export function promisesOf(root, report) {
  const path = join(root, report);
  if (!existsSync(path)) return [];
  const held = new Map(
    JSON.parse(readFileSync(path, 'utf8')).testResults.map((file) => [
      relative(root, file.name),
      file.status === 'passed',
    ]),
  );
  const rows = readFileSync(join(root, 'docs/reliability.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('](../'));
  return rows.flatMap((line) => {
    const [promise, tests, figure] = line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim());
    const files = [...tests.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file]) => file);
    const ran = files.filter((file) => held.has(file));
    if (ran.length === 0) return [];
    return [{ promise, figure: figure ?? '', held: ran.every((file) => held.get(file)) }];
  });
}
