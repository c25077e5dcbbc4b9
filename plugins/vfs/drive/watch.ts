import { OracleError } from 'oracle-runtime/plugin';
import { type Access, requireAbility, requireScope } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';
import type { FileChange } from '../service.js';
import type { Vfs } from '../vfs.js';
import { changeFor, type NumberedChange } from './changes.js';

/** Changes that wait for a slow reader. */
const MOST_WAITING = 1_000;
/** What was granted may be taken back meanwhile. */
const GRANT_MS = 1_000;

/** A change, and the place to go on after it. */
export interface WatchedChange {
  readonly cursor: string;
  readonly change: FileChange;
}

export interface Watched {
  /** Where it begins. */
  readonly cursor: string;
  /** False when the place that was asked for is not known any more: what happened since is lost. */
  readonly isComplete: boolean;
  readonly changes: AsyncIterable<WatchedChange>;
}

type Watcher = Pick<Vfs, 'changes' | 'clock'>;

/** As {@link watchChanges}, the changes alone. */
export async function watchFolder(
  vfs: Watcher,
  path: NamespacePath,
  admit: () => Promise<Access>,
  signal: AbortSignal,
): Promise<AsyncIterable<FileChange>> {
  const { changes } = await watchChanges(vfs, path, admit, signal);
  return (async function* () {
    for await (const { change } of changes) yield change;
  })();
}

/** What somebody who may list the folder reaches. @throws OracleError `forbidden`, and what `admit` throws */
export async function admitTo(path: NamespacePath, admit: () => Promise<Access>): Promise<Access> {
  const access = await admit();
  requireAbility(access, 'fs/list');
  requireScope(access, path);
  return access;
}

/**
 * What happens at or below a folder from the moment that this resolves, or since `after`, until the signal is aborted.
 * `admit` says what the one who watches may reach, now.
 * @throws OracleError `forbidden`; while it goes on also `unavailable`, when too many changes wait, and the reason of
 * `signal` where that is one
 */
export async function watchChanges(
  vfs: Watcher,
  path: NamespacePath,
  admit: () => Promise<Access>,
  signal: AbortSignal,
  after?: string,
): Promise<Watched> {
  const ask = async () => ({ access: await admitTo(path, admit), until: vfs.clock.now() + GRANT_MS });
  let grant = await ask();
  const waiting: WatchedChange[] = [];
  let wake: () => void = () => undefined;
  let isFull = false;
  const take = ({ number, changed }: NumberedChange) => {
    const change = changeFor(grant.access, path, changed);
    if (change === undefined || isFull) return;
    isFull = waiting.length >= MOST_WAITING;
    if (!isFull) waiting.push({ cursor: vfs.changes.cursorOf(number), change });
    wake();
  };
  const missed = after === undefined ? [] : vfs.changes.since(after);
  for (const change of missed ?? []) take(change);
  const stop = vfs.changes.listen(take);
  const end = () => {
    stop();
    wake();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();

  async function* changes(): AsyncGenerator<WatchedChange> {
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
      if (OracleError.isInstance(signal.reason)) throw signal.reason;
    } finally {
      stop();
      signal.removeEventListener('abort', end);
    }
  }
  const isComplete = missed !== undefined;
  return {
    cursor: (isComplete ? after : undefined) ?? vfs.changes.cursorOf(),
    isComplete,
    changes: changes(),
  };
}

function tooSlow(): OracleError {
  return new OracleError('unavailable', {
    detail: `More than ${MOST_WAITING} changes of files were not read; later ones are lost.`,
    hint: 'List the folder, and watch it anew.',
  });
}
