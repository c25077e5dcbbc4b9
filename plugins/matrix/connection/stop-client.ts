import type { MatrixClient } from 'matrix-js-sdk';

/**
 * Ends a client, whatever it is doing. Its crypto in WebAssembly cannot be closed while a call of it is under way: it throws
 * then, and nothing else of the client is stopped yet. Asked a second time the client passes its crypto over and stops.
 */
export function stopClient(client: Pick<MatrixClient, 'stopClient'>): void {
  try {
    client.stopClient();
  } catch {
    client.stopClient();
  }
}
