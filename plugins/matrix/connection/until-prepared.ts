import type { MatrixClient } from 'matrix-js-sdk';
import { OracleError } from 'oracle-runtime/plugin';
import { stopClient } from './stop-client.js';

/** Events of each room that the first sync brings: as many can wait for an answer after a stop. */
const FIRST_EVENTS = 50;

/**
 * Begins to sync, and resolves once all rooms are known.
 * @param tell hears from then on why the server cannot be reached, and undefined when it can be
 * @throws OracleError `config_invalid` when the token is refused
 */
export async function untilPrepared(
  client: MatrixClient,
  tell: (trouble: string | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const { ClientEvent, HttpApiEvent, SyncState, PendingEventOrdering } = await import('matrix-js-sdk');
  const stop = () => stopClient(client);
  signal.addEventListener('abort', stop, { once: true });
  let giveUp: () => void = () => undefined;
  let prepared = false;
  const ready = new Promise<void>((resolve, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp, { once: true });
    client.on(HttpApiEvent.SessionLoggedOut, () => {
      const refused = tokenRefused();
      tell(refused.detail);
      reject(refused);
    });
    client.on(ClientEvent.Sync, (state, _before, data) => {
      if (state === SyncState.Prepared) {
        prepared = true;
        resolve();
      } else if (state === SyncState.Syncing) tell(undefined);
      else if (state === SyncState.Error || state === SyncState.Reconnecting)
        tell(`The homeserver cannot be reached (${data?.error?.message ?? 'no answer'}).`);
      if (state === SyncState.Stopped && !prepared) reject(new Error('The first sync was stopped.'));
    });
  });
  // Whoever waits for it may come too late for what fails at once.
  ready.catch(() => undefined);
  try {
    await client.startClient({
      initialSyncLimit: FIRST_EVENTS,
      lazyLoadMembers: true,
      pendingEventOrdering: PendingEventOrdering.Detached,
    });
    await ready;
  } finally {
    // From here on whoever has the client ends it, once what they send has left.
    signal.removeEventListener('abort', stop);
    signal.removeEventListener('abort', giveUp);
  }
}

function tokenRefused(): OracleError {
  return new OracleError('config_invalid', {
    detail: 'The homeserver knows this access token no more: the device was logged out.',
    hint: 'Set a new MATRIX_ORACLE_ADMIN_ACCESS_TOKEN, or the password, and start again.',
  });
}
