// Installs the locked dependencies when they are absent or older than the lock file. Uses nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export function installMissing() {
  const installed = `${root}/node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}/package-lock.json`).mtimeMs)
    return;
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    console.error(`Node ${process.versions.node} is too old: this project needs Node 20.15 or newer.`);
    process.exit(1);
  }
  console.error('Installing dependencies (once, about a minute) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed. Check that the npm registry is reachable, then run the command again.');
    process.exit(status ?? 1);
  }
}
