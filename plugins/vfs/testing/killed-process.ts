import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A script that works in a data directory until it is killed. */
export interface KilledProcess {
  /** Starts it, lets it work for some milliseconds after its first word, and kills it. */
  runAndKill(dataDir: string, ms: number, ...args: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

/** @param name of the script beside this one, without its ending */
export async function buildKilled(name: string): Promise<KilledProcess> {
  const script = at(`../../../node_modules/.cache/oracle-runtime/${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [at(`./${name}.ts`)],
    outfile: script,
    bundle: true,
    packages: 'external',
    alias: {
      'oracle-runtime/plugin': at('../../../src/plugin/index.ts'),
      'oracle-runtime/kit': at('../../../src/kit/index.ts'),
    },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return {
    runAndKill: (dataDir, ms, ...args) => runAndKill(script, [dataDir, ...args], ms),
    remove: () => rm(script, { force: true }),
  };
}

function runAndKill(script: string, args: readonly string[], ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => {
      errors += data.toString();
    });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms));
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`The process ended by itself (${code}): ${errors}`));
    });
  });
}
