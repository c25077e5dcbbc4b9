import { signal } from '@preact/signals';
import { OracleError } from 'oracle-runtime/client';
import { t } from '../words/index.js';
import { wordsOf } from './faults.js';
import { oracle } from './oracle.js';
import { arrive } from './sign-in.js';

/**
 * Whether the page can use passkeys: `here`; only at the address `at`, since browsers hold them to a name; or not at all.
 */
export type PasskeyPlace = 'here' | 'never' | { readonly at: string };

export const passkeyPlace: PasskeyPlace =
  oracle.passkeysAt === undefined
    ? 'never'
    : oracle.passkeysAt !== location.origin
      ? { at: oracle.passkeysAt }
      : 'PublicKeyCredential' in window
        ? 'here'
        : 'never';

const KEY = 'oracle-passkey';

/** What this browser remembers: that it made or used a passkey, or that the person wants to hear no more of them. */
export const passkeyKnown = signal(localStorage.getItem(KEY) ?? undefined);

export function rememberPasskey(what: 'used' | 'unwanted'): void {
  localStorage.setItem(KEY, what);
  passkeyKnown.value = what;
}

/** Signs in by a passkey. @throws what `usePasskey` throws */
export async function enterByPasskey(): Promise<void> {
  const { usePasskey } = await import('../passkeys/ceremony.js');
  await usePasskey();
  rememberPasskey('used');
  await arrive();
}

/** Why a passkey was not made or used. */
export function passkeyFault(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return t('passkey.cancelled');
  if (name === 'InvalidStateError') return t('passkey.known');
  if (OracleError.isInstance(error) && error.code === 'unauthenticated') return t('passkey.ended');
  return wordsOf(error);
}
