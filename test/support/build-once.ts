import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Whole-product tests run what ships: the bundle is built once before them. */
export default function buildOnce(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
}
