import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What goes into CBOR here. */
type Item = number | string | Uint8Array | Map<number | string, Item>;

/** CBOR as authenticators write it. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (item instanceof Uint8Array) return Buffer.concat([head(2, item.length), item]);
  return Buffer.concat([
    head(5, item.size),
    ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)]),
  ]);
}

function head(kind: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(kind << 5) | argument]);
  if (argument < 256) return Buffer.from([(kind << 5) | 24, argument]);
  return Buffer.from([(kind << 5) | 25, argument >> 8, argument & 255]);
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What a test may have it do wrong, or otherwise. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** Flags besides those of what is said; default: present and verified. */
  readonly flags?: number;
  readonly client?: Readonly<Record<string, unknown>>;
  readonly algorithm?: number;
  readonly format?: string;
  readonly statement?: Map<string, Item>;
  /** Appended to the authenticator data. */
  readonly more?: Uint8Array;
}

const PRESENT_AND_VERIFIED = 0x05;
const MADE = 0x40;

/** An authenticator in software, with one passkey: what a browser and a phone do between them, as bytes. */
export class SoftAuthenticator {
  readonly id = randomBytes(32);
  count = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get credentialId(): string {
    return text(this.id);
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey;
  }

  /** The body of POST /auth/passkeys, but for its name. */
  register(
    offer: { readonly challenge: string },
    twist: Twist = {},
  ): { clientDataJSON: string; attestationObject: string } {
    const clientData = this.#clientData('webauthn.create', offer.challenge, twist);
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Item>([
      [1, 2],
      [3, twist.algorithm ?? -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)]);
    const authData = this.#authenticatorData((twist.flags ?? PRESENT_AND_VERIFIED) | MADE, twist, made);
    const attestation = new Map<string, Item>([
      ['fmt', twist.format ?? 'none'],
      ['attStmt', twist.statement ?? new Map()],
      ['authData', authData],
    ]);
    return { clientDataJSON: text(clientData), attestationObject: text(cbor(attestation)) };
  }

  /** The body of POST /auth/session/passkey. */
  signIn(offer: { readonly challenge: string }, twist: Twist = {}) {
    const clientData = this.#clientData('webauthn.get', offer.challenge, twist);
    const data = this.#authenticatorData(twist.flags ?? PRESENT_AND_VERIFIED, twist, Buffer.alloc(0));
    return {
      id: this.credentialId,
      clientDataJSON: text(clientData),
      authenticatorData: text(data),
      signature: text(sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey)),
    };
  }

  #clientData(type: string, challenge: string, twist: Twist): Buffer {
    const said = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? this.#origin,
      crossOrigin: false,
      ...twist.client,
    };
    return Buffer.from(JSON.stringify(said));
  }

  #authenticatorData(flags: number, twist: Twist, made: Uint8Array): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    return Buffer.concat([
      sha256(twist.rpId ?? new URL(this.#origin).hostname),
      Buffer.from([flags]),
      count,
      made,
      twist.more ?? Buffer.alloc(0),
    ]);
  }
}
