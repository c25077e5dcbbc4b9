import { randomBytes } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** What every recovery key begins with (client-server API, "recovery key"). */
const PREFIX = [0x8b, 0x01];
const KEY_BYTES = 32;

/** The key of an account's secret storage, and how people keep it. */
export interface RecoveryKey {
  readonly encoded: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function newRecoveryKey(): RecoveryKey {
  const bytes = Uint8Array.from(randomBytes(KEY_BYTES));
  const whole = [...PREFIX, ...bytes];
  const parity = whole.reduce((all, byte) => all ^ byte, 0);
  return { bytes, encoded: base58(Buffer.from([...whole, parity])).replace(/(.{4})(?=.)/g, '$1 ') };
}

/** Undefined for what is no recovery key. */
export function readRecoveryKey(encoded: string): RecoveryKey | undefined {
  const whole = fromBase58(encoded.replace(/\s+/g, ''));
  if (whole === undefined || whole.length !== PREFIX.length + KEY_BYTES + 1) return undefined;
  if (!PREFIX.every((byte, i) => whole[i] === byte)) return undefined;
  if (whole.reduce((all, byte) => all ^ byte, 0) !== 0) return undefined;
  return { encoded, bytes: Uint8Array.from(whole.subarray(PREFIX.length, PREFIX.length + KEY_BYTES)) };
}

function base58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = `${ALPHABET[Number(rest % 58n)]}${text}`;
  return text;
}

/** Of a text whose first byte is not zero. */
function fromBase58(text: string): Buffer | undefined {
  let whole = 0n;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return undefined;
    whole = whole * 58n + BigInt(digit);
  }
  const hex = whole.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}
