// Installs the locked packages that are missing and builds what is stale. Uses nothing but Node and npm.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { oneAtATime } from './one-at-a-time.mjs';
import { isBuildStale } from './stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];

/** Makes the checkout ready to run, with `dev` to be tested as well, with `build` built. Ends the process when it cannot. */
export async function prepare({ dev = false, build = false }) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 15)) {
    console.error(`Node ${process.versions.node} is too old: this project needs Node 20.15 or newer.`);
    process.exit(1);
  }
  if (isInstalled(dev) && !(build && isBuildStale())) return;
  await oneAtATime(async (hold) => {
    if (!isInstalled(dev)) {
      console.error('Installing packages (once, less than a minute) ...');
      await npm(['ci', ...(dev ? [] : ['--omit=dev'])], hold);
    }
    if (build && isBuildStale()) await run(process.execPath, [`${root}/scripts/build.mjs`], hold);
  });
}

/** Installs packages of optional plugins beside the locked ones. */
export async function installExtra(packages) {
  console.error(`Installing ${packages.join(' ')} ...`);
  const omit = isInstalled(true) ? [] : ['--omit=dev'];
  await oneAtATime((hold) => npm(['install', '--no-save', ...omit, ...packages], hold));
}

/**
 * Whether every package of the lock file is there in its version, as npm notes when it has finished: an installation that
 * was cut leaves no note. Optional packages are for other machines where they are missing.
 */
function isInstalled(dev) {
  const locked = packagesOf(`${root}/package-lock.json`);
  const installed = packagesOf(`${root}/node_modules/.package-lock.json`);
  return Object.entries(locked).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.devOptional ||
      (entry.dev && !dev) ||
      installed[path]?.version === entry.version,
  );
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

async function npm(args, hold) {
  const name = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(
    name,
    [...args, ...QUIET],
    hold,
    'Check that the npm registry is reachable, then run the command again.',
  );
}

/** Runs a command to its end, its output on stderr; when it fails, so does this process. */
async function run(command, args, hold, hint = '') {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: command.endsWith('.cmd'),
  });
  if (child.pid !== undefined) hold(child.pid);
  const status = await new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(127));
  });
  if (status === 0) return;
  console.error(`${command} ${args[0]} failed. ${hint}`.trim());
  process.exit(status || 1);
}
