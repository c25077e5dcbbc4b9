import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
// @ts-expect-error a plain script without types
import { isBuildStale } from '../../scripts/stale.mjs';

/** Whole-product tests run what ships: the bundle, built before them when it is stale. */
export default function buildOnce(): void {
  if (!isBuildStale()) return;
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
