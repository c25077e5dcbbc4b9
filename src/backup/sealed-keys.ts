import { randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { OracleError } from '../plugin/index.js';
import { seal, unseal } from '../store/seal.js';

/** scrypt at 128 MiB and about half a second, which a guesser pays for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const SALT_BYTES = 16;

const secretsSchema = z.object({
  masterKeys: z.array(z.object({ id: z.string(), key: z.base64url() })),
  mnemonic: z.string().nullable(),
});

/** What opens everything else that a backup holds. */
export type Secrets = z.output<typeof secretsSchema>;

const sealedSchema = z.object({
  kdf: z.literal('scrypt'),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  salt: z.base64url(),
  cipher: z.literal('aes-256-gcm'),
  sealed: z.base64url(),
});

/**
 * Encrypts the secrets with a passphrase (scrypt, AES-256-GCM).
 * @param place what they belong to: with another they do not open
 */
export async function sealSecrets(secrets: Secrets, passphrase: string, place: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(passphrase, salt);
  const sealed = seal(key, Buffer.from(JSON.stringify(secrets)), place);
  const content = { kdf: 'scrypt', ...COST, salt: salt.toString('base64url'), cipher: 'aes-256-gcm', sealed };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** @throws OracleError `forbidden` when the passphrase is another or what they belong to was changed */
export async function openSecrets(text: string, passphrase: string, place: string): Promise<Secrets> {
  try {
    const { salt, sealed } = sealedSchema.parse(JSON.parse(text));
    const key = await keyOf(passphrase, Buffer.from(salt, 'base64url'));
    return secretsSchema.parse(JSON.parse(unseal(key, sealed, place).toString('utf8')));
  } catch (cause) {
    throw new OracleError('forbidden', {
      detail: 'The keys of the backup do not open with this passphrase.',
      hint: 'Give the passphrase of the last oracle backup into this directory.',
      cause,
    });
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const maxmem = 256 * COST.N * COST.r;
    scrypt(passphrase.normalize('NFKC'), salt, 32, { ...COST, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
