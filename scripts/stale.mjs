// Whether dist/ is missing or older than what it is built from.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'plugins', 'web', 'templates', 'scripts', 'package.json'];

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}

export function isBuildStale() {
  const built = join(root, 'dist/cli.js');
  return (
    !existsSync(built) ||
    statSync(built).mtimeMs < Math.max(...SOURCES.map((path) => newest(join(root, path))))
  );
}
