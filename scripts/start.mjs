// `npm start`: install what is missing, build what is stale, create an identity on the first run, boot.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install-missing.mjs';
import { isBuildStale } from './stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

installMissing();

if (isBuildStale()) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const child = spawn(
  process.execPath,
  [join(root, 'bin/oracle.mjs'), 'start', '--create-identity', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
// A terminal sends Ctrl-C to the whole group; stay alive so that the child can drain and its exit code counts.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
