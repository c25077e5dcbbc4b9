import { OracleError } from 'oracle-runtime/plugin';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileChange } from '../service.js';
import type { Vfs } from '../vfs.js';
import { changeFor } from './changes.js';

/** Changes that wait for a slow reader. */
const MOST_WAITING = 1_000;
/** What was granted may be taken back meanwhile. */
const GRANT_MS = 60_000;

/**
 * What happens at or below a folder from the moment that this resolves until the signal is aborted. `admit` says
 * what the one who watches may reach, now.
 * @throws OracleError `forbidden`; while it goes on also `unavailable`, when too many changes wait
 */
export async function watchFolder(
  vfs: Pick<Vfs, 'changes' | 'clock'>,
  path: NamespacePath,
  admit: () => Promise<Access>,
  signal: AbortSignal,
): Promise<AsyncIterable<FileChange>> {
  const ask = async () => {
    const access = await admit();
    requireAbility(access, 'fs/list');
    requireScope(access, path);
    return { access, until: vfs.clock.now() + GRANT_MS };
  };
  let grant = await ask();
  const waiting: FileChange[] = [];
  let wake: () => void = () => undefined;
  let isFull = false;
  const stop = vfs.changes.listen((changed) => {
    const change = changeFor(grant.access, path, changed);
    if (change === undefined || isFull) return;
    isFull = waiting.length >= MOST_WAITING;
    if (!isFull) waiting.push(change);
    wake();
  });
  const end = () => {
    stop();
    wake();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();

  async function* changes(): AsyncGenerator<FileChange> {
    try {
      while (!signal.aborted) {
        const change = waiting.shift();
        if (change !== undefined) {
          if (vfs.clock.now() >= grant.until) grant = await ask();
          yield change;
        } else if (isFull) throw tooSlow();
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      stop();
      signal.removeEventListener('abort', end);
    }
  }
  return changes();
}

function tooSlow(): OracleError {
  return new OracleError('unavailable', {
    detail: `More than ${MOST_WAITING} changes of files were not read; later ones are lost.`,
    hint: 'List the folder, and watch it anew.',
  });
}
