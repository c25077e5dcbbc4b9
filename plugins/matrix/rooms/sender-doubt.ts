import { setTimeout as sleep } from 'node:timers/promises';
import type { MatrixClient, MatrixEvent } from 'matrix-js-sdk';

/** How long the list of a person's devices may be on its way. */
const DEVICES_WAIT_MS = 15_000;

/**
 * Why an encrypted message may not be of its sender: its keys came from no device of theirs, or from another one than it
 * says, or from an identity that is no longer the one that was verified. That a device is not verified is no doubt: most
 * are not.
 * @returns undefined for none
 */
export async function senderDoubt(
  client: MatrixClient,
  event: MatrixEvent,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { EventShieldReason } = await import('matrix-js-sdk/lib/crypto-api/index.js');
  const until = Date.now() + DEVICES_WAIT_MS;
  for (;;) {
    const info = await client.getCrypto()?.getEncryptionInfoForEvent(event);
    switch (info?.shieldReason) {
      case EventShieldReason.MISMATCHED_SENDER_KEY:
        return 'its keys are of another device';
      case EventShieldReason.VERIFICATION_VIOLATION:
        return 'its sender is not the one that was verified';
      case EventShieldReason.UNKNOWN_DEVICE:
        if (Date.now() > until || signal.aborted) return 'its keys are of no device of its sender';
        await sleep(250, undefined, { signal });
        break;
      default:
        return undefined;
    }
  }
}
