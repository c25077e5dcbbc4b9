import { spawnSync } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { batchLines } from './batch-lines.js';

const SOURCE = fileURLToPath(new URL('batch-lines.ts', import.meta.url));

describe('lines in batches', () => {
  it('writes the lines of one turn at once, in their order', async () => {
    const writes: string[] = [];
    const line = batchLines((lines) => void writes.push(lines));
    line('a\n');
    line('b\n');
    expect(writes).toEqual([]);
    await turn();
    line('c\n');
    await turn();
    expect(writes).toEqual(['a\nb\n', 'c\n']);
  });

  it('loses none when the process exits or dies of an error', async () => {
    const { outputFiles } = await build({ entryPoints: [SOURCE], format: 'esm', write: false });
    const code = outputFiles[0]?.text ?? '';
    for (const end of ['process.exit(3)', 'throw new Error("defect")']) {
      const script = `${code}\nconst line = batchLines((lines) => process.stdout.write(lines));\nline('last words\\n');\n${end};`;
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
      });
      expect(stdout).toBe('last words\n');
    }
  });
});
