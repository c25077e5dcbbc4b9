import { change } from '../app/oracle.js';

/** A passkey of the person, as a list of devices shows it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

interface Descriptor {
  readonly type: 'public-key';
  readonly id: string;
}

/** Options as the oracle writes them, their bytes as base64url: older browsers cannot read them by themselves. */
interface CreationOffer extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'user'> {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
}

interface RequestOffer {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: UserVerificationRequirement;
}

/**
 * Has the browser make a passkey, and the oracle keep it.
 * @throws DOMException `NotAllowedError` when the person would rather not, `InvalidStateError` when the device has one;
 * OracleError
 */
export async function makePasskey(name: string): Promise<Passkey> {
  const {
    challenge,
    user,
    excludeCredentials = [],
    ...offer
  } = await change<CreationOffer>('POST', '/auth/passkeys/offer');
  const made = await navigator.credentials.create({
    publicKey: {
      ...offer,
      challenge: bytes(challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: (excludeCredentials as unknown as readonly Descriptor[]).map(({ type, id }) => ({
        type,
        id: bytes(id),
      })),
    },
  });
  const { clientDataJSON, attestationObject } = responseOf<AuthenticatorAttestationResponse>(made).response;
  return change('POST', '/auth/passkeys', {
    name,
    clientDataJSON: text(clientDataJSON),
    attestationObject: text(attestationObject),
  });
}

/**
 * Signs in by a passkey that the browser, or a device beside it, has.
 * @throws as {@link makePasskey}
 */
export async function usePasskey(): Promise<void> {
  const { challenge, ...offer } = await change<RequestOffer>('POST', '/auth/session/offer');
  const found = await navigator.credentials.get({ publicKey: { ...offer, challenge: bytes(challenge) } });
  const { id, response } = responseOf<AuthenticatorAssertionResponse>(found);
  await change('POST', '/auth/session/passkey', {
    id,
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    ...(response.userHandle === null ? {} : { userHandle: text(response.userHandle) }),
  });
}

function responseOf<T extends AuthenticatorResponse>(credential: Credential | null) {
  if (credential === null) throw new DOMException('No passkey was chosen.', 'NotAllowedError');
  return credential as PublicKeyCredential & { readonly response: T };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (each) => each.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
