import { spawn } from 'node:child_process';
import { OracleError } from '../plugin/index.js';

/**
 * `npm install` in a folder.
 * @param quiet only faults go to the terminal
 * @throws OracleError `upstream_failed` where npm fails; its own words went to the terminal
 */
export function installPackages(folder: string, quiet: boolean): Promise<void> {
  return new Promise((done, fail) => {
    const npm = spawn('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', quiet ? 'ignore' : 2, 2],
      shell: process.platform === 'win32',
    });
    const failed = (why: string) =>
      fail(
        new OracleError('upstream_failed', {
          detail: `npm install ${why}.`,
          hint: 'Mend what it says above, or add --no-install and run it yourself.',
        }),
      );
    npm.on('error', ({ message }) => failed(`did not start (${message})`));
    npm.on('close', (code) => (code === 0 ? done() : failed(`ended with ${code ?? 'a signal'}`)));
  });
}
