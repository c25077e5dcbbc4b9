import { OracleError } from '../../plugin/index.js';
import { didKey } from '../keys/did-key.js';
import { keyPair, masterKey, mnemonicSeed } from '../keys/ed25519.js';
import type { Identity } from '../types.js';
import { identityPath, readIdentityFile, writeIdentityFile } from './identity-file.js';

export interface LoadIdentityOptions {
  readonly dataDir: string;
  /** The value of SIGNING_MNEMONIC; wins over the data directory. */
  readonly mnemonic?: string;
  /** Make an identity in the data directory when there is none. */
  readonly create: boolean;
}

/**
 * The oracle's identity: from `mnemonic`, else from `identity.json` in the data directory, else new (12 words, only
 * with `create`), else undefined.
 * @throws OracleError `config_invalid` for words that are no BIP-39 mnemonic or a file that is no identity. Neither
 * message holds a word of the mnemonic.
 */
export async function loadIdentity(options: LoadIdentityOptions): Promise<Identity | undefined> {
  if (options.mnemonic !== undefined) {
    const words = await validWords(options.mnemonic);
    if (words !== undefined) return identityOf(words);
    throw new OracleError('config_invalid', {
      detail: 'SIGNING_MNEMONIC is not a valid BIP-39 mnemonic.',
      hint: 'It takes 12 to 24 English words of the BIP-39 list with a right checksum, with spaces between them.',
      errors: [{ field: 'SIGNING_MNEMONIC', message: 'not a valid mnemonic' }],
    });
  }
  const stored = await storedIdentity(options.dataDir);
  if (stored !== undefined || !options.create) return stored;
  const mnemonic = await newMnemonic();
  const { did } = await identityOf(mnemonic);
  await writeIdentityFile(options.dataDir, { mnemonic, did });
  // Read it back: another process may have been first, and what counts is what the next start finds.
  return storedIdentity(options.dataDir);
}

async function storedIdentity(dataDir: string): Promise<Identity | undefined> {
  const file = await readIdentityFile(dataDir);
  if (file === undefined) return undefined;
  // Words that give the DID are the right ones: the list of 2,048 words need not be read at each start.
  const identity = await identityOf(plainWords(file.mnemonic));
  if (identity.did === file.did) return identity;
  throw new OracleError('config_invalid', {
    detail: `The identity file ${identityPath(dataDir)} is damaged: its mnemonic does not give its DID.`,
    hint: 'Restore it from a backup, or set SIGNING_MNEMONIC.',
  });
}

/** The identity that a valid mnemonic is. */
export async function identityOf(mnemonic: string): Promise<Identity> {
  const pair = keyPair(masterKey(await mnemonicSeed(mnemonic)));
  return Object.freeze({
    did: didKey(pair.publicKey),
    publicKey: pair.publicKey,
    sign: async (bytes: Uint8Array) => pair.sign(bytes),
    verify: async (bytes: Uint8Array, signature: Uint8Array) => pair.verify(bytes, signature),
  });
}

/** Twelve new words. */
export async function newMnemonic(): Promise<string> {
  const { generateMnemonic, wordlist } = await bip39();
  return generateMnemonic(wordlist, 128);
}

/** Forgives case and spacing, which carry nothing. */
const plainWords = (text: string): string =>
  text.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ');

/** The words as BIP-39 wants them, or undefined. */
export async function validWords(text: string): Promise<string | undefined> {
  const { validateMnemonic, wordlist } = await bip39();
  const words = plainWords(text);
  return validateMnemonic(words, wordlist) ? words : undefined;
}

async function bip39() {
  const [{ generateMnemonic, validateMnemonic }, { wordlist }] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
  ]);
  return { generateMnemonic, validateMnemonic, wordlist };
}
