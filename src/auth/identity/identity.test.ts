import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { didKey } from '../keys/did-key.js';
import { keyPair, masterKey, mnemonicSeed } from '../keys/ed25519.js';
import { loadIdentity } from './identity.js';

const hex = (text: string) => Buffer.from(text, 'hex');
const ABANDON = `${'abandon '.repeat(11)}about`;

describe('key derivation', () => {
  it('makes the seed of BIP-39', async () => {
    // Entropy 0 x 16 of the BIP-39 vectors, with the empty passphrase.
    expect((await mnemonicSeed(ABANDON)).toString('hex')).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    );
    const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    expect(await mnemonicSeed(other)).toEqual(Buffer.from(await mnemonicToSeed(other)));
  });

  it.each([
    // SLIP-0010, test vectors 1 and 2 for ed25519, chain m (public keys without their 00 prefix).
    [
      '000102030405060708090a0b0c0d0e0f',
      '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      'a4b2856bfec510abab89753fac1ac0e1112364e7d250545963f135f2a33188ed',
    ],
    [
      'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
      '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012',
      '8fe9693f8fa62a4305a140b9764c5ee01e455963744fe18204b4fb948249308a',
    ],
  ])('makes the master key of SLIP-0010 from %s', (seed, privateKey, publicKey) => {
    expect(masterKey(hex(seed)).toString('hex')).toBe(privateKey);
    expect(Buffer.from(keyPair(hex(privateKey)).publicKey).toString('hex')).toBe(publicKey);
  });

  it('signs as RFC 8032, section 7.1', () => {
    const one = keyPair(hex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'));
    const signature = hex(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    );
    expect(Buffer.from(one.sign(hex('')))).toEqual(signature);
    const two = keyPair(hex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'));
    expect(Buffer.from(two.sign(hex('72'))).toString('hex')).toBe(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    );
    expect(one.verify(hex(''), signature)).toBe(true);
    expect(one.verify(hex('00'), signature)).toBe(false);
    expect(one.verify(hex(''), signature.subarray(0, 63))).toBe(false);
    expect(two.verify(hex(''), signature)).toBe(false);
  });

  it('writes a DID as the did:key method does', () => {
    // Test vector of the did:key method: the all-zero seed.
    expect(didKey(keyPair(Buffer.alloc(32)).publicKey)).toBe(
      'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
    );
  });
});

describe('loadIdentity', () => {
  let parent = '';
  let dataDir = '';
  const file = () => join(dataDir, 'identity.json');
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'oracle-identity-'));
    dataDir = join(parent, 'data');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('takes the given mnemonic, whatever its case and spacing, and writes nothing', async () => {
    const identity = await loadIdentity({ dataDir, mnemonic: ABANDON, create: true });
    const expected = ed25519.getPublicKey(masterKey(Buffer.from(await mnemonicToSeed(ABANDON))));
    expect(Buffer.from(identity?.publicKey ?? [])).toEqual(Buffer.from(expected));
    expect(identity?.did).toBe(didKey(expected));
    const sloppy = await loadIdentity({
      dataDir,
      mnemonic: `  ${ABANDON.toUpperCase().replaceAll(' ', ' \n ')} `,
      create: false,
    });
    expect(sloppy?.did).toBe(identity?.did);
    expect(await readdir(parent)).toEqual([]);
  });

  it.each([
    ['a wrong checksum', 'abandon '.repeat(12).trim()],
    ['a word off the list', `${'abandon '.repeat(11)}oracular`],
    ['too few words', 'abandon abandon about'],
    ['nothing', ''],
  ])('refuses %s by the variable’s name, without its words', async (_, mnemonic) => {
    const failed = loadIdentity({ dataDir, mnemonic, create: true });
    await expect(failed).rejects.toMatchObject({
      code: 'config_invalid',
      errors: [{ field: 'SIGNING_MNEMONIC' }],
    });
    const error: unknown = await failed.catch((caught: unknown) => caught);
    expect(JSON.stringify(error) + String(error)).not.toMatch(/abandon|oracular/);
  });

  it('makes one only when told to, private, and finds it again', async () => {
    expect(await loadIdentity({ dataDir, create: false })).toBeUndefined();
    const made = await loadIdentity({ dataDir, create: true });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect(await readdir(dataDir)).toEqual(['identity.json']);
    const { mnemonic } = JSON.parse(await readFile(file(), 'utf8')) as { mnemonic: string };
    expect(mnemonic.split(' ')).toHaveLength(12);
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true);
    expect((await loadIdentity({ dataDir, create: true }))?.did).toBe(made?.did);
    expect((await loadIdentity({ dataDir, create: false }))?.did).toBe(made?.did);
    expect((await loadIdentity({ dataDir, mnemonic: ABANDON, create: true }))?.did).not.toBe(made?.did);
    const bytes = Buffer.from('document');
    const signature = await made?.sign(bytes);
    expect(await made?.verify(bytes, signature ?? new Uint8Array())).toBe(true);
  });

  it('agrees on one identity when several start together', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => loadIdentity({ dataDir, create: true })));
    expect(new Set(made.map((identity) => identity?.did)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['identity.json']);
  });

  it('closes a file that others may read', async () => {
    await loadIdentity({ dataDir, create: true });
    await chmod(file(), 0o644);
    await loadIdentity({ dataDir, create: false });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['torn', '{"mnemonic": "abandon'],
    ['of another kind', '[]'],
    ['without a DID', JSON.stringify({ mnemonic: ABANDON })],
    ['with a wrong word', JSON.stringify({ mnemonic: `${ABANDON} x`, did: 'did:key:z' })],
    ['with another’s DID', JSON.stringify({ mnemonic: ABANDON, did: 'did:key:z6MkOther' })],
  ])('refuses a file that is %s, and does not replace it', async (_, content) => {
    await loadIdentity({ dataDir, create: true });
    await writeFile(file(), content);
    const failed = loadIdentity({ dataDir, create: true });
    await expect(failed).rejects.toMatchObject({
      code: 'config_invalid',
      detail: expect.stringContaining(file()),
    });
    await expect(failed).rejects.not.toThrow(/abandon/);
    expect(await readFile(file(), 'utf8')).toBe(content);
  });

  it('says that the directory cannot be written', async () => {
    await writeFile(dataDir, 'a file where the directory should be');
    await expect(loadIdentity({ dataDir, create: true })).rejects.toMatchObject({
      code: 'config_invalid',
      hint: expect.stringContaining('DATA_DIR'),
    });
  });
});
